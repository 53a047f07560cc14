package basalt.memory.frame;

import basalt.memory.Slice;

/**
 * A list of floats in frame memory, with a fixed capacity: 4 bytes an element.
 *
 * <pre>{@code
 * FrameFloatList weights = FrameFloatList.in(arena, 256);
 * if (!weights.tryAdd(weight)) {
 *     ... // full
 * }
 * }</pre>
 *
 * <p>Lifetime, failures and threads are described at {@link FrameCollection}.
 */
public final class FrameFloatList extends FrameCollection {
    private FrameFloatList(Slice slice, int capacity) {
        super(slice, capacity);
    }

    /**
     * Creates an empty list in the innermost open scope or mark.
     *
     * @param arena the arena to allocate from
     * @param capacity the largest number of elements, at least 1
     * @return the list
     */
    public static FrameFloatList in(FrameArena arena, int capacity) {
        return new FrameFloatList(allocate(arena, capacity, Float.BYTES), capacity);
    }

    /**
     * Like {@link #in(FrameArena, int)}, but returns null if there is no memory.
     *
     * @param arena the arena to allocate from
     * @param capacity the largest number of elements, at least 1
     * @return the list, or null if the arena has no memory left
     */
    public static FrameFloatList tryIn(FrameArena arena, int capacity) {
        Slice slice = tryAllocate(arena, capacity, Float.BYTES);
        return slice == null ? null : new FrameFloatList(slice, capacity);
    }

    /**
     * Appends a value if there is room.
     *
     * @param value the value
     * @return false if the list is full; nothing changes
     */
    public boolean tryAdd(float value) {
        if (isFull()) {
            requireLive();
            return false;
        }
        slice.putFloat(endOffset(Float.BYTES), value);
        size++;
        return true;
    }

    /**
     * Appends a value.
     *
     * @param value the value
     */
    public void add(float value) {
        if (!tryAdd(value)) {
            throw full("tryAdd");
        }
    }

    /**
     * Removes the last element.
     *
     * @return the removed element
     */
    public float pop() {
        float value = get(requireLast());
        size--;
        return value;
    }

    /**
     * Reads an element.
     *
     * @param index the index, from 0
     * @return its value
     */
    public float get(int index) {
        return slice.getFloat(offset(index, Float.BYTES));
    }

    /**
     * Replaces an element.
     *
     * @param index the index, from 0
     * @param value the new value
     */
    public void set(int index, float value) {
        slice.putFloat(offset(index, Float.BYTES), value);
    }

    /**
     * Searches from the front. Elements are compared with {@link Float#compare(float, float)}: NaN equals NaN, and 0
     * does not equal -0.
     *
     * @param value the value to find
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
     * Searches from the front. Elements are compared with {@link Float#compare(float, float)}: NaN equals NaN, and 0
     * does not equal -0.
     *
     * @param value the value to find
     * @return whether an element equals it
     */
    public boolean contains(float value) {
        return indexOf(value) >= 0;
    }

    /**
     * Calls an action for each element in order, including elements that are appended meanwhile.
     *
     * @param action called for each element
     */
    public void forEach(FloatConsumer action) {
        requireAction(action);
        requireLive();
        for (int i = 0; i < size; i++) {
            action.accept(get(i));
        }
    }

    /** The action of {@link #forEach}. */
    @FunctionalInterface
    public interface FloatConsumer {
        /**
         * Called for each element.
         *
         * @param value its value
         */
        void accept(float value);
    }
}
