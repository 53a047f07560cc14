package basalt.memory.collection;

import basalt.memory.Slice;
import basalt.memory.frame.FrameArena;
import org.agrona.collections.Hashing;

/**
 * What the maps in frame memory share: open addressing with linear probing in a table that is a power of two.
 *
 * <pre>
 *   slot    0       1       2       3       4       5       6       7
 *         +-------+-------+-------+-------+-------+-------+-------+-------+
 *         | k3 v  |       |       | k1 v  | k2 v  |       |       | k0 v  |
 *         +-------+-------+-------+-------+-------+-------+-------+-------+
 *           ^                       ^                               ^
 *           home is 7, was taken    k1 and k2 have the same home    k0
 * </pre>
 *
 * <p>Each slot is a key and its value; the missing value marks an empty slot. At most three quarters of the slots are
 * ever taken, so that each search ends at an empty one. A key stands at its home, the slot that its hash names, or
 * behind it, with no empty slot between. To remove a key, those behind it move up as far as their homes allow: there
 * are no tombstones, and a map that is changed for long stays as fast as a new one.
 *
 * <p>The algorithm is written once, over longs; the subclasses say how wide keys and values are in memory.
 */
public abstract class FrameMap extends FrameCollection {
    /** The largest capacity of a map: three quarters of the largest power of two among ints. */
    public static final int MAX_CAPACITY = 3 << 28;

    private final long missing;
    private final int mask;

    FrameMap(Slice slice, int capacity, long missing) {
        super(slice, capacity);
        this.missing = missing;
        this.mask = slots(capacity) - 1;
    }

    /**
     * Removes everything. The capacity stays. Takes time in proportion to it.
     *
     * @throws IllegalStateException if its memory has been released; the message says why
     */
    @Override
    public final void clear() {
        for (int slot = 0; slot <= mask; slot++) {
            write(slot, 0, missing);
        }
        size = 0;
    }

    /** The key in a slot; undefined in an empty one. */
    abstract long key(int slot);

    /** The value in a slot; the missing value in an empty one. */
    abstract long value(int slot);

    abstract void write(int slot, long key, long value);

    static Slice allocateTable(FrameArena arena, int capacity, int entryBytes) {
        requireCapacity(capacity, MAX_CAPACITY);
        return allocate(arena, slots(capacity), entryBytes);
    }

    static Slice tryAllocateTable(FrameArena arena, int capacity, int entryBytes) {
        requireCapacity(capacity, MAX_CAPACITY);
        return tryAllocate(arena, slots(capacity), entryBytes);
    }

    /**
     * The smallest power of two of which the capacity is at most three quarters: 2 or more, and more than the capacity.
     */
    private static int slots(int capacity) {
        int atLeast = (int) ((capacity * 4L + 2) / 3);
        return 1 << (Integer.SIZE - Integer.numberOfLeadingZeros(atLeast - 1));
    }

    /** How many slots the table has. */
    final int slots() {
        return mask + 1;
    }

    /** Where a key stands; or, when it is not in the map, the empty slot where it belongs. */
    final int find(long key) {
        int slot = home(key);
        while (value(slot) != missing && key(slot) != key) {
            slot = next(slot);
        }
        return slot;
    }

    final boolean isTaken(int slot) {
        return value(slot) != missing;
    }

    /**
     * Stores an entry in the slot that {@link #find} gave for its key.
     *
     * @return false if the key is new and the map is full; nothing has changed then
     */
    final boolean store(int slot, long key, long value) {
        if (value == missing) {
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
    final long removeAt(int slot) {
        long old = value(slot);
        if (old != missing) {
            closeGap(slot);
            size--;
        }
        return old;
    }

    /** Moves up what stands behind the gap, until it is empty and each key can be reached from its home again. */
    private void closeGap(int removed) {
        int gap = removed;
        for (int slot = next(gap); isTaken(slot); slot = next(slot)) {
            long key = key(slot);
            boolean gapIsOnItsWay = distance(home(key), slot) >= distance(gap, slot);
            if (gapIsOnItsWay) {
                write(gap, key, value(slot));
                gap = slot;
            }
        }
        write(gap, 0, missing);
    }

    private int distance(int from, int to) {
        return (to - from) & mask;
    }

    private int next(int slot) {
        return (slot + 1) & mask;
    }

    private int home(long key) {
        return Hashing.hash(key, mask);
    }
}
