package basalt.memory.collection;

import basalt.memory.Slice;
import basalt.memory.frame.FrameArena;

/**
 * A list of floats in frame memory, with a fixed capacity: 4 bytes an element, one behind the other.
 *
 * <pre>{@code
 * FrameFloatList weights = FrameFloatList.in(arena, 256);
 * if (!weights.push(weight)) {
 *     ... // full
 * }
 * }</pre>
 *
 * <p>When it dies, what its methods throw and on which thread it may be used: see {@link FrameCollection}.
 */
public final class FrameFloatList extends FrameCollection {
    private FrameFloatList(Slice slice, int capacity) {
        super(slice, capacity);
    }

    /**
     * Makes an empty list in the innermost scope or mark that is open.
     *
     * @param arena whose memory it takes
     * @param capacity the most elements that it can hold, at least 1
     * @return the list
     */
    public static FrameFloatList in(FrameArena arena, int capacity) {
        return new FrameFloatList(allocate(arena, capacity, Float.BYTES), capacity);
    }

    /**
     * As {@link #in(FrameArena, int)}, for callers that can go on without the list.
     *
     * @param arena whose memory it takes
     * @param capacity the most elements that it can hold, at least 1
     * @return the list, or null if the arena has no memory for it
     */
    public static FrameFloatList tryIn(FrameArena arena, int capacity) {
        Slice slice = tryAllocate(arena, capacity, Float.BYTES);
        return slice == null ? null : new FrameFloatList(slice, capacity);
    }

    /**
     * Appends a value if there is room.
     *
     * @param value what to append
     * @return false if the list is full; nothing has changed then
     */
    public boolean push(float value) {
        if (isFull()) {
            requireLive();
            return false;
        }
        slice.putFloat(endOffset(Float.BYTES), value);
        size++;
        return true;
    }

    /**
     * Appends a value to a list that must have room.
     *
     * @param value what to append
     */
    public void add(float value) {
        if (!push(value)) {
            throw full("push");
        }
    }

    /**
     * Removes the last element.
     *
     * @return what it was
     */
    public float pop() {
        float value = get(requireLast());
        size--;
        return value;
    }

    /**
     * Reads an element.
     *
     * @param index which, from 0
     * @return its value
     */
    public float get(int index) {
        return slice.getFloat(offset(index, Float.BYTES));
    }

    /**
     * Replaces an element.
     *
     * @param index which, from 0
     * @param value what it becomes
     */
    public void set(int index, float value) {
        slice.putFloat(offset(index, Float.BYTES), value);
    }

    /**
     * Searches from the front. What {@link Float#compare(float, float)} finds equal is equal: NaN is found, and 0 is
     * not -0.
     *
     * @param value what to search
     * @return the index of the first element that equals it, or -1
     */
    public int indexOf(float value) {
        requireLive();
        for (int i = 0; i < size; i++) {
            if (Float.compare(get(i), value) == 0) {
                return i;
            }
        }
        return -1;
    }

    /**
     * Searches from the front. What {@link Float#compare(float, float)} finds equal is equal: NaN is found, and 0 is
     * not -0.
     *
     * @param value what to search
     * @return whether an element equals it
     */
    public boolean contains(float value) {
        return indexOf(value) >= 0;
    }

    /**
     * Visits all elements in order, and those that are appended meanwhile.
     *
     * @param action what to do with each
     */
    public void forEach(FloatConsumer action) {
        requireAction(action);
        requireLive();
        for (int i = 0; i < size; i++) {
            action.accept(get(i));
        }
    }

    /** What {@link #forEach} does with each element. */
    @FunctionalInterface
    public interface FloatConsumer {
        /**
         * Takes an element.
         *
         * @param value its value
         */
        void accept(float value);
    }
}
