package basalt.memory.collection;

import basalt.memory.Slice;
import basalt.memory.frame.FrameArena;
import java.util.Objects;

/**
 * A collection of primitives in the memory of a {@link FrameArena}, with a capacity that is fixed when it is made.
 *
 * <p>It lives as long as a {@link Slice} that was allocated at the same place: until the innermost scope or mark that
 * was open then has ended, or until the arena is reset or closed. After that each use is an {@link
 * IllegalStateException} that says why; only {@link #size()}, its neighbours and {@code toString} of lists and maps
 * still answer. Confined to its arena's thread, which is checked in strict mode.
 *
 * <p>What each kind does where something is not possible:
 *
 * <ul>
 *   <li>{@code in} throws {@link basalt.memory.NativeMemoryException} where the arena has no memory, and {@code tryIn}
 *       answers null. Both throw {@link IllegalArgumentException} if the capacity is below 1 or there is no arena, and
 *       {@link IllegalStateException} if the arena is closed or of another thread.
 *   <li>{@code add}, {@code put} and {@code append} throw {@link IllegalStateException} where it is full; {@code push},
 *       {@code tryPut} and {@code tryAppend} answer false. Nothing has changed then.
 *   <li>{@code pop} of an empty list throws {@link IllegalStateException}, an index from {@link #size()} up {@link
 *       IndexOutOfBoundsException}, and a null text, action or missing value to store {@link IllegalArgumentException}.
 * </ul>
 *
 * <p>Its use makes no garbage. To make one takes two small heap objects, which the JIT compiler usually removes where
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
     * How much is in it: elements of a list, entries of a map, bytes of a string.
     *
     * @return from 0 to {@link #capacity()}
     */
    public final int size() {
        return size;
    }

    /**
     * How much it can hold, in the unit of {@link #size()}.
     *
     * @return at least 1
     */
    public final int capacity() {
        return capacity;
    }

    /**
     * Whether nothing is in it.
     *
     * @return whether {@link #size()} is 0
     */
    public final boolean isEmpty() {
        return size == 0;
    }

    /**
     * Whether it can hold no more.
     *
     * @return whether {@link #size()} is {@link #capacity()}
     */
    public final boolean isFull() {
        return size == capacity;
    }

    /**
     * Whether it can still be used.
     *
     * @return false after the scope, mark or frame that it was made in has ended
     */
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
     * Where an element that is there begins. In range: the slice has {@code capacity} elements, and size is not above
     * it.
     */
    final long offset(int index, int elementBytes) {
        return (long) Objects.checkIndex(index, size) * elementBytes;
    }

    /** Where the element behind the last one begins; out of the slice's range when the collection is full. */
    final long endOffset(int elementBytes) {
        return (long) size * elementBytes;
    }

    /** For paths that touch no memory: a dead collection is an error there too. */
    final void requireLive() {
        slice.requireLive();
    }

    final IllegalStateException full(String otherwise) {
        return new IllegalStateException(getClass().getSimpleName() + " is full: size=" + size + ", capacity="
                + capacity + "; make it with a larger capacity, or use " + otherwise);
    }

    /** The index of the last element. */
    final int requireLast() {
        requireLive();
        if (size == 0) {
            throw new IllegalStateException(getClass().getSimpleName() + " is empty: ask isEmpty() first");
        }
        return size - 1;
    }

    static Slice allocate(FrameArena arena, int capacity, int elementBytes) {
        requireCapacity(capacity, Integer.MAX_VALUE);
        return requireArena(arena).allocate((long) capacity * elementBytes, Long.BYTES);
    }

    static Slice tryAllocate(FrameArena arena, int capacity, int elementBytes) {
        requireCapacity(capacity, Integer.MAX_VALUE);
        return requireArena(arena).tryAllocate((long) capacity * elementBytes, Long.BYTES);
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
            throw new IllegalArgumentException("action must not be null: what to do with each");
        }
    }

    static FrameArena requireArena(FrameArena arena) {
        if (arena == null) {
            throw new IllegalArgumentException("arena must not be null");
        }
        return arena;
    }
}
