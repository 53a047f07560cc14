package basalt.memory.frame;

import basalt.memory.Slice;
import org.agrona.collections.Hashing;
import org.agrona.collections.IntIntConsumer;

/**
 * A map of ints to ints in frame memory, with a fixed capacity: 1.33 to 2.67 slots of 8 bytes for each entry of the
 * capacity.
 *
 * <p>All keys are allowed. One value, chosen when the map is created, is the missing value: it means "no such key" and
 * cannot be stored. Each operation but {@link #clear()} and {@link #forEach} takes constant time on average. Lifetime,
 * failures and threads are described at {@link FrameCollection}.
 *
 * <p>Open addressing with linear probing, in a table that is a power of two:
 *
 * <pre>
 *   slot    0       1       2       3       4       5       6       7
 *         +-------+-------+-------+-------+-------+-------+-------+-------+
 *         | k3 v  |       |       | k1 v  | k2 v  |       |       | k0 v  |
 *         +-------+-------+-------+-------+-------+-------+-------+-------+
 *           ^                       ^                               ^
 *           preferred: 7, taken     k1 and k2 prefer the same slot  k0
 * </pre>
 *
 * <p>Each slot is a key and its value; an empty slot has the missing value. At most three quarters of the slots are
 * used, so each search ends at an empty slot. A key is in its preferred slot, given by its hash, or behind it with no
 * empty slot between. Keys are not removed one by one, so there are no tombstones.
 */
public final class FrameIntMap extends FrameCollection {
    /** The largest capacity of a map: three quarters of the largest power of two among ints. */
    public static final int MAX_CAPACITY = 3 << 28;

    private static final int ENTRY_BYTES = 2 * Integer.BYTES;
    private static final int VALUE = Integer.BYTES;

    private final int missingValue;
    private final int mask;

    private FrameIntMap(Slice slice, int capacity, int missingValue) {
        super(slice, capacity);
        this.missingValue = missingValue;
        mask = slots(capacity) - 1;
        clear();
    }

    /**
     * Creates an empty map in the innermost open scope or mark.
     *
     * @param capacity the largest number of entries, from 1 to {@link #MAX_CAPACITY}
     * @param missingValue the value that means "no such key"
     */
    public static FrameIntMap in(FrameArena arena, int capacity, int missingValue) {
        requireCapacity(capacity, MAX_CAPACITY);
        return new FrameIntMap(allocate(arena, slots(capacity), ENTRY_BYTES), capacity, missingValue);
    }

    /**
     * Looks a key up.
     *
     * @return its value, or the missing value
     */
    public int get(int key) {
        return value(find(key));
    }

    /**
     * Stores a value for a key and replaces the previous one.
     *
     * @return the previous value, or the missing value
     */
    public int put(int key, int value) {
        if (value == missingValue) {
            throw new IllegalArgumentException("value must not be the missing value: value=" + value);
        }
        int slot = find(key);
        int old = value(slot);
        if (old == missingValue) {
            if (isFull()) {
                throw full();
            }
            size++;
        }
        write(slot, key, value);
        return old;
    }

    /** Removes all entries. Takes time in proportion to the capacity. */
    @Override
    public void clear() {
        for (int slot = 0; slot <= mask; slot++) {
            write(slot, 0, missingValue);
        }
        size = 0;
    }

    /**
     * Calls an action for each entry. The order is unspecified, but the same after the same operations. The action may
     * change the values of existing keys; if it adds keys, entries may be left out or visited twice.
     *
     * @param action called with each key and its value
     */
    public void forEach(IntIntConsumer action) {
        requireAction(action);
        for (int slot = 0; slot < slots(); slot++) {
            if (isTaken(slot)) {
                action.accept(key(slot), value(slot));
            }
        }
    }

    /**
     * The number of slots for a capacity: the smallest power of two that leaves at least a quarter of the slots empty.
     */
    private static int slots(int capacity) {
        int atLeast = (int) ((capacity * 4L + 2) / 3);
        return 1 << (Integer.SIZE - Integer.numberOfLeadingZeros(atLeast - 1));
    }

    /** The number of slots. */
    int slots() {
        return mask + 1;
    }

    /** The slot of a key or, if it is not in the map, the empty slot where it belongs. */
    private int find(int key) {
        int slot = preferredSlot(key);
        while (value(slot) != missingValue && key(slot) != key) {
            slot = next(slot);
        }
        return slot;
    }

    boolean isTaken(int slot) {
        return value(slot) != missingValue;
    }

    private int next(int slot) {
        return (slot + 1) & mask;
    }

    private int preferredSlot(int key) {
        return Hashing.hash((long) key, mask);
    }

    private int key(int slot) {
        return slice.getInt((long) slot * ENTRY_BYTES);
    }

    private int value(int slot) {
        return slice.getInt((long) slot * ENTRY_BYTES + VALUE);
    }

    private void write(int slot, int key, int value) {
        slice.putInt((long) slot * ENTRY_BYTES, key);
        slice.putInt((long) slot * ENTRY_BYTES + VALUE, value);
    }
}
