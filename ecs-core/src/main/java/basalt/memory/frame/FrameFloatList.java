package basalt.memory.frame;

import basalt.memory.Slice;

/**
 * A list of floats in frame memory, with a fixed capacity: 4 bytes an element.
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
     * @param capacity the largest number of elements, at least 1
     */
    public static FrameFloatList in(FrameArena arena, int capacity) {
        return new FrameFloatList(allocate(arena, capacity, Float.BYTES), capacity);
    }

    /** Appends a value. */
    public void add(float value) {
        if (isFull()) {
            throw full();
        }
        slice.putFloat(endOffset(Float.BYTES), value);
        size++;
    }

    /** Reads an element. */
    public float get(int index) {
        return slice.getFloat(offset(index, Float.BYTES));
    }

    /** Replaces an element. */
    public void set(int index, float value) {
        slice.putFloat(offset(index, Float.BYTES), value);
    }

    /**
     * Searches from the front. NaN equals NaN, and 0 does not equal -0.
     *
     * @return whether an element equals it
     */
    public boolean contains(float value) {
        requireLive();
        for (int i = 0; i < size; i++) {
            if (Float.compare(get(i), value) == 0) {
                return true;
            }
        }
        return false;
    }

    /** Calls an action for each element in order, including elements that are appended meanwhile. */
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
        /** Called for each element. */
        void accept(float value);
    }
}
