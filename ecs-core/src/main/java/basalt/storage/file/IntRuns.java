package basalt.storage.file;

import static basalt.component.layout.BlockLayout.ROWS;

import java.util.Arrays;

/**
 * A number for each row of a block, as runs of rows, in which each number is the one before it plus a step:
 *
 * <pre>
 *   short runs; for each run: short rows - 1, int first number; together 16384 rows
 * </pre>
 */
final class IntRuns {
    /** The bytes of a run. */
    static final int RUN_BYTES = Short.BYTES + Integer.BYTES;

    private IntRuns() {}

    static int count(int[] numbers, int step) {
        int runs = 1;
        for (int row = 1; row < ROWS; row++) {
            runs += numbers[row] != numbers[row - 1] + step ? 1 : 0;
        }
        return runs;
    }

    /** Writes the runs, of which there are so many as {@link #count} says. */
    static void encode(ChunkBuffer to, int runs, int[] numbers, int step) {
        to.putShort(runs);
        for (int row = 0; row < ROWS; ) {
            int end = end(numbers, row, step);
            to.putShort(end - row - 1);
            to.putInt(numbers[row]);
            row = end;
        }
    }

    private static int end(int[] numbers, int row, int step) {
        if (step == 0) {
            int same = Arrays.mismatch(numbers, row, ROWS - 1, numbers, row + 1, ROWS);
            return same < 0 ? ROWS : row + same + 1;
        }
        int end = row + 1;
        while (end < ROWS && numbers[end] == numbers[end - 1] + step) {
            end++;
        }
        return end;
    }

    /** Takes the rows of a run, and its first number. */
    interface Run {
        void set(int from, int end, int first);
    }

    /** Reads so many runs. */
    static void decode(ChunkCursor from, int runs, String what, Run to) {
        int row = 0;
        for (int i = 0; i < runs; i++) {
            int end = row + from.getShort() + 1;
            from.require(end <= ROWS, "there are more " + what + " than rows");
            to.set(row, end, from.getInt());
            row = end;
        }
        from.require(row == ROWS, "there are fewer " + what + " than rows");
    }
}
