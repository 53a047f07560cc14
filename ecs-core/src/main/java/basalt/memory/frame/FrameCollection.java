package basalt.memory.frame;

import basalt.memory.Slice;
import java.util.Objects;

/**
 * A collection of primitives in the memory of a {@link FrameArena}, with a capacity that is fixed when it is created.
 *
 * <p>It lives as long as a {@link Slice} allocated at the same point: until the innermost scope or mark that was open
 * ends, or the arena is reset or closed. After that each use throws an {@link IllegalStateException} with the reason;
 * only the methods that return size, capacity and liveness, and {@code toString} of lists and maps, still work.
 * Confined to its arena's thread, which is checked in strict mode.
 *
 * <p>Failures, for all kinds of collections:
 *
 * <ul>
 *   <li>{@code in} throws {@link basalt.memory.NativeMemoryException} if the arena has no memory left, {@link
 *       IllegalArgumentException} if the capacity is below 1 or the arena is null, and {@link IllegalStateException} if
 *       the arena is closed or owned by another thread.
 *   <li>If the collection is full, {@code add}, {@code put} and {@code append} throw {@link IllegalStateException}, and
 *       nothing changes; {@link #isFull()} says so before.
 *   <li>An index that is negative or not below {@link #size()} throws {@link IndexOutOfBoundsException}. A null text or
 *       action, or storing the missing value, throws {@link IllegalArgumentException}.
 * </ul>
 *
 * <p>Using it makes no garbage. Creating it makes two small heap objects, which the JIT compiler usually removes where
 * they do not escape.
 */
public abstract class FrameCollection {
    final Slice slice;
    final int capacity;
    int size;

    FrameCollection(Slice slice, int capacity) {
        this.slice = slice;
        this.capacity = capacity;
    }

    /**
     * {@return the number of elements of a list, entries of a map, or bytes of a text; from 0 to {@link #capacity()}}
     */
    public final int size() {
        return size;
    }

    /** {@return the largest size, in the unit of {@link #size()}; at least 1} */
    public final int capacity() {
        return capacity;
    }

    /** {@return whether {@link #size()} is 0} */
    public final boolean isEmpty() {
        return size == 0;
    }

    /** {@return whether {@link #size()} is {@link #capacity()}} */
    public final boolean isFull() {
        return size == capacity;
    }

    /** {@return whether it can still be used; false if the scope, mark or frame in which it was created has ended} */
    public final boolean isLive() {
        return slice.isLive();
    }

    /**
     * Removes everything. The capacity stays.
     *
     * @throws IllegalStateException if its memory has been released; the message says why
     */
    public void clear() {
        requireLive();
        size = 0;
    }

    @Override
    public String toString() {
        return getClass().getSimpleName() + "[size=" + size + ", capacity=" + capacity + ", live=" + slice.isLive()
                + "]";
    }

    /**
     * The offset of an existing element. In range: the slice has {@code capacity} elements, and the size is not above
     * it.
     */
    final long offset(int index, int elementBytes) {
        return (long) Objects.checkIndex(index, size) * elementBytes;
    }

    /** The offset behind the last element; outside the slice if the collection is full. */
    final long endOffset(int elementBytes) {
        return (long) size * elementBytes;
    }

    /** Throws if the collection is dead; for operations that touch no memory. */
    final void requireLive() {
        slice.requireLive();
    }

    /** Dead memory is reported first. */
    final IllegalStateException full() {
        requireLive();
        return new IllegalStateException(getClass().getSimpleName() + " is full: size=" + size + ", capacity="
                + capacity + "; create it with a larger capacity, or check isFull() first");
    }

    static Slice allocate(FrameArena arena, int capacity, int elementBytes) {
        requireCapacity(capacity, Integer.MAX_VALUE);
        return requireArena(arena).allocate((long) capacity * elementBytes, Long.BYTES);
    }

    static void requireCapacity(int capacity, int max) {
        if (capacity <= 0) {
            throw new IllegalArgumentException("capacity must be > 0: capacity=" + capacity);
        }
        if (capacity > max) {
            throw new IllegalArgumentException("capacity must be <= " + max + ": capacity=" + capacity);
        }
    }

    static void requireAction(Object action) {
        if (action == null) {
            throw new IllegalArgumentException("action must not be null");
        }
    }

    static FrameArena requireArena(FrameArena arena) {
        if (arena == null) {
            throw new IllegalArgumentException("arena must not be null");
        }
        return arena;
    }
}
