package basalt.query;

import basalt.component.layout.BlockLayout;
import basalt.match.MatchedRows;
import basalt.match.MatchedRows.MatchedBlock;
import basalt.query.KernelRow.RowStack;
import basalt.runtime.IterationContext;
import basalt.runtime.RowContext;
import basalt.runtime.RowQuery;

/**
 * The loop around a {@link Span.Body}: calls it for each longest run of matching rows. A context reuses its objects, so
 * a loop makes no garbage.
 */
final class SpanDriver implements IterationContext.Loop {
    private final Span span;
    private Span.Body body;

    SpanDriver(RowContext context) {
        span = new Span(context);
    }

    /** Runs a body over the spans of the rows that match now. */
    static void run(RowQuery query, Span.Body body) {
        IterationContext here = query.context();
        RowContext context = here.context(query.declared(), query.filter());
        RowStack rows = RowStack.of(context);
        SpanDriver driver = rows.beginSpans();
        try {
            driver.body = body;
            driver.span.begin(query.writes());
            here.run(driver, context, here.take(query.filter()));
        } finally {
            driver.body = null;
            driver.span.end();
            rows.end();
            context.close();
        }
    }

    /** Follows a block that has moved. */
    void blockMoved(long from, long to) {
        span.blockMoved(from, to);
    }

    @Override
    public void run(RowContext context, MatchedRows matches) {
        for (int i = 0; i < matches.count(); i++) {
            run(context, matches.entry(i));
        }
    }

    private void run(RowContext context, long entry) {
        int from = MatchedBlock.nextMatch(entry, 0);
        while (from < BlockLayout.ROWS) {
            int to = MatchedBlock.endOfRun(entry, from);
            int wrappedBefore = context.wrappedCount();
            Span here = span.at(MatchedBlock.base(entry), from, to); // again, because the block may have moved
            try {
                body.accept(here);
            } finally {
                here.leave();
                context.unwrap(wrappedBefore);
            }
            from = MatchedBlock.nextMatch(entry, to);
        }
    }
}
