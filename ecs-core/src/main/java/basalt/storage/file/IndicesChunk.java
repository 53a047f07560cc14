package basalt.storage.file;

import static basalt.component.layout.BlockLayout.ROWS;
import static basalt.component.layout.BlockLayout.ROW_BITS;
import static basalt.component.layout.BlockLayout.WORDS;

import basalt.storage.SavedRows;
import basalt.storage.file.GenerationsCode.IntRuns;
import java.io.IOException;
import java.util.Arrays;
import java.util.BitSet;

/**
 * The entity indices of the rows of blocks in which rows have other indices than their own. The indices of these blocks
 * are a permutation of their rows. Only in files of worlds in which rows have moved.
 *
 * <pre>
 *   int block, ascending
 *   runs of ascending indices (see IntRuns)
 *   or short 0, and for each row its index, in as many bits as the highest index of the world has, the lowest bits of
 *   a long first: 256 * bits longs; what is shorter
 *   again ...
 * </pre>
 */
final class IndicesChunk {
    private static final int MOST_BYTES = Integer.BYTES + Short.BYTES + ROWS * Integer.BYTES;

    private final int bits;
    private final int[] indices = new int[ROWS];

    private IndicesChunk(int blocks) {
        bits = Integer.SIZE - Integer.numberOfLeadingZeros((blocks << ROW_BITS) - 1);
    }

    static void encode(ChunkBuffer to, SavedRows rows, int blocks) throws IOException {
        IndicesChunk chunk = new IndicesChunk(blocks);
        to.begin(FileFormat.INDICES);
        for (int block = 0; block < blocks; block++) {
            if (rows.indices(block, chunk.indices)) {
                to.require(MOST_BYTES);
                to.putInt(block);
                chunk.encode(to);
            }
        }
        to.end();
    }

    private void encode(ChunkBuffer to) {
        int runs = IntRuns.count(indices, 1);
        if (runs * IntRuns.RUN_BYTES > GenerationsCode.packedLongs(bits) * Long.BYTES) {
            to.putShort(0);
            GenerationsCode.pack(to, bits, row -> indices[row]);
        } else {
            IntRuns.encode(to, runs, indices, 1);
        }
    }

    /** Reads the indices of all blocks, and checks that each index is that of one row. */
    static void decode(ChunkReader file, SavedRows rows, int blocks, Loading loading) throws IOException {
        if (!file.hasMoved() || file.type() != FileFormat.INDICES) {
            return;
        }
        IndicesChunk chunk = new IndicesChunk(blocks);
        BitSet moved = new BitSet();
        long[] found = new long[blocks * WORDS];
        while (file.type() == FileFormat.INDICES) {
            ChunkCursor from = file.entry(FileFormat.INDICES);
            int block = from.getInt(blocks - 1, "a block of indices");
            from.require(block >= moved.length(), "the blocks of indices are not ascending");
            moved.set(block);
            chunk.decode(from);
            chunk.check(from, block, found);
            loading.take(from, SavedRows.INDICES_BYTES);
            rows.setIndices(block, chunk.indices);
        }
        for (int word = 0; word < found.length; word++) {
            if (found[word] != 0 && !moved.get(word / WORDS)) {
                throw file.damage("the index of a row is that of another one, too: index=" + (word << 6), null);
            }
        }
        rows.endIndices();
    }

    private void decode(ChunkCursor from) {
        int runs = from.getShort();
        if (runs == 0) {
            GenerationsCode.unpack(from, bits, (row, index) -> indices[row] = index);
            return;
        }
        IntRuns.decode(from, runs, "indices", (first, end, index) -> {
            for (int row = first; row < end; row++) {
                indices[row] = index + row - first;
            }
        });
    }

    /** Throws unless the indices are those of rows of the world, which were not found before, and some has moved. */
    private void check(ChunkCursor from, int block, long[] found) {
        boolean isAny = false;
        for (int row = 0; row < ROWS; row++) {
            int index = indices[row];
            if (index < 0 || index >>> 6 >= found.length) {
                throw from.damage("the index of a row is out of range: index=" + Integer.toUnsignedLong(index));
            }
            if ((found[index >>> 6] >>> index & 1) != 0) {
                throw from.damage("the index of a row is that of another one, too: index=" + index);
            }
            found[index >>> 6] |= 1L << index;
            isAny |= index != (block << ROW_BITS | row);
        }
        from.require(isAny, "a block of indices has no row that has moved");
    }

    /**
     * The generations that entity indices had before the world went back to a snapshot, where they are higher than
     * those that their rows have, so that they are not given out again. Only in files of such worlds.
     *
     * <pre>
     *   int block, ascending, which may be one that does not exist any more
     *   runs of generations or 0 (see IntRuns), one for each index; again ...
     * </pre>
     */
    static final class GivenChunk {
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
}
