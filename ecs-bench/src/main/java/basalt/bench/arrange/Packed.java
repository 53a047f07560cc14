package basalt.bench.arrange;

import basalt.memory.MemorySource;
import org.agrona.UnsafeApi;

/** Packed arrays of positions and velocities off heap, for loops in C. */
final class Packed implements AutoCloseable {
    /** Arrays that all begin at multiples of 4096 would alias each other. */
    private static final int STAGGER_BYTES = 320;

    private static final int LINE = 64;

    private final int dimensions;
    private final int count;
    private final long stride;
    private final long arrays;

    Packed(int dimensions, int count) {
        this.dimensions = dimensions;
        this.count = count;
        stride = (4L * count + LINE - 1) / LINE * LINE + STAGGER_BYTES;
        arrays = MemorySource.allocateFrom(MemorySource.direct(), bytes(), LINE);
        for (int i = 0; i < count; i++) {
            for (int array = 0; array < 2 * dimensions; array++) {
                UnsafeApi.putFloat(null, arrays + array * stride + 4L * i, array < dimensions ? i : 1);
            }
        }
    }

    private long bytes() {
        return 2 * dimensions * stride;
    }

    void move(float dt) {
        NativeRows.move(dimensions, arrays, stride, dt, count);
    }

    float x(int row) {
        return UnsafeApi.getFloat(null, arrays + 4L * row);
    }

    @Override
    public void close() {
        MemorySource.direct().free(arrays, bytes());
    }
}
