package basalt.bench.memory;

import basalt.bench.OperationBenchmark;
import basalt.memory.Slice;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import org.agrona.UnsafeApi;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.State;

/** A thousand allocations of one size. Each is written completely, eight bytes at a time; then all are freed. */
public class FrameAllocation extends OperationBenchmark {
    private static final int ALLOCATIONS = 1000;
    private static final VarHandle LONGS = MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.nativeOrder());

    /** The size of each allocation. */
    @State(Scope.Thread)
    public static class Size {
        /** Bytes of an allocation. */
        @Param({"64", "256", "1024"})
        public int bytes;
    }

    /**
     * Slices of a frame arena, which is reset at the end.
     *
     * @param size size of each allocation
     * @param frame the arena
     * @return a part of the written data
     */
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

    /**
     * The baseline: a bump cursor, which checks only the end.
     *
     * @param size size of each allocation
     * @param bump the cursor
     * @return a part of the written data
     */
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

    /**
     * Arrays on the heap, which the garbage collector frees.
     *
     * @param size size of each allocation
     * @return a part of the written data
     */
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

    /**
     * The JDK's direct buffers, which are freed when the garbage collector finds them unreachable.
     *
     * @param size size of each allocation
     * @return a part of the written data
     */
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

    /**
     * The C library's malloc and free.
     *
     * @param size size of each allocation
     * @return a part of the written data
     */
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

    /**
     * Slices of a frame arena with a constant size: 64 bytes, written by eight stores.
     *
     * @param frame the arena
     * @return a part of the written data
     */
    @Benchmark
    public long frameFixed(FrameMemory frame) {
        long sum = 0;
        for (int i = 0; i < ALLOCATIONS; i++) {
            Slice slice = frame.arena.allocate(64, 8);
            slice.putLong(0, i);
            slice.putLong(8, i);
            slice.putLong(16, i);
            slice.putLong(24, i);
            slice.putLong(32, i);
            slice.putLong(40, i);
            slice.putLong(48, i);
            slice.putLong(56, i);
            sum += slice.getLong(0);
        }
        frame.arena.reset();
        return sum;
    }

    /**
     * The baseline for that size.
     *
     * @param bump the cursor
     * @return a part of the written data
     */
    @Benchmark
    public long bumpFixed(HandCursor bump) {
        long sum = 0;
        for (int i = 0; i < ALLOCATIONS; i++) {
            long address = bump.allocate(64);
            UnsafeApi.putLong(null, address, i);
            UnsafeApi.putLong(null, address + 8, i);
            UnsafeApi.putLong(null, address + 16, i);
            UnsafeApi.putLong(null, address + 24, i);
            UnsafeApi.putLong(null, address + 32, i);
            UnsafeApi.putLong(null, address + 40, i);
            UnsafeApi.putLong(null, address + 48, i);
            UnsafeApi.putLong(null, address + 56, i);
            sum += UnsafeApi.getLong(null, address);
        }
        bump.reset();
        return sum;
    }

    /**
     * Segments of one of the JDK's confined arenas, which is closed at the end. Needs JDK 22 or newer.
     *
     * @param size size of each allocation
     * @return a part of the written data
     * @throws Throwable never
     */
    @Benchmark
    public long confinedArena(Size size) throws Throwable {
        int bytes = size.bytes;
        Object arena = ForeignArena.open();
        long sum = 0;
        for (int i = 0; i < ALLOCATIONS; i++) {
            Object segment = ForeignArena.allocate(arena, bytes, 8);
            for (int offset = 0; offset < bytes; offset += 8) {
                ForeignArena.putLong(segment, offset, i);
            }
            sum += ForeignArena.getLong(segment, 0);
        }
        ForeignArena.close(arena);
        return sum;
    }
}
