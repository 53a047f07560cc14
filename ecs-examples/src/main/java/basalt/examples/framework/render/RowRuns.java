package basalt.examples.framework.render;

import basalt.component.Column;
import basalt.memory.MemorySource;
import basalt.memory.Slice;
import basalt.memory.TransferableBlock;
import java.util.Arrays;

/**
 * The rows of a layer in a frame: what to upload, and what of it to draw.
 *
 * <p>An upload has a price of its own, however small it is. So neighbouring runs of rows are uploaded in one piece,
 * with what lies between them, and only drawn apart:
 *
 * <pre>
 *  rows of a block     ##### ### ##                  ####       # matches, else a hole
 *  pieces              [----------]                  [--]
 *  vertices            0123456789ab                  cdef
 *  firsts, counts      0,5   6,3 a,2                 c,4
 * </pre>
 *
 * <p>Rows are those of blocks, which stay where they are while the world's structure does not change. The firsts and
 * counts are off heap, since OpenGL reads them from there.
 */
final class RowRuns implements GlObject {
    /** How many rows may lie between two runs of a piece: copying them costs about as much as another upload. */
    static final int MOST_BETWEEN = 1_024;

    private static final int ALIGNMENT = 64;
    private static final int FIRST_CAPACITY = 64;
    private static final int DRAW_BYTES = 2 * Integer.BYTES;

    private long[] bases = new long[FIRST_CAPACITY];
    private int[] froms = new int[FIRST_CAPACITY];
    private int[] ends = new int[FIRST_CAPACITY];
    private int runs;

    /** The first run of each piece; after the last one, how many runs there are. */
    private int[] pieceStarts = new int[FIRST_CAPACITY + 1];

    private int pieces;
    private int vertices;
    private int capacity;
    private TransferableBlock block;

    /** The first vertex of each run; then, after the capacity, how many vertices it has. */
    private Slice draws;

    /** Forgets all rows. */
    void clear() {
        runs = 0;
    }

    /**
     * Adds a run of rows of a block, which must come after those that were added before if the block is the same. No
     * more than a few stores, so that the JIT takes this into the loop over the spans.
     */
    void add(long base, int from, int to) {
        int at = runs;
        if (at == bases.length) {
            grow();
        }
        bases[at] = base;
        froms[at] = from;
        ends[at] = to;
        runs = at + 1;
    }

    private void grow() {
        int larger = 2 * bases.length;
        bases = Arrays.copyOf(bases, larger);
        froms = Arrays.copyOf(froms, larger);
        ends = Arrays.copyOf(ends, larger);
        pieceStarts = new int[larger + 1];
    }

    /** All runs are added: joins them to pieces. */
    void join() {
        reserve();
        pieces = 0;
        vertices = 0;
        for (int run = 0; run < runs; run++) {
            boolean near = run > 0 && bases[run] == bases[run - 1] && froms[run] - ends[run - 1] <= MOST_BETWEEN;
            if (near) {
                vertices += froms[run] - ends[run - 1];
            } else {
                pieceStarts[pieces++] = run;
            }
            draws.putInt((long) run * Integer.BYTES, vertices);
            draws.putInt((long) (capacity + run) * Integer.BYTES, ends[run] - froms[run]);
            vertices += ends[run] - froms[run];
        }
        pieceStarts[pieces] = runs;
    }

    private void reserve() {
        if (bases.length > capacity) {
            TransferableBlock larger =
                    TransferableBlock.allocate(MemorySource.direct(), (long) bases.length * DRAW_BYTES, ALIGNMENT);
            close();
            block = larger;
            draws = larger.slice();
            capacity = bases.length;
        }
    }

    /** How many pieces there are to upload. */
    int pieces() {
        return pieces;
    }

    /** How many rows a piece has. */
    int rows(int piece) {
        return ends[pieceStarts[piece + 1] - 1] - froms[pieceStarts[piece]];
    }

    /** Where a piece of a column lies. */
    long address(int piece, Column column) {
        int start = pieceStarts[piece];
        // SAFETY: base is a block that a span had, and the piece is within its rows.
        return bases[start]
                + column.offset()
                + ((long) froms[start] << column.kind().shift());
    }

    /** How many vertices the pieces are together: rows, and what lies between them. */
    int vertices() {
        return vertices;
    }

    /** How many runs of vertices there are to draw. */
    int runs() {
        return runs;
    }

    /** Where the first vertices of the runs are, as ints. */
    long firstsAddress() {
        return draws.addressUnchecked();
    }

    /** Where the lengths of the runs are, as ints. */
    long countsAddress() {
        return draws.addressUnchecked() + (long) capacity * Integer.BYTES;
    }

    @Override
    public void close() {
        if (block != null) {
            block.close();
        }
    }
}
