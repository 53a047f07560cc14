package basalt.memory.collection;

import basalt.memory.MemorySource;
import basalt.memory.NativeMemoryException;
import basalt.memory.Slice;
import basalt.memory.frame.FrameArena;
import java.util.Objects;

/**
 * A number of equally sized pieces of frame memory, made by one allocation. They live as long as a {@link Slice}
 * allocated at the same point.
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
     * Allocates all pieces in the innermost open scope or mark, or none.
     *
     * @param arena the arena to allocate from
     * @param count the number of pieces, at least 1
     * @param bytes the size of each piece, at least 1
     * @param alignment the alignment of each piece in bytes: a power of two from 1 to 4096
     * @return the pieces
     * @throws IllegalArgumentException if an argument is out of range, or the arena is null
     * @throws NativeMemoryException if the arena has no memory left
     * @throws IllegalStateException if the arena is closed, or on the wrong thread
     */
    public static FrameBatch in(FrameArena arena, int count, long bytes, int alignment) {
        long strideBytes = strideBytes(count, bytes, alignment);
        Slice all = FrameCollection.requireArena(arena).allocate((count - 1) * strideBytes + bytes, alignment);
        return new FrameBatch(all, count, bytes, strideBytes);
    }

    /**
     * Like {@link #in}, but returns null if there is no memory.
     *
     * @param arena the arena to allocate from
     * @param count the number of pieces, at least 1
     * @param bytes the size of each piece, at least 1
     * @param alignment the alignment of each piece in bytes: a power of two from 1 to 4096
     * @return the pieces, or null if the arena has no memory left
     * @throws IllegalArgumentException if an argument is out of range, or the arena is null
     * @throws IllegalStateException if the arena is closed, or on the wrong thread
     */
    public static FrameBatch tryIn(FrameArena arena, int count, long bytes, int alignment) {
        requireValid(count, bytes, alignment);
        boolean isTooLarge = isTooLarge(count, bytes, alignment);
        long strideBytes = isTooLarge ? bytes : strideBytes(count, bytes, alignment);
        long total = isTooLarge ? Long.MAX_VALUE : (count - 1) * strideBytes + bytes;
        Slice all = FrameCollection.requireArena(arena).tryAllocate(total, alignment);
        return all == null ? null : new FrameBatch(all, count, bytes, strideBytes);
    }

    /** The distance from one piece to the next. Throws if an argument is out of range or the total size overflows. */
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
     * The number of pieces.
     *
     * @return at least 1
     */
    public int count() {
        return count;
    }

    /**
     * The distance from one piece to the next.
     *
     * @return the size of a piece in bytes, rounded up to the alignment
     */
    public long strideBytes() {
        return strideBytes;
    }

    /**
     * A piece by its index.
     *
     * @param index the index, from 0
     * @return a view of it
     * @throws IndexOutOfBoundsException if there is no such piece
     */
    public Slice get(int index) {
        return all.part(Objects.checkIndex(index, count) * strideBytes, bytes);
    }
}
