package basalt.bench.hierarchy;

import basalt.bench.field.c.NativeLibrary;
import basalt.bench.scene.Check;
import basalt.memory.MemorySource;
import java.io.IOException;
import java.lang.invoke.MethodHandle;
import org.agrona.UnsafeApi;

/** Indices in arrays, linked by the functions of {@code links.c}. Needs a C compiler, and JDK 22. */
final class NativeTrees implements Trees {
    private static final int LINKS = 9;
    private static final int PARENT = 0;
    private static final int COUNT = 6;
    private static final NativeLibrary LIBRARY = open();
    private static final MethodHandle ATTACH =
            LIBRARY.function("attach", void.class, long.class, long.class, long.class, long.class, int.class);
    private static final MethodHandle DESTROY =
            LIBRARY.function("destroy", int.class, long.class, long.class, int.class, long.class);

    private final MemorySource memory = MemorySource.direct();
    private final Shape shape;
    private final int children;
    private final long stride;
    private final long arrays;
    private int alive;

    NativeTrees(Shape shape) {
        this.shape = shape;
        children = shape.entities() - shape.trees();
        stride = shape.entities() + 1;
        arrays = memory.allocate(bytes(), MemorySource.MAX_ALIGNMENT);
    }

    private static NativeLibrary open() {
        try {
            return NativeLibrary.compile("links.c");
        } catch (IOException missing) {
            throw new IllegalStateException(missing);
        }
    }

    /** The links, a list of entities, children, and their parents by how many trees these are behind. */
    private long bytes() {
        return (LINKS + 4) * stride * Integer.BYTES;
    }

    private long array(int number) {
        return arrays + number * stride * Integer.BYTES;
    }

    private static void put(long array, int at, int value) {
        UnsafeApi.putInt(null, array + (long) at * Integer.BYTES, value);
    }

    private static int get(long array, int at) {
        return UnsafeApi.getInt(null, array + (long) at * Integer.BYTES);
    }

    @Override
    public void spawn() {
        UnsafeApi.setMemory(array(0), bytes(), (byte) 0);
        alive = shape.entities();
        int count = 0;
        for (int i = 0; i < shape.entities(); i++) {
            if (!shape.isRoot(i)) {
                put(array(LINKS + 1), count, 1 + i);
                put(array(LINKS + 2), count, 1 + shape.parent(i, 0));
                put(array(LINKS + 3), count, 1 + shape.parent(i, 1));
                count++;
            }
        }
    }

    @Override
    public void attach(int treesBehind) {
        try {
            ATTACH.invokeExact(array(0), stride, array(LINKS + 1), array(LINKS + 2 + treesBehind), children);
        } catch (Throwable e) {
            throw new IllegalStateException(e);
        }
    }

    @Override
    public void destroyRoots() {
        try {
            for (int i = 0; i < shape.trees(); i++) {
                alive -= (int) DESTROY.invokeExact(array(0), stride, 1 + shape.root(i), array(LINKS));
            }
        } catch (Throwable e) {
            throw new IllegalStateException(e);
        }
    }

    @Override
    public void checkAttached(int treesBehind) {
        int attached = 0;
        for (int i = 1; i <= shape.entities(); i++) {
            attached += get(array(COUNT), i);
        }
        Check.same("children", children, attached);
        int last = get(array(LINKS + 1), children - 1);
        Check.same("parent", get(array(LINKS + 2 + treesBehind), children - 1), get(array(PARENT), last));
    }

    @Override
    public void checkEmpty() {
        Check.same("entities", 0, alive);
    }

    @Override
    public void close() {
        memory.free(arrays, bytes());
    }
}
