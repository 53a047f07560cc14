package basalt.query;

import static basalt.component.BlockLayout.WORDS;

import basalt.component.Component;
import basalt.storage.Changes;
import java.util.List;

/**
 * Internal: one run of a kernel, cut into pieces that the workers of a schedule share. A piece is a stretch of words of 64 rows
 * within a block; pieces are in ascending row order. Reused from run to run.
 *
 * <pre>
 *   open(kernel)            the world's thread takes the snapshot
 *   writes(components)      marks what the kernel may write, for whoever looks for changes
 *   cut(rows)               into pieces of about so many rows
 *   run(piece, worker)      any worker, each piece once
 *   close()                 the world's thread; the last opened first
 * </pre>
 */
public final class KernelRun {
    private static final int MOST_PIECES = 1024;

    private final Iterations home;
    private Query query;
    private KernelDriver driver;
    private Matches matches;
    private RowKernel pureInStrictMode;
    private int wordShift;

    /**
     * Nothing yet.
     *
     * @param home the world's iterations
     */
    public KernelRun(Iterations home) {
        this.home = home;
    }

    /**
     * Takes the snapshot of a kernel over rows, as one piece. For the world's thread, while the world is not lent.
     *
     * @param kernel the kernel
     * @return rows of the snapshot
     */
    public int open(RowKernel kernel) {
        pureInStrictMode = kernel.isChecked() ? kernel : null;
        return open(kernel.query(), kernel.driver(), kernel.isPure() && pureInStrictMode == null);
    }

    /**
     * Takes the snapshot of a kernel over spans, as one piece. For the world's thread, while the world is not lent.
     *
     * @param kernel the kernel
     * @return rows of the snapshot
     */
    public int open(SpanKernel kernel) {
        pureInStrictMode = null;
        return open(kernel.query(), kernel.driver(), false);
    }

    private int open(Query newQuery, KernelDriver newDriver, boolean pure) {
        query = newQuery;
        driver = newDriver;
        matches = pureInStrictMode == null
                ? home.take(query.filter(), pure)
                : home.open(query.filter(), pure); // that kernel's own run takes what has changed
        wordShift = Integer.numberOfTrailingZeros(WORDS);
        return matches.countRows();
    }

    /**
     * Marks what the kernel's system has declared to write, in all rows of the snapshot. For the world's thread, after {@code
     * open}.
     *
     * @param components what it writes
     */
    public void writes(List<Component<?>> components) {
        Changes changes = home.store().changes();
        for (int i = 0; i < components.size(); i++) {
            if (changes.isTracked(components.get(i).id(), query.filter().unseen())) {
                matches.mark(changes, components.get(i));
            }
        }
    }

    /**
     * Cuts the snapshot into pieces.
     *
     * @param rowsPerPiece about how many rows each is to have at most, at least 1
     */
    public void cut(int rowsPerPiece) {
        if (pureInStrictMode != null) {
            return;
        }
        int words = Math.max(1, rowsPerPiece >>> 6);
        wordShift = Math.min(Integer.numberOfTrailingZeros(WORDS), 31 - Integer.numberOfLeadingZeros(words));
        while (pieces() > MOST_PIECES && wordShift < Integer.numberOfTrailingZeros(WORDS)) {
            wordShift++; // rows are thin over many blocks: most pieces would be empty
        }
    }

    /**
     * How many pieces there are; some may have no rows.
     *
     * @return pieces
     */
    public int pieces() {
        return pureInStrictMode != null ? 1 : matches.count() << piecesShift();
    }

    /**
     * Runs a piece.
     *
     * @param piece which, from 0
     * @param worker who the calling thread is
     */
    public void run(int piece, Worker worker) {
        if (pureInStrictMode != null) {
            pureInStrictMode.run();
            return;
        }
        int from = (piece & (1 << piecesShift()) - 1) << wordShift;
        long entry = matches.entry(piece >>> piecesShift());
        Iterations here = worker.iterations();
        RowContext context = here.context(query.declared());
        try {
            driver.run(context, matches, entry, from, from + (1 << wordShift));
        } finally {
            context.close();
        }
    }

    private int piecesShift() {
        return Integer.numberOfTrailingZeros(WORDS) - wordShift;
    }

    /** Ends the run. For the world's thread. */
    public void close() {
        home.close(matches);
        matches = null;
    }
}
