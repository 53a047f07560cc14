package basalt.query;

import java.lang.invoke.MethodHandles;

/** The loop around a {@link SpanBody}: calls it for each longest run of matching rows. Specialised like {@link RowDriver}. */
final class SpanDriver implements KernelDriver {
    private static final SpanBody CONSTANT = Specialisation.classData(MethodHandles.lookup(), SpanBody.class);

    private final SpanBody body;
    private final RowMarks marks;

    SpanDriver(SpanBody body) {
        this(body, null);
    }

    /** For cold code, whose spans mark what they write. */
    SpanDriver(SpanBody body, RowMarks marks) {
        this.body = body;
        this.marks = marks;
    }

    @Override
    public void run(RowContext context, Matches matches, long entry, int fromWord, int toWord) {
        SpanBody inlined = CONSTANT != null ? CONSTANT : body;
        long base = Matches.base(entry);
        int limit = toWord << 6;
        int from = Matches.nextMatch(entry, fromWord << 6);
        while (from < limit) {
            int to = Math.min(Matches.endOfRun(entry, from), limit);
            int wrappedBefore = context.wrappedCount();
            try {
                if (CONSTANT != null || marks == null) {
                    inlined.accept(new KernelSpan(context, base, from, to));
                } else {
                    inlined.accept(new MarkedSpan(context, base, from, to, marks));
                }
            } finally {
                context.unwrap(wrappedBefore);
            }
            from = Matches.nextMatch(entry, to);
        }
    }
}
