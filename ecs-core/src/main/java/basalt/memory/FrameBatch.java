package basalt.memory;

import java.util.Objects;

/**
 * Many pieces of frame memory of one size, side by side. They live as long as any allocation that was made at the same place in
 * the code; see {@link FrameArena#allocateBatch}.
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

    /** From one piece to the next; throws if the arguments are out of range, or all of them together are more than a long. */
    static long strideBytes(int count, long bytes, int alignment) {
        if (count <= 0) {
            throw new IllegalArgumentException("count must be > 0: count=" + count);
        }
        MemoryArguments.require(bytes, alignment);
        if (bytes > (Long.MAX_VALUE - alignment) / count - alignment) {
            throw new NativeMemoryException("more than the address space: count=" + count, bytes, 0);
        }
        return (bytes + alignment - 1) & -alignment;
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
