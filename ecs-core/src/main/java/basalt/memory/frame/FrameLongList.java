package basalt.memory.frame;

import basalt.memory.Slice;
import java.util.function.LongConsumer;

/**
 * A list of longs, or of entities, in frame memory, with a fixed capacity: 8 bytes an element.
 *
 * <pre>{@code
 * FrameLongList seen = FrameLongList.in(arena, 256);
 * if (!seen.tryAdd(entity)) {
 *     ... // full
 * }
 * }</pre>
 *
 * <p>Lifetime, failures and threads are described at {@link FrameCollection}.
 */
public final class FrameLongList extends FrameCollection {
    private FrameLongList(Slice slice, int capacity) {
        super(slice, capacity);
    }

    /**
     * Creates an empty list in the innermost open scope or mark.
     *
     * @param arena the arena to allocate from
     * @param capacity the largest number of elements, at least 1
     * @return the list
     */
    public static FrameLongList in(FrameArena arena, int capacity) {
        return new FrameLongList(allocate(arena, capacity, Long.BYTES), capacity);
    }

    /**
     * Like {@link #in(FrameArena, int)}, but returns null if there is no memory.
     *
     * @param arena the arena to allocate from
     * @param capacity the largest number of elements, at least 1
     * @return the list, or null if the arena has no memory left
     */
    public static FrameLongList tryIn(FrameArena arena, int capacity) {
        Slice slice = tryAllocate(arena, capacity, Long.BYTES);
        return slice == null ? null : new FrameLongList(slice, capacity);
    }

    /**
     * Appends a value if there is room.
     *
     * @param value the value
     * @return false if the list is full; nothing changes
     */
    public boolean tryAdd(long value) {
        if (isFull()) {
            requireLive();
            return false;
        }
        slice.putLong(endOffset(Long.BYTES), value);
        size++;
        return true;
    }

    /**
     * Appends a value.
     *
     * @param value the value
     */
    public void add(long value) {
        if (!tryAdd(value)) {
            throw full("tryAdd");
        }
    }

    /**
     * Removes the last element.
     *
     * @return the removed element
     */
    public long pop() {
        long value = get(requireLast());
        size--;
        return value;
    }

    /**
     * Reads an element.
     *
     * @param index the index, from 0
     * @return its value
     */
    public long get(int index) {
        return slice.getLong(offset(index, Long.BYTES));
    }

    /**
     * Replaces an element.
     *
     * @param index the index, from 0
     * @param value the new value
     */
    public void set(int index, long value) {
        slice.putLong(offset(index, Long.BYTES), value);
    }

    /**
     * Searches from the front.
     *
     * @param value the value to find
     * @return the index of the first element that equals it, or -1
     */
    public int indexOf(long value) {
        requireLive();
        for (int i = 0; i < size; i++) {
            if (get(i) == value) {
                return i;
            }
        }
        return -1;
    }

    /**
     * Searches from the front.
     *
     * @param value the value to find
     * @return whether an element equals it
     */
    public boolean contains(long value) {
        return indexOf(value) >= 0;
    }

    /**
     * Calls an action for each element in order, including elements that are appended meanwhile.
     *
     * @param action called for each element
     */
    public void forEach(LongConsumer action) {
        requireAction(action);
        requireLive();
        for (int i = 0; i < size; i++) {
            action.accept(get(i));
        }
    }
}
