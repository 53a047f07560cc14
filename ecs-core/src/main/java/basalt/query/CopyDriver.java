package basalt.query;

import static basalt.component.layout.BlockLayout.GENERATIONS;
import static basalt.component.layout.BlockLayout.ROWS;

import basalt.match.MatchSnapshot;
import basalt.match.SnapshotEntry;
import basalt.runtime.KernelDriver;
import basalt.runtime.RowContext;
import basalt.storage.ColumnMemory;
import basalt.storage.TrialBlock;

/**
 * Copies one int for each row, for comparison: the best that the processor and the JIT can do. It uses the part of a
 * {@link TrialBlock} that holds the generations of unused rows.
 *
 * <p>SAFETY: a block has 4 * 4096 generations; the trial's rows use the first 4096, and this class the other three
 * parts.
 */
final class CopyDriver implements KernelDriver {
    /** Bytes that a row reads and writes. */
    static final int BYTES_PER_ROW = 2 * Integer.BYTES;

    private static final int FROM = GENERATIONS + 2 * TrialBlock.ROWS * Integer.BYTES;
    private static final int TO = GENERATIONS + 3 * TrialBlock.ROWS * Integer.BYTES;
    private static final int ROW_BOUND = 2 * ROWS - 1;

    private final boolean vectorised;

    CopyDriver(boolean vectorised) {
        this.vectorised = vectorised;
    }

    @Override
    public void run(RowContext context, MatchSnapshot snapshot, long entry, int fromWord, int toWord) {
        if (vectorised) {
            copy(SnapshotEntry.base(entry), toWord << 6);
        } else {
            copyScalar(SnapshotEntry.base(entry), 0, toWord << 6);
            copyScalar(SnapshotEntry.base(entry), 1, toWord << 6);
        }
    }

    private static void copy(long base, int rows) {
        int end = rows & ROW_BOUND;
        for (int at = 0; at < end; at++) {
            ColumnMemory.putInt(base, at, TO, ColumnMemory.getInt(base, at, FROM));
        }
    }

    /** In the order of {@link TrialDriver}. */
    private static void copyScalar(long base, int from, int rows) {
        int end = rows & ROW_BOUND;
        for (int at = from & ROW_BOUND; at < end; at += 2) {
            ColumnMemory.putInt(base, at, TO, ColumnMemory.getInt(base, at, FROM));
        }
    }
}
