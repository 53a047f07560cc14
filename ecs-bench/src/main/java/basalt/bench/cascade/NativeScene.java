package basalt.bench.cascade;

import basalt.bench.field.c.NativeLibrary;
import basalt.bench.scene.Check;
import basalt.memory.MemorySource;
import java.io.IOException;
import java.lang.invoke.MethodHandle;
import java.util.Locale;
import org.agrona.UnsafeApi;

/**
 * The nodes of a tree as arrays of matrices, updated by {@code cascade.c}; without a C compiler, or before JDK 22, by
 * the same loops in Java, with a line that says so.
 *
 * <pre>
 *   local matrices | global matrices | rows of nodes | rows of their parents
 * </pre>
 */
final class NativeScene implements AutoCloseable {
    private static final NativeLibrary LIBRARY = open();
    private static final MethodHandle IN_ORDER = function("in_order", long.class, long.class, long.class, int.class);
    private static final MethodHandle BY_ROWS =
            function("by_rows", long.class, long.class, long.class, long.class, int.class);

    private static final int LINE = 64;
    private static final int MATRIX_BYTES = Nodes.FLOATS * Float.BYTES;

    private final Nodes nodes;
    private final boolean isRandom;
    private final int[] places;
    private final long bytes;
    private final long locals;
    private final long globals;
    private final long rows;
    private final long parents;

    /**
     * Builds the arrays.
     *
     * @param nodes the tree
     * @param placement how nodes lie in the arrays: breadth-first or random
     */
    NativeScene(Nodes nodes, Placement placement) {
        if (placement == Placement.ARRANGED) {
            throw new IllegalArgumentException("nothing arranges arrays: placement=" + placement);
        }
        this.nodes = nodes;
        isRandom = placement == Placement.RANDOM;
        places = nodes.permutation(isRandom, 1);
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

    private static NativeLibrary open() {
        try {
            return NativeLibrary.compile("cascade.c");
        } catch (IOException missing) {
            System.out.printf(Locale.ROOT, "# loops in Java instead of C: %s%n", missing.getMessage());
            return null;
        }
    }

    private static MethodHandle function(String name, Class<?>... parameters) {
        return LIBRARY == null ? null : LIBRARY.function(name, void.class, parameters);
    }

    void run() {
        if (LIBRARY == null) {
            runInJava();
            return;
        }
        try {
            if (isRandom) {
                BY_ROWS.invokeExact(locals, globals, rows, parents, nodes.count());
            } else {
                IN_ORDER.invokeExact(locals, globals, parents, nodes.count());
            }
        } catch (Throwable e) {
            throw new IllegalStateException(e);
        }
    }

    void runInJava() {
        for (int node = 0; node < nodes.count(); node++) {
            int row = UnsafeApi.getInt(null, rows + 4L * node);
            float[] local = read(locals, row);
            int parent = UnsafeApi.getInt(null, parents + 4L * node);
            write(globals, row, node == 0 ? local : Nodes.product(read(globals, parent), local));
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
