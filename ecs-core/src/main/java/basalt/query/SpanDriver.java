package basalt.query;

import basalt.internal.HiddenCopy;
import basalt.match.MatchedRows;
import basalt.match.MatchedRows.MatchedBlock;
import basalt.query.KernelRow.RowStack;
import basalt.runtime.IterationContext.KernelDriver;
import basalt.runtime.RowContext;
import basalt.runtime.RowWrites;
import java.lang.invoke.MethodHandles;

/**
 * The loop around a {@link Span.Body}: calls it for each longest run of matching rows. Specialised like {@link
 * RowDriver}.
 */
final class SpanDriver implements KernelDriver {
    private static final Span.Body CONSTANT = HiddenCopy.classData(MethodHandles.lookup(), Span.Body.class);

    private final Span.Body body;
    private final RowWrites writes;

    SpanDriver(Span.Body body) {
        this(body, null);
    }

    /** For loops outside of kernels, whose spans record writes. */
    SpanDriver(Span.Body body, RowWrites writes) {
        this.body = body;
        this.writes = writes;
    }

    /** A driver class of its own for a body; the ordinary driver if specialisation is not possible. */
    static KernelDriver specialised(Span.Body body) {
        return Specialisation.driver(
                Specialisation.SPANS, body, SpanDriver.class, Span.Body.class, body, new SpanDriver(body));
    }

    @Override
    public void run(RowContext context, MatchedRows matches, long entry, int fromWord, int toWord) {
        RowStack rows = RowStack.of(context);
        Span span = writes != null ? rows.begin(new Span.CheckedSpan(context, writes)) : rows.beginSpan();
        try {
            run(span, context, entry, fromWord, toWord);
        } finally {
            rows.end();
        }
    }

    private void run(Span span, RowContext context, long entry, int fromWord, int toWord) {
        Span.Body inlined = CONSTANT != null ? CONSTANT : body;
        Span known = CONSTANT != null ? (Span.KernelSpan) span : span;
        int limit = toWord << 6;
        int from = MatchedBlock.nextMatch(entry, fromWord << 6);
        while (from < limit) {
            int to = Math.min(MatchedBlock.endOfRun(entry, from), limit);
            int wrappedBefore = context.wrappedCount();
            Span here = known.at(MatchedBlock.base(entry), from, to); // again, because the block may have moved
            try {
                inlined.accept(here);
            } finally {
                here.leave();
                context.unwrap(wrappedBefore);
            }
            from = MatchedBlock.nextMatch(entry, to);
        }
    }
}
