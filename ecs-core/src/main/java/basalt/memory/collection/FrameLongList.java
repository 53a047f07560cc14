package basalt.memory.collection;

import basalt.memory.Slice;
import basalt.memory.frame.FrameArena;
import java.util.function.LongConsumer;

/**
 * A list of longs, or of entities, in frame memory, with a fixed capacity: 8 bytes an element, one behind the
 * other.
 *
 * <pre>{@code
 * FrameLongList seen = FrameLongList.in(arena, 256);
 * if (!seen.push(entity)) {
 *     ... // full
 * }
 * }</pre>
 *
 * <p>When it dies, what its methods throw and on which thread it may be used: see {@link FrameCollection}.
 */
public final class FrameLongList extends FrameCollection {
    private FrameLongList(Slice slice, int capacity) {
        super(slice, capacity);
    }

    /**
     * Makes an empty list in the innermost scope or mark that is open.
     *
     * @param arena whose memory it takes
     * @param capacity the most elements that it can hold, at least 1
     * @return the list
     */
    public static FrameLongList in(FrameArena arena, int capacity) {
        return new FrameLongList(allocate(arena, capacity, Long.BYTES), capacity);
    }

    /**
     * As {@link #in(FrameArena, int)}, for callers that can go on without the list.
     *
     * @param arena whose memory it takes
     * @param capacity the most elements that it can hold, at least 1
     * @return the list, or null if the arena has no memory for it
     */
    public static FrameLongList tryIn(FrameArena arena, int capacity) {
        Slice slice = tryAllocate(arena, capacity, Long.BYTES);
        return slice == null ? null : new FrameLongList(slice, capacity);
    }

    /**
     * Appends a value if there is room.
     *
     * @param value what to append
     * @return false if the list is full; nothing has changed then
     */
    public boolean push(long value) {
        if (isFull()) {
            requireLive();
            return false;
        }
        slice.putLong(endOffset(Long.BYTES), value);
        size++;
        return true;
    }

    /**
     * Appends a value to a list that must have room.
     *
     * @param value what to append
     */
    public void add(long value) {
        if (!push(value)) {
            throw full("push");
        }
    }

    /**
     * Removes the last element.
     *
     * @return what it was
     */
    public long pop() {
        long value = get(requireLast());
        size--;
        return value;
    }

    /**
     * Reads an element.
     *
     * @param index which, from 0
     * @return its value
     */
    public long get(int index) {
        return slice.getLong(offset(index, Long.BYTES));
    }

    /**
     * Replaces an element.
     *
     * @param index which, from 0
     * @param value what it becomes
     */
    public void set(int index, long value) {
        slice.putLong(offset(index, Long.BYTES), value);
    }

    /**
     * Searches from the front.
     *
     * @param value what to search
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
     * @param value what to search
     * @return whether an element equals it
     */
    public boolean contains(long value) {
        return indexOf(value) >= 0;
    }

    /**
     * Visits all elements in order, and those that are appended meanwhile.
     *
     * @param action what to do with each
     */
    public void forEach(LongConsumer action) {
        requireAction(action);
        requireLive();
        for (int i = 0; i < size; i++) {
            action.accept(get(i));
        }
    }
}
