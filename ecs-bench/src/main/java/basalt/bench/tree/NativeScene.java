package basalt.bench.tree;

import basalt.bench.engine.NativeLibrary;
import basalt.bench.scene.Check;
import basalt.memory.MemorySource;
import java.lang.invoke.MethodHandle;
import org.agrona.UnsafeApi;

/**
 * The nodes of a tree as arrays of matrices, updated by {@code cascade.c}.
 *
 * <pre>
 *   local matrices | global matrices | rows of nodes | rows of their parents
 * </pre>
 */
final class NativeScene implements AutoCloseable {
    private static final NativeLibrary LIBRARY = NativeLibrary.of("cascade.c");
    private static final MethodHandle IN_ORDER = LIBRARY.function("in_order", "(JJJI)V");
    private static final MethodHandle BY_ROWS = LIBRARY.function("by_rows", "(JJJJI)V");
    private static final int LINE = 64;
    private static final int MATRIX_BYTES = Nodes.FLOATS * Float.BYTES;

    private final Nodes nodes;
    private final boolean isArranged;
    private final int[] places;
    private final long bytes;
    private final long locals;
    private final long globals;
    private final long rows;
    private final long parents;

    /** Nodes lie in breadth-first order, or in random rows. */
    NativeScene(Nodes nodes, boolean isArranged) {
        this.nodes = nodes;
        this.isArranged = isArranged;
        places = nodes.permutation(!isArranged, 1);
        int count = nodes.count();
        bytes = count * (2L * MATRIX_BYTES + 2L * Integer.BYTES);
        locals = MemorySource.allocateFrom(MemorySource.direct(), bytes, LINE);
        globals = locals + (long) count * MATRIX_BYTES;
        rows = globals + (long) count * MATRIX_BYTES;
        parents = rows + (long) count * Integer.BYTES;
        for (int node = 0; node < count; node++) {
            write(locals, places[node], nodes.local(node));
            UnsafeApi.putInt(null, rows + 4L * node, places[node]);
            UnsafeApi.putInt(null, parents + 4L * node, node == 0 ? 0 : places[nodes.parent(node)]);
        }
    }

    void run() {
        try {
            if (isArranged) {
                IN_ORDER.invokeExact(locals, globals, parents, nodes.count());
            } else {
                BY_ROWS.invokeExact(locals, globals, rows, parents, nodes.count());
            }
        } catch (Throwable e) {
            throw new IllegalStateException(e);
        }
    }

    private static float[] read(long matrices, int row) {
        float[] values = new float[Nodes.FLOATS];
        for (int i = 0; i < values.length; i++) {
            values[i] = UnsafeApi.getFloat(null, matrices + (long) row * MATRIX_BYTES + 4L * i);
        }
        return values;
    }

    private static void write(long matrices, int row, float[] values) {
        for (int i = 0; i < values.length; i++) {
            UnsafeApi.putFloat(null, matrices + (long) row * MATRIX_BYTES + 4L * i, values[i]);
        }
    }

    /** Compares all matrices with those by plain Java, and forgets them. */
    void check() {
        float[][] expected = nodes.globals();
        for (int node = 0; node < nodes.count(); node++) {
            float[] found = read(globals, places[node]);
            for (int i = 0; i < found.length; i++) {
                Check.same("matrix", node, expected[node][i] + 0f, found[i] + 0f);
                found[i] = Float.NaN;
            }
            write(globals, places[node], found);
        }
    }

    @Override
    public void close() {
        MemorySource.direct().free(locals, bytes);
    }
}
