package basalt.bench.arrange;

import basalt.bench.scene.Check;
import basalt.memory.MemorySource;
import java.util.SplittableRandom;
import org.agrona.UnsafeApi;

/**
 * The moves that close the holes of {@link Holes}, for C: six packed arrays of floats, the rows that move, and tables
 * from rows to indices and back.
 */
final class Moves implements AutoCloseable {
    private static final long STRIDE = 4L * Holes.ROWS + 320; // not all at multiples of 4096
    private static final int ARRAYS = 6;

    private final long arrays = allocate(ARRAYS * STRIDE);
    private final long indices = allocate(4L * Holes.ROWS);
    private final long rows = allocate(4L * Holes.ROWS);
    private final long from = allocate(4L * Holes.ROWS);
    private final long to = allocate(4L * Holes.ROWS);
    private int count;

    Moves() {
        boolean[] isHole = new boolean[Holes.ROWS];
        SplittableRandom random = new SplittableRandom(Holes.PERCENT);
        int alive = 0;
        for (int row = 0; row < Holes.ROWS; row++) {
            isHole[row] = random.nextInt(100) < Holes.PERCENT;
            alive += isHole[row] ? 0 : 1;
            UnsafeApi.putInt(null, indices + 4L * row, row);
            UnsafeApi.putInt(null, rows + 4L * row, row);
            for (int array = 0; array < ARRAYS; array++) {
                UnsafeApi.putFloat(null, arrays + array * STRIDE + 4L * row, row);
            }
        }
        int source = alive;
        for (int hole = 0; hole < alive; hole++) {
            if (isHole[hole]) {
                while (isHole[source]) {
                    source++;
                }
                UnsafeApi.putInt(null, from + 4L * count, source++);
                UnsafeApi.putInt(null, to + 4L * count++, hole);
            }
        }
    }

    private static long allocate(long bytes) {
        return MemorySource.allocateFrom(MemorySource.direct(), bytes, 64);
    }

    /** Moves them; again moves the same. */
    void run() {
        NativeRows.moveRows(arrays, STRIDE, from, to, indices, rows, count);
    }

    @Override
    public void close() {
        int last = UnsafeApi.getInt(null, from + 4L * (count - 1));
        int hole = UnsafeApi.getInt(null, to + 4L * (count - 1));
        Check.same("value", hole, (float) last, UnsafeApi.getFloat(null, arrays + 5 * STRIDE + 4L * hole));
        Check.same("row", last, hole, UnsafeApi.getInt(null, rows + 4L * last));
        MemorySource.direct().free(arrays, ARRAYS * STRIDE);
        for (long table : new long[] {indices, rows, from, to}) {
            MemorySource.direct().free(table, 4L * Holes.ROWS);
        }
    }
}
