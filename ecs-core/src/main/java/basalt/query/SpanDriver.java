package basalt.query;

import static basalt.component.BlockLayout.ROWS;

import java.lang.invoke.MethodHandles;

/** The loop around a {@link SpanBody}: calls it for each longest run of matching rows. Specialised like {@link RowDriver}. */
final class SpanDriver implements KernelDriver {
    private static final SpanBody CONSTANT = Specialisation.classData(MethodHandles.lookup(), SpanBody.class);

    private final SpanBody body;

    SpanDriver(SpanBody body) {
        this.body = body;
    }

    @Override
    public void run(RowContext context, Matches matches, long entry) {
        SpanBody inlined = CONSTANT != null ? CONSTANT : body;
        long base = Matches.base(entry);
        int from = Matches.nextMatch(entry, 0);
        while (from < ROWS) {
            int to = Matches.endOfRun(entry, from);
            int wrappedBefore = context.wrappedCount();
            try {
                inlined.accept(new Span(context, base, from, to));
            } finally {
                context.unwrap(wrappedBefore);
            }
            from = Matches.nextMatch(entry, to);
        }
    }
}
