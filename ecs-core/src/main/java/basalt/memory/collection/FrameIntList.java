package basalt.memory.collection;

import basalt.memory.Slice;
import basalt.memory.frame.FrameArena;
import java.util.function.IntConsumer;

/**
 * A list of ints in frame memory, with a fixed capacity: 4 bytes an element, one behind the other.
 *
 * <pre>{@code
 * FrameIntList hits = FrameIntList.in(arena, 256);
 * if (!hits.push(row)) {
 *     ... // full
 * }
 * }</pre>
 *
 * <p>When it dies, what its methods throw and on which thread it may be used: see {@link FrameCollection}.
 */
public final class FrameIntList extends FrameCollection {
    private FrameIntList(Slice slice, int capacity) {
        super(slice, capacity);
    }

    /**
     * Makes an empty list in the innermost scope or mark that is open.
     *
     * @param arena whose memory it takes
     * @param capacity the most elements that it can hold, at least 1
     * @return the list
     */
    public static FrameIntList in(FrameArena arena, int capacity) {
        return new FrameIntList(allocate(arena, capacity, Integer.BYTES), capacity);
    }

    /**
     * As {@link #in(FrameArena, int)}, for callers that can go on without the list.
     *
     * @param arena whose memory it takes
     * @param capacity the most elements that it can hold, at least 1
     * @return the list, or null if the arena has no memory for it
     */
    public static FrameIntList tryIn(FrameArena arena, int capacity) {
        Slice slice = tryAllocate(arena, capacity, Integer.BYTES);
        return slice == null ? null : new FrameIntList(slice, capacity);
    }

    /**
     * Appends a value if there is room.
     *
     * @param value what to append
     * @return false if the list is full; nothing has changed then
     */
    public boolean push(int value) {
        if (isFull()) {
            requireLive();
            return false;
        }
        slice.putInt(endOffset(Integer.BYTES), value);
        size++;
        return true;
    }

    /**
     * Appends a value to a list that must have room.
     *
     * @param value what to append
     */
    public void add(int value) {
        if (!push(value)) {
            throw full("push");
        }
    }

    /**
     * Removes the last element.
     *
     * @return what it was
     */
    public int pop() {
        int value = get(requireLast());
        size--;
        return value;
    }

    /**
     * Reads an element.
     *
     * @param index which, from 0
     * @return its value
     */
    public int get(int index) {
        return slice.getInt(offset(index, Integer.BYTES));
    }

    /**
     * Replaces an element.
     *
     * @param index which, from 0
     * @param value what it becomes
     */
    public void set(int index, int value) {
        slice.putInt(offset(index, Integer.BYTES), value);
    }

    /**
     * Searches from the front.
     *
     * @param value what to search
     * @return the index of the first element that equals it, or -1
     */
    public int indexOf(int value) {
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
    public boolean contains(int value) {
        return indexOf(value) >= 0;
    }

    /**
     * Visits all elements in order, and those that are appended meanwhile.
     *
     * @param action what to do with each
     */
    public void forEach(IntConsumer action) {
        requireAction(action);
        requireLive();
        for (int i = 0; i < size; i++) {
            action.accept(get(i));
        }
    }
}
