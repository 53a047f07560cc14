package basalt.query;

import basalt.internal.HiddenCopy;
import basalt.match.MatchSnapshot;
import basalt.match.SnapshotEntry;
import basalt.runtime.KernelDriver;
import basalt.runtime.RowContext;
import basalt.runtime.RowWrites;
import java.lang.invoke.MethodHandles;

/**
 * The loop around a {@link SpanBody}: calls it for each longest run of matching rows. Specialised like {@link
 * RowDriver}.
 */
final class SpanDriver implements KernelDriver {
    private static final SpanBody CONSTANT = HiddenCopy.classData(MethodHandles.lookup(), SpanBody.class);

    private final SpanBody body;
    private final RowWrites writes;

    SpanDriver(SpanBody body) {
        this(body, null);
    }

    /** For loops outside of kernels, whose spans record writes. */
    SpanDriver(SpanBody body, RowWrites writes) {
        this.body = body;
        this.writes = writes;
    }

    /** A driver class of its own for a body; the ordinary driver if specialisation is not possible. */
    static KernelDriver specialised(SpanBody body) {
        return Specialisation.driver(
                Specialisation.SPANS, body, SpanDriver.class, SpanBody.class, body, new SpanDriver(body));
    }

    @Override
    public void run(RowContext context, MatchSnapshot matches, long entry, int fromWord, int toWord) {
        RowStack rows = RowStack.of(context);
        Span span = writes != null ? rows.begin(new CheckedSpan(context, writes)) : rows.beginSpan();
        try {
            run(span, context, entry, fromWord, toWord);
        } finally {
            rows.end();
        }
    }

    private void run(Span span, RowContext context, long entry, int fromWord, int toWord) {
        SpanBody inlined = CONSTANT != null ? CONSTANT : body;
        Span known = CONSTANT != null ? (KernelSpan) span : span;
        int limit = toWord << 6;
        int from = SnapshotEntry.nextMatch(entry, fromWord << 6);
        while (from < limit) {
            int to = Math.min(SnapshotEntry.endOfRun(entry, from), limit);
            int wrappedBefore = context.wrappedCount();
            Span here = known.at(SnapshotEntry.base(entry), from, to); // again, because the block may have moved
            try {
                inlined.accept(here);
            } finally {
                here.leave();
                context.unwrap(wrappedBefore);
            }
            from = SnapshotEntry.nextMatch(entry, to);
        }
    }
}
