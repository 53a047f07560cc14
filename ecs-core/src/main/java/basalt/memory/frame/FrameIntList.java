package basalt.memory.frame;

import basalt.memory.Slice;
import java.util.function.IntConsumer;

/**
 * A list of ints in frame memory, with a fixed capacity: 4 bytes an element.
 *
 * <p>Lifetime, failures and threads are described at {@link FrameCollection}.
 */
public final class FrameIntList extends FrameCollection {
    private FrameIntList(Slice slice, int capacity) {
        super(slice, capacity);
    }

    /**
     * Creates an empty list in the innermost open scope or mark.
     *
     * @param capacity the largest number of elements, at least 1
     */
    public static FrameIntList in(FrameArena arena, int capacity) {
        return new FrameIntList(allocate(arena, capacity, Integer.BYTES), capacity);
    }

    /** Appends a value. */
    public void add(int value) {
        if (isFull()) {
            throw full();
        }
        slice.putInt(endOffset(Integer.BYTES), value);
        size++;
    }

    /** Reads an element. */
    public int get(int index) {
        return slice.getInt(offset(index, Integer.BYTES));
    }

    /** Replaces an element. */
    public void set(int index, int value) {
        slice.putInt(offset(index, Integer.BYTES), value);
    }

    /**
     * Searches from the front.
     *
     * @return whether an element equals it
     */
    public boolean contains(int value) {
        requireLive();
        for (int i = 0; i < size; i++) {
            if (get(i) == value) {
                return true;
            }
        }
        return false;
    }

    /** Calls an action for each element in order, including elements that are appended meanwhile. */
    public void forEach(IntConsumer action) {
        requireAction(action);
        requireLive();
        for (int i = 0; i < size; i++) {
            action.accept(get(i));
        }
    }
}
