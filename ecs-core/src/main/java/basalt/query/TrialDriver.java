package basalt.query;

import static basalt.component.layout.BlockLayout.ROWS;

import basalt.internal.HiddenCopy;
import basalt.match.MatchedBlock;
import basalt.match.MatchedRows;
import basalt.runtime.KernelDriver;
import basalt.runtime.RowContext;
import java.lang.invoke.MethodHandles;

/**
 * A loop around a {@link RowBody} like that of {@link RowDriver}, for comparison. It visits every other row, and then
 * the rows between, which the JIT cannot vectorise.
 *
 * <p>As a hidden class for one body, it inlines the body if the JIT can: the difference to the kernel's time is the
 * gain from vectors. The ordinary class is used with several bodies, so it calls the body: the difference is the gain
 * from inlining and vectors.
 */
final class TrialDriver implements KernelDriver {
    private static final RowBody CONSTANT = HiddenCopy.classData(MethodHandles.lookup(), RowBody.class);

    private static final int ROW_BOUND = 2 * ROWS - 1;

    private final RowBody body;

    TrialDriver(RowBody body) {
        this.body = body;
    }

    /** Runs over all rows of the words, matching or not. */
    @Override
    public void run(RowContext context, MatchedRows matches, long entry, int fromWord, int toWord) {
        KernelRow row = new KernelRow(context, MatchedBlock.base(entry), 0);
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
