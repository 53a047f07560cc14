package basalt.bench.memory;

import basalt.bench.OperationBenchmark;
import basalt.memory.MemorySource;
import basalt.memory.Slice;
import basalt.memory.frame.FrameArena;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import org.agrona.UnsafeApi;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.TearDown;

/** A thousand allocations of one size. Each is written completely, eight bytes at a time; then all are freed. */
public class FrameAllocation extends OperationBenchmark {
    private static final int ALLOCATIONS = 1000;
    private static final VarHandle LONGS = MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.nativeOrder());

    /** A frame arena. */
    @State(Scope.Thread)
    public static class FrameMemory {
        private final FrameArena arena = new FrameArena(MemorySource.direct());

        /** Frees the memory. */
        @TearDown
        public void close() {
            arena.close();
        }
    }

    /** The baseline of a frame arena: memory and a bump cursor, which checks only the end. */
    @State(Scope.Thread)
    public static class HandCursor {
        private static final long BYTES = 1 << 22;

        private final long start = MemorySource.direct().allocate(BYTES, 64);
        private final long end = start + BYTES;
        private long cursor = start;

        private long allocate(long bytes) {
            long address = (cursor + 7) & -8;
            if (bytes > end - address) {
                throw new IllegalStateException("full");
            }
            cursor = address + bytes;
            return address;
        }

        private void reset() {
            cursor = start;
        }

        /** Frees the memory. */
        @TearDown
        public void close() {
            MemorySource.direct().free(start, BYTES);
        }
    }

    /** The size of each allocation. */
    @State(Scope.Thread)
    public static class Size {
        /** Bytes of an allocation. */
        @Param({"64", "256", "1024"})
        public int bytes;
    }

    /** Slices of a frame arena, which is reset at the end. */
    @Benchmark
    public long frame(Size size, FrameMemory frame) {
        int bytes = size.bytes;
        long sum = 0;
        for (int i = 0; i < ALLOCATIONS; i++) {
            Slice slice = frame.arena.allocate(bytes, 8);
            for (int offset = 0; offset < bytes; offset += 8) {
                slice.putLong(offset, i);
            }
            sum += slice.getLong(0);
        }
        frame.arena.reset();
        return sum;
    }

    /** The baseline: a bump cursor, which checks only the end. */
    @Benchmark
    public long bump(Size size, HandCursor bump) {
        int bytes = size.bytes;
        long sum = 0;
        for (int i = 0; i < ALLOCATIONS; i++) {
            long address = bump.allocate(bytes);
            for (int offset = 0; offset < bytes; offset += 8) {
                UnsafeApi.putLong(null, address + offset, i);
            }
            sum += UnsafeApi.getLong(null, address);
        }
        bump.reset();
        return sum;
    }

    /** Arrays on the heap, which the garbage collector frees. */
    @Benchmark
    public long heapArray(Size size) {
        int bytes = size.bytes;
        long sum = 0;
        for (int i = 0; i < ALLOCATIONS; i++) {
            byte[] array = new byte[bytes];
            for (int offset = 0; offset < bytes; offset += 8) {
                LONGS.set(array, offset, (long) i);
            }
            sum += (long) LONGS.get(array, 0);
        }
        return sum;
    }

    /** The JDK's direct buffers, which are freed when the garbage collector finds them unreachable. */
    @Benchmark
    public long directBuffer(Size size) {
        int bytes = size.bytes;
        long sum = 0;
        for (int i = 0; i < ALLOCATIONS; i++) {
            ByteBuffer buffer = ByteBuffer.allocateDirect(bytes).order(ByteOrder.nativeOrder());
            for (int offset = 0; offset < bytes; offset += 8) {
                buffer.putLong(offset, i);
            }
            sum += buffer.getLong(0);
        }
        return sum;
    }

    /** The C library's malloc and free. */
    @Benchmark
    public long malloc(Size size) {
        int bytes = size.bytes;
        long sum = 0;
        for (int i = 0; i < ALLOCATIONS; i++) {
            long address = UnsafeApi.allocateMemory(bytes);
            for (int offset = 0; offset < bytes; offset += 8) {
                UnsafeApi.putLong(null, address + offset, i);
            }
            sum += UnsafeApi.getLong(null, address);
            UnsafeApi.freeMemory(address);
        }
        return sum;
    }
}
