package basalt.memory.collection;

import basalt.memory.Slice;
import basalt.memory.frame.FrameArena;
import org.agrona.collections.Hashing;
import org.agrona.collections.IntIntConsumer;

/**
 * A map of ints to ints in frame memory, with a fixed capacity: 8 bytes for each of 1.33 to 2.67 slots an entry.
 *
 * <p>All keys are allowed. One value, chosen when the map is made, stands for "no such key", and cannot be stored. Each
 * operation takes constant time on average, apart from {@link #clear()} and {@link #forEach}. When it dies, what its
 * methods throw and on which thread it may be used: see {@link FrameCollection}.
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
 * ever taken, so that each search ends at an empty one. A key stands in its preferred slot, which its hash
 * names, or behind it, with no empty slot between. When a key is removed, those behind it move up as far as their
 * preferred slots allow: there are no tombstones, and a map that is changed for long stays as fast as a new one.
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
     * Makes an empty map in the innermost scope or mark that is open.
     *
     * @param arena whose memory it takes
     * @param capacity the most entries that it can hold, from 1 to {@link #MAX_CAPACITY}
     * @param missingValue what stands for "no such key"
     * @return the map
     */
    public static FrameIntMap in(FrameArena arena, int capacity, int missingValue) {
        return new FrameIntMap(allocateTable(arena, capacity), capacity, missingValue);
    }

    /**
     * As {@link #in(FrameArena, int, int)}, for callers that can go on without the map.
     *
     * @param arena whose memory it takes
     * @param capacity the most entries that it can hold, from 1 to {@link #MAX_CAPACITY}
     * @param missingValue what stands for "no such key"
     * @return the map, or null if the arena has no memory for it
     */
    public static FrameIntMap tryIn(FrameArena arena, int capacity, int missingValue) {
        Slice slice = tryAllocateTable(arena, capacity);
        return slice == null ? null : new FrameIntMap(slice, capacity, missingValue);
    }

    /**
     * What stands for "no such key".
     *
     * @return the value that the map was made with
     */
    public int missingValue() {
        return missingValue;
    }

    /**
     * Looks a key up.
     *
     * @param key which
     * @return its value, or the missing value
     */
    public int get(int key) {
        return value(find(key));
    }

    /**
     * Looks a key up.
     *
     * @param key which
     * @return whether it is in the map
     */
    public boolean containsKey(int key) {
        return isTaken(find(key));
    }

    /**
     * Stores a value under a key, in place of what was there.
     *
     * @param key where
     * @param value what to store
     * @return what was there, or the missing value
     */
    public int put(int key, int value) {
        int slot = find(key);
        int old = value(slot);
        if (!store(slot, key, value)) {
            throw full("tryPut");
        }
        return old;
    }

    /**
     * Stores a value under a key, in place of what was there, if there is room.
     *
     * @param key where
     * @param value what to store
     * @return false if the key is new and the map is full; nothing has changed then
     */
    public boolean tryPut(int key, int value) {
        return store(find(key), key, value);
    }

    /**
     * Removes a key and its value.
     *
     * @param key which
     * @return what was there, or the missing value
     */
    public int remove(int key) {
        return removeAt(find(key));
    }

    /**
     * Removes everything. The capacity stays. Takes time in proportion to it.
     *
     */
    @Override
    public void clear() {
        for (int slot = 0; slot <= mask; slot++) {
            write(slot, 0, missingValue);
        }
        size = 0;
    }

    /**
     * Visits all entries. Their order has no meaning, but is the same after the same operations. An action may change
     * values of keys that are there; if it adds or removes keys, entries may be left out or visited twice.
     *
     * @param action what to do with each key and its value
     */
    public void forEach(IntIntConsumer action) {
        requireAction(action);
        for (int slot = 0; slot < slots(); slot++) {
            if (isTaken(slot)) {
                action.accept(key(slot), value(slot));
            }
        }
    }

    private static Slice allocateTable(FrameArena arena, int capacity) {
        requireCapacity(capacity, MAX_CAPACITY);
        return allocate(arena, slots(capacity), ENTRY_BYTES);
    }

    private static Slice tryAllocateTable(FrameArena arena, int capacity) {
        requireCapacity(capacity, MAX_CAPACITY);
        return tryAllocate(arena, slots(capacity), ENTRY_BYTES);
    }

    /**
     * The smallest power of two of which the capacity is at most three quarters: 2 or more, and more than the capacity.
     */
    private static int slots(int capacity) {
        int atLeast = (int) ((capacity * 4L + 2) / 3);
        return 1 << (Integer.SIZE - Integer.numberOfLeadingZeros(atLeast - 1));
    }

    /** How many slots the table has. */
    int slots() {
        return mask + 1;
    }

    /** Where a key stands; or, when it is not in the map, the empty slot where it belongs. */
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

    /**
     * Stores an entry in the slot that {@link #find} gave for its key.
     *
     * @return false if the key is new and the map is full; nothing has changed then
     */
    private boolean store(int slot, int key, int value) {
        if (value == missingValue) {
            throw new IllegalArgumentException("value must not be the missing value: value=" + value);
        }
        if (!isTaken(slot)) {
            if (isFull()) {
                return false;
            }
            size++;
        }
        write(slot, key, value);
        return true;
    }

    /** Removes the entry in a slot that {@link #find} gave, if there is one; gives its value, or the missing value. */
    private int removeAt(int slot) {
        int old = value(slot);
        if (old != missingValue) {
            closeGap(slot);
            size--;
        }
        return old;
    }

    /** Moves up what stands behind the gap, until each key can be reached from its preferred slot again. */
    private void closeGap(int removed) {
        int gap = removed;
        for (int slot = next(gap); isTaken(slot); slot = next(slot)) {
            int key = key(slot);
            boolean gapIsOnItsWay = distance(preferredSlot(key), slot) >= distance(gap, slot);
            if (gapIsOnItsWay) {
                write(gap, key, value(slot));
                gap = slot;
            }
        }
        write(gap, 0, missingValue);
    }

    private int distance(int from, int to) {
        return (to - from) & mask;
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
