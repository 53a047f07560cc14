package basalt.bench.memory;

import basalt.bench.OperationBenchmark;
import basalt.memory.Slice;
import basalt.memory.frame.FrameArena;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.Arrays;
import org.agrona.UnsafeApi;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;

/**
 * The allocations of a frame, in several mixes of sizes. Each is written completely, eight bytes at a time; all are
 * freed at the end.
 */
public class FrameMix extends OperationBenchmark {
    private static final VarHandle LONGS = MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.nativeOrder());

    /** The sizes in order. */
    @State(Scope.Thread)
    public static class Mix {
        /** Counts and sizes, in order. */
        @Param({"1000x64", "500x96+100x256+200x64", "2000x24+5500x32", "50000x48", "100000x16"})
        public String mix;

        int[] sizes;
        long[] addresses;

        /** Reads the mix. */
        @Setup
        public void read() {
            sizes = new int[0];
            for (String part : mix.split("\\+")) {
                String[] countAndSize = part.split("x");
                int from = sizes.length;
                sizes = Arrays.copyOf(sizes, from + Integer.parseInt(countAndSize[0]));
                Arrays.fill(sizes, from, sizes.length, Integer.parseInt(countAndSize[1]));
            }
            addresses = new long[sizes.length];
        }
    }

    /**
     * Slices of a frame arena, which is reset at the end.
     *
     * @param mix the sizes
     * @param frame the arena
     * @return a part of the written data
     */
    @Benchmark
    public long frame(Mix mix, FrameMemory frame) {
        FrameArena arena = frame.arena;
        long sum = 0;
        for (int bytes : mix.sizes) {
            Slice slice = arena.allocate(bytes, 8);
            for (int offset = 0; offset < bytes; offset += 8) {
                slice.putLong(offset, sum);
            }
            sum += slice.getLong(0) + 1;
        }
        arena.reset();
        return sum;
    }

    /**
     * The baseline: a bump cursor, which checks only the end.
     *
     * @param mix the sizes
     * @param bump the cursor
     * @return a part of the written data
     */
    @Benchmark
    public long bump(Mix mix, HandCursor bump) {
        long sum = 0;
        for (int bytes : mix.sizes) {
            long address = bump.allocate(bytes);
            for (int offset = 0; offset < bytes; offset += 8) {
                UnsafeApi.putLong(null, address + offset, sum);
            }
            sum += UnsafeApi.getLong(null, address) + 1;
        }
        bump.reset();
        return sum;
    }

    /**
     * Arrays on the heap, which the garbage collector frees.
     *
     * @param mix the sizes
     * @return a part of the written data
     */
    @Benchmark
    public long heapArray(Mix mix) {
        long sum = 0;
        for (int bytes : mix.sizes) {
            byte[] array = new byte[bytes];
            for (int offset = 0; offset < bytes; offset += 8) {
                LONGS.set(array, offset, sum);
            }
            sum += (long) LONGS.get(array, 0) + 1;
        }
        return sum;
    }

    /**
     * The JDK's direct buffers, which are freed when the garbage collector finds them unreachable.
     *
     * @param mix the sizes
     * @return a part of the written data
     */
    @Benchmark
    public long directBuffer(Mix mix) {
        long sum = 0;
        for (int bytes : mix.sizes) {
            ByteBuffer buffer = ByteBuffer.allocateDirect(bytes).order(ByteOrder.nativeOrder());
            for (int offset = 0; offset < bytes; offset += 8) {
                buffer.putLong(offset, sum);
            }
            sum += buffer.getLong(0) + 1;
        }
        return sum;
    }

    /**
     * Segments of one of the JDK's confined arenas, which is closed at the end. Needs JDK 22 or newer.
     *
     * @param mix the sizes
     * @return a part of the written data
     * @throws Throwable never
     */
    @Benchmark
    public long confinedArena(Mix mix) throws Throwable {
        Object arena = ForeignArena.open();
        long sum = 0;
        for (int bytes : mix.sizes) {
            Object segment = ForeignArena.allocate(arena, bytes, 8);
            for (int offset = 0; offset < bytes; offset += 8) {
                ForeignArena.putLong(segment, offset, sum);
            }
            sum += ForeignArena.getLong(segment, 0) + 1;
        }
        ForeignArena.close(arena);
        return sum;
    }

    /**
     * The C library's malloc, and free for each block at the end.
     *
     * @param mix the sizes
     * @return a part of the written data
     */
    @Benchmark
    public long malloc(Mix mix) {
        long[] addresses = mix.addresses;
        int[] sizes = mix.sizes;
        long sum = 0;
        for (int i = 0; i < sizes.length; i++) {
            int bytes = sizes[i];
            long address = UnsafeApi.allocateMemory(bytes);
            addresses[i] = address;
            for (int offset = 0; offset < bytes; offset += 8) {
                UnsafeApi.putLong(null, address + offset, sum);
            }
            sum += UnsafeApi.getLong(null, address) + 1;
        }
        for (long address : addresses) {
            UnsafeApi.freeMemory(address);
        }
        return sum;
    }
}
