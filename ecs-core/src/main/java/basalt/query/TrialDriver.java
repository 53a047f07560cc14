package basalt.query;

import static basalt.component.BlockLayout.ROWS;

import basalt.runtime.KernelDriver;
import basalt.runtime.RowContext;
import basalt.snapshot.MatchSnapshot;
import basalt.snapshot.SnapshotEntry;
import java.lang.invoke.MethodHandles;

/**
 * A loop around a {@link RowBody} that is as {@link RowDriver}'s but in one regard, for comparison. It goes through
 * every other row, and then through those between, which the JIT does not vectorise.
 *
 * <p>Defined as a hidden class for a body, the body is inlined if the JIT does that at all: the difference to its
 * kernel is what vectors bring. Used as it is, by several bodies, the body is called: the difference is what inlining
 * and vectors bring.
 */
final class TrialDriver implements KernelDriver {
    private static final RowBody CONSTANT = Specialisation.classData(MethodHandles.lookup(), RowBody.class);

    private static final int ROW_BOUND = 2 * ROWS - 1;

    private final RowBody body;

    TrialDriver(RowBody body) {
        this.body = body;
    }

    /** Runs over all rows of the words, whatever the snapshot says. */
    @Override
    public void run(RowContext context, MatchSnapshot snapshot, long entry, int fromWord, int toWord) {
        KernelRow row = new KernelRow(context, SnapshotEntry.base(entry), 0);
        loop(row, fromWord << 6, toWord << 6);
        loop(row, (fromWord << 6) + 1, toWord << 6);
    }

    private void loop(KernelRow row, int from, int to) {
        RowBody inlined = CONSTANT != null ? CONSTANT : body;
        int end = to & ROW_BOUND;
        for (int at = from & ROW_BOUND; at < end; at += 2) {
            Row here = row.at(at);
            inlined.accept(here);
            here.leave();
        }
    }
}
