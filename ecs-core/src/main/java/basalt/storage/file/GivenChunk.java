package basalt.storage.file;

import static basalt.component.layout.BlockLayout.ROWS;

import basalt.storage.SavedRows;
import java.io.IOException;
import java.util.Arrays;

/**
 * The generations that entity indices had before the world went back to a snapshot, where they are higher than those
 * that their rows have, so that they are not given out again. Only in files of such worlds.
 *
 * <pre>
 *   int block, ascending, which may be one that does not exist any more
 *   runs of generations or 0 (see IntRuns), one for each index; again ...
 * </pre>
 */
final class GivenChunk {
    private static final int MOST_BYTES = Integer.BYTES + Short.BYTES + ROWS * IntRuns.RUN_BYTES;

    private GivenChunk() {}

    static void encode(ChunkBuffer to, SavedRows rows) throws IOException {
        to.begin(FileFormat.GIVEN);
        int[] generations = new int[rows.endOfGiven() == 0 ? 0 : ROWS];
        for (int block = 0; block < rows.endOfGiven(); block++) {
            if (rows.given(block, generations)) {
                to.require(MOST_BYTES);
                to.putInt(block);
                IntRuns.encode(to, IntRuns.count(generations, 0), generations, 0);
            }
        }
        to.end();
    }

    static void decode(ChunkReader file, SavedRows rows, Loading loading) throws IOException {
        int[] generations = new int[ROWS];
        int last = -1;
        while (file.type() == FileFormat.GIVEN) {
            ChunkCursor from = file.entry(FileFormat.GIVEN);
            int most = (int) Math.min(loading.maxRows / ROWS, Integer.MAX_VALUE / ROWS);
            int block = from.getInt(most, "a block of generations");
            from.require(block > last, "the blocks of generations are not ascending");
            last = block;
            IntRuns.decode(from, from.getShort(), "generations", (row, end, generation) -> {
                Arrays.fill(generations, row, end, generation);
            });
            from.require(
                    Arrays.stream(generations).anyMatch(generation -> generation != 0),
                    "a block of generations has none");
            loading.take(from, SavedRows.GIVEN_BYTES);
            rows.setGiven(block, generations);
        }
    }
}
