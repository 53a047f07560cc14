package basalt.memory.collection;

import basalt.memory.MemorySource;
import basalt.memory.NativeMemoryException;
import basalt.memory.Slice;
import basalt.memory.frame.FrameArena;
import java.util.Objects;

/**
 * Many pieces of frame memory of one size, side by side. They live as long as any allocation that was made at the same
 * place in the code; one allocation holds them all.
 */
public final class FrameBatch {
    private final Slice all;
    private final int count;
    private final long bytes;
    private final long strideBytes;

    FrameBatch(Slice all, int count, long bytes, long strideBytes) {
        this.all = all;
        this.count = count;
        this.bytes = bytes;
        this.strideBytes = strideBytes;
    }

    /**
     * Allocates the pieces in the innermost scope or mark that is open: all of them or none.
     *
     * @param arena whose memory they take
     * @param count how many, at least 1
     * @param bytes how large each is, at least 1
     * @param alignment what the address of each is a multiple of: a power of two from 1 to 4096
     * @return checked views of them
     * @throws IllegalArgumentException if a number is out of range, or there is no arena
     * @throws NativeMemoryException if the arena has no memory for them
     * @throws IllegalStateException if the arena is closed, or on a wrong thread
     */
    public static FrameBatch in(FrameArena arena, int count, long bytes, int alignment) {
        long strideBytes = strideBytes(count, bytes, alignment);
        Slice all = FrameCollection.requireArena(arena).allocate((count - 1) * strideBytes + bytes, alignment);
        return new FrameBatch(all, count, bytes, strideBytes);
    }

    /**
     * As {@link #in}, for callers that can go on without the pieces.
     *
     * @param arena whose memory they take
     * @param count how many, at least 1
     * @param bytes how large each is, at least 1
     * @param alignment what the address of each is a multiple of: a power of two from 1 to 4096
     * @return checked views of them, or null if the arena has no memory for them
     * @throws IllegalArgumentException if a number is out of range, or there is no arena
     * @throws IllegalStateException if the arena is closed, or on a wrong thread
     */
    public static FrameBatch tryIn(FrameArena arena, int count, long bytes, int alignment) {
        requireValid(count, bytes, alignment);
        boolean isTooLarge = isTooLarge(count, bytes, alignment);
        long strideBytes = isTooLarge ? bytes : strideBytes(count, bytes, alignment);
        long total = isTooLarge ? Long.MAX_VALUE : (count - 1) * strideBytes + bytes;
        Slice all = FrameCollection.requireArena(arena).tryAllocate(total, alignment);
        return all == null ? null : new FrameBatch(all, count, bytes, strideBytes);
    }

    /**
     * From one piece to the next; throws if the arguments are out of range, or all of them together are more than a
     * long.
     */
    static long strideBytes(int count, long bytes, int alignment) {
        requireValid(count, bytes, alignment);
        if (isTooLarge(count, bytes, alignment)) {
            throw new NativeMemoryException("more than the address space: count=" + count, bytes, 0);
        }
        return (bytes + alignment - 1) & -alignment;
    }

    private static void requireValid(int count, long bytes, int alignment) {
        if (count <= 0) {
            throw new IllegalArgumentException("count must be > 0: count=" + count);
        }
        MemorySource.requireValid(bytes, alignment);
    }

    private static boolean isTooLarge(int count, long bytes, int alignment) {
        return bytes > (Long.MAX_VALUE - alignment) / count - alignment;
    }

    /**
     * How many pieces.
     *
     * @return at least 1
     */
    public int count() {
        return count;
    }

    /**
     * How far it is from one piece to the next.
     *
     * @return the size of a piece in bytes, rounded up to the alignment
     */
    public long strideBytes() {
        return strideBytes;
    }

    /**
     * One piece.
     *
     * @param index which, from 0
     * @return a view of it
     * @throws IndexOutOfBoundsException if there is no such piece
     */
    public Slice get(int index) {
        return all.part(Objects.checkIndex(index, count) * strideBytes, bytes);
    }
}
