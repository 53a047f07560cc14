package basalt.storage.file;

import static basalt.component.layout.BlockLayout.ROWS;

import basalt.storage.SavedRows;
import java.io.IOException;

/**
 * The generations that entity indices had before the world went back to a snapshot, where they are higher than those
 * that their rows have, so that they are not given out again. Only in files of such worlds.
 *
 * <pre>
 *   int block, ascending, which may be one that does not exist any more
 *   short runs; for each run: short indices - 1, int generation or 0; together 16384 indices; again ...
 * </pre>
 */
final class GivenChunk {
    private static final int MOST_BYTES = Integer.BYTES + Short.BYTES + ROWS * (Short.BYTES + Integer.BYTES);

    private GivenChunk() {}

    static void encode(ChunkBuffer to, SavedRows rows) throws IOException {
        to.begin(FileFormat.GIVEN);
        int[] generations = new int[rows.endOfGiven() == 0 ? 0 : ROWS];
        for (int block = 0; block < rows.endOfGiven(); block++) {
            if (rows.given(block, generations)) {
                to.require(MOST_BYTES);
                to.putInt(block);
                encodeRuns(to, generations);
            }
        }
        to.end();
    }

    private static void encodeRuns(ChunkBuffer to, int[] generations) {
        int runs = 1;
        for (int row = 1; row < ROWS; row++) {
            runs += generations[row] != generations[row - 1] ? 1 : 0;
        }
        to.putShort(runs);
        for (int row = 0; row < ROWS; ) {
            int end = row + 1;
            while (end < ROWS && generations[end] == generations[row]) {
                end++;
            }
            to.putShort(end - row - 1);
            to.putInt(generations[row]);
            row = end;
        }
    }

    static void decode(ChunkReader file, SavedRows rows, Loading loading) throws IOException {
        int[] generations = file.type() == FileFormat.GIVEN ? new int[ROWS] : null;
        int last = -1;
        while (file.type() == FileFormat.GIVEN) {
            ChunkCursor from = file.entry(FileFormat.GIVEN);
            int most = (int) Math.min(loading.maxRows / ROWS, Integer.MAX_VALUE / ROWS);
            int block = from.getInt(most, "a block of generations");
            from.require(block > last, "the blocks of generations are not ascending");
            last = block;
            int row = 0;
            int any = 0;
            for (int runs = from.getShort(); runs > 0; runs--) {
                int end = row + from.getShort() + 1;
                from.require(end <= ROWS, "there are more generations than rows");
                int generation = from.getInt();
                any |= generation;
                for (; row < end; row++) {
                    generations[row] = generation;
                }
            }
            from.require(row == ROWS, "there are fewer generations than rows");
            from.require(any != 0, "a block of generations has none");
            loading.take(from, SavedRows.GIVEN_BYTES);
            rows.setGiven(block, generations);
        }
    }
}
