package basalt.selection;

import basalt.memory.access.ArenaAccess;
import basalt.storage.ColumnMemory;

/**
 * Finds the few smallest of many 64-bit keys, unsigned, and sorts them; of equal keys those that came first.
 *
 * <p>The smallest so far are a heap whose root is the greatest of them, so that a key which is none of the smallest
 * costs one comparison:
 *
 * <pre>
 *   keys   [capacity longs]    parent of place p: (p - 1) / 2
 *   order  [capacity ints]     the index of each key; among equal keys the one that came later is the greater
 * </pre>
 *
 * <p>SAFETY: both arrays lie in one allocation, and places are below the count, which is at most the capacity.
 */
final class TopRows {
    private long keys;
    private long order;
    private int capacity;
    private int count;

    /** Begins anew, for so many of the smallest, in fresh memory of the arena, which the caller releases. */
    void begin(ArenaAccess arena, int few) {
        long longs = (long) few * Long.BYTES;
        keys = arena.allocateUnchecked(longs + (long) few * Integer.BYTES, Long.BYTES);
        order = keys + longs;
        capacity = few;
        count = 0;
    }

    /** Takes in a key; indices must ascend. */
    void add(long key, int index) {
        if (count < capacity) {
            up(count++, key, index);
        } else if (Long.compareUnsigned(key, key(0)) < 0) {
            down(count, key, index);
        }
    }

    void sort() {
        for (int last = count - 1; last > 0; last--) {
            long key = key(last);
            int index = index(last);
            put(last, key(0), index(0));
            down(last, key, index);
        }
    }

    int count() {
        return count;
    }

    /** The array of indices, in order once it is sorted. */
    long order() {
        return order;
    }

    /** An array that is as large as that of the keys, and not needed any more once all is sorted. */
    long spare() {
        return keys;
    }

    /** Puts a key into an empty place, or into one above it. */
    private void up(int from, long key, int index) {
        int place = from;
        while (place > 0 && isGreater(key, index, place - 1 >>> 1)) {
            int parent = place - 1 >>> 1;
            put(place, key(parent), index(parent));
            place = parent;
        }
        put(place, key, index);
    }

    /** Puts a key into the root, whose own is not needed any more, or into a place below it and before {@code end}. */
    private void down(int end, long key, int index) {
        int place = 0;
        while (place < end >>> 1) {
            int child = 2 * place + 1;
            if (child + 1 < end && isGreater(key(child + 1), index(child + 1), child)) {
                child++;
            }
            if (isGreater(key, index, child)) {
                break;
            }
            put(place, key(child), index(child));
            place = child;
        }
        put(place, key, index);
    }

    private boolean isGreater(long key, int index, int thanPlace) {
        int comparison = Long.compareUnsigned(key, key(thanPlace));
        return comparison != 0 ? comparison > 0 : index > index(thanPlace);
    }

    private long key(int place) {
        return ColumnMemory.getLong(keys, place, 0);
    }

    private int index(int place) {
        return ColumnMemory.getInt(order, place, 0);
    }

    private void put(int place, long key, int index) {
        ColumnMemory.putLong(keys, place, 0, key);
        ColumnMemory.putInt(order, place, 0, index);
    }
}
