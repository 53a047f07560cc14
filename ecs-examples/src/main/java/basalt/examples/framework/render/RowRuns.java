package basalt.examples.framework.render;

import basalt.component.Column;
import basalt.memory.MemorySource;
import basalt.memory.Slice;
import basalt.memory.TransferableBlock;
import java.util.Arrays;

/**
 * The rows of a layer in a frame: the pieces to upload, and the runs to draw.
 *
 * <p>Each upload has a fixed cost. So neighbouring runs of rows are uploaded as one piece, together with the rows
 * between them, and are drawn separately:
 *
 * <pre>
 *  rows of a block     ##### ### ##                  ####       # matches, else a hole
 *  pieces              [----------]                  [--]
 *  vertices            0123456789ab                  cdef
 *  firsts, counts      0,5   6,3 a,2                 c,4
 * </pre>
 *
 * <p>Blocks stay at their addresses while the structure of the world does not change. The firsts and counts lie off the
 * heap, where OpenGL reads them.
 */
final class RowRuns implements AutoCloseable {
    /**
     * The largest gap between two runs of a piece, in rows: copying that many costs about as much as another upload.
     */
    static final int MOST_BETWEEN = 1_024;

    private static final int ALIGNMENT = 64;
    private static final int FIRST_CAPACITY = 64;
    private static final int DRAW_BYTES = 2 * Integer.BYTES;

    private long[] bases = new long[FIRST_CAPACITY];
    private int[] froms = new int[FIRST_CAPACITY];
    private int[] ends = new int[FIRST_CAPACITY];
    private int runs;

    /** The first run of each piece, followed by the number of runs. */
    private int[] pieceStarts = new int[FIRST_CAPACITY + 1];

    private int pieces;
    private int vertices;
    private int capacity;
    private TransferableBlock block;

    /** The first vertex of each run; then, from index capacity on, the number of vertices of each run. */
    private Slice draws;

    /** Removes all rows. */
    void clear() {
        runs = 0;
    }

    /**
     * Adds a run of rows of a block. The runs of a block must be added in ascending order. This is only a few stores,
     * so the JIT inlines it into the loop over the spans.
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

    /** Joins the runs to pieces. Called after all runs have been added. */
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

    /** Number of pieces to upload. */
    int pieces() {
        return pieces;
    }

    /** Number of rows in a piece. */
    int rows(int piece) {
        return ends[pieceStarts[piece + 1] - 1] - froms[pieceStarts[piece]];
    }

    /** Address of a piece of a column. */
    long address(int piece, Column column) {
        int start = pieceStarts[piece];
        // SAFETY: base is the block of a span, and the piece lies within the block's rows.
        return bases[start]
                + column.offset()
                + ((long) froms[start] << column.kind().shift());
    }

    /** Number of vertices of all pieces, including the rows between the runs. */
    int vertices() {
        return vertices;
    }

    /** Number of runs to draw. */
    int runs() {
        return runs;
    }

    /** Address of the first vertices of the runs, as ints. */
    long firstsAddress() {
        return draws.addressUnchecked();
    }

    /** Address of the lengths of the runs, as ints. */
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
