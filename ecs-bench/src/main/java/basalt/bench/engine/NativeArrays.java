package basalt.bench.engine;

import basalt.memory.MemorySource;
import org.agrona.UnsafeApi;

/** Arrays of 4-byte values, which follow one another. */
abstract class NativeArrays implements Scene {
    /** Arrays that all begin at multiples of 4096 alias each other. */
    private static final int STAGGER_BYTES = 320;

    private static final int LINE = 64;

    final int count;
    final long stride;
    private final long bytes;
    private final long start;

    NativeArrays(int arrays, int count) {
        this.count = count;
        stride = (4L * count + LINE - 1) / LINE * LINE + STAGGER_BYTES;
        bytes = arrays * stride;
        start = MemorySource.allocateFrom(MemorySource.direct(), bytes, LINE);
    }

    final long array(int number) {
        return start + number * stride;
    }

    final void put(int array, int index, float value) {
        UnsafeApi.putFloat(null, array(array) + 4L * index, value);
    }

    final float get(int array, int index) {
        return UnsafeApi.getFloat(null, array(array) + 4L * index);
    }

    final void putInt(int array, int index, int value) {
        UnsafeApi.putInt(null, array(array) + 4L * index, value);
    }

    final int getInt(int array, int index) {
        return UnsafeApi.getInt(null, array(array) + 4L * index);
    }

    final void putPlace(int index) {
        put(0, index, Start.x(index));
        put(1, index, Start.y(index));
        put(2, index, Start.z(index));
    }

    final void putMotion(int index) {
        put(3, index, Start.DX);
        put(4, index, Start.DY);
        put(5, index, Start.DZ);
    }

    @Override
    public final void close() {
        MemorySource.direct().free(start, bytes);
    }
}
