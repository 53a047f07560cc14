package basalt.storage.relation;

import basalt.storage.ColumnMemory;

/**
 * A list of entities in memory of a frame arena.
 *
 * <pre>
 *   count, entity, entity, ...     a long each, aligned to 8
 * </pre>
 *
 * <p>While it is made it has keys: the row of an entity in the world in the upper half, its index in the lower one.
 * They are sorted in place, since a list of links is in any order.
 *
 * <p>SAFETY: positions are below the count, which is at most the capacity that the memory was taken for.
 */
public final class SourceList {
    private static final int FEW = 32;

    private SourceList() {}

    static long bytes(int capacity) {
        return (capacity + 1L) * Long.BYTES;
    }

    /** The number of entities. */
    public static int count(long list) {
        return (int) ColumnMemory.getLong(list, 0, 0);
    }

    static void count(long list, int count) {
        ColumnMemory.putLong(list, 0, 0, count);
    }

    /** An entity of the list, which may have been destroyed since. */
    public static long entity(long list, int position) {
        return ColumnMemory.getLong(list, position, Long.BYTES);
    }

    static void put(long list, int position, long value) {
        ColumnMemory.putLong(list, position, Long.BYTES, value);
    }

    static long key(int row, int index) {
        return (long) row << Integer.SIZE | index & 0xFFFF_FFFFL;
    }

    static int index(long key) {
        return (int) key;
    }

    /** Sorts the keys. Lists are often in descending order already, because links are added in front. */
    static void sort(long list) {
        int count = count(list);
        boolean isAscending = true;
        boolean isDescending = true;
        for (int i = 1; i < count; i++) {
            boolean isGreater = entity(list, i) > entity(list, i - 1);
            isAscending &= isGreater;
            isDescending &= !isGreater;
        }
        if (isAscending) {
            return;
        }
        if (isDescending) {
            for (int i = 0, k = count - 1; i < k; i++, k--) {
                exchange(list, i, k);
            }
        } else if (count <= FEW) {
            insert(list, count);
        } else {
            sortByHeap(list, count);
        }
    }

    private static void insert(long list, int count) {
        for (int i = 1; i < count; i++) {
            long key = entity(list, i);
            int position = i;
            while (position > 0 && entity(list, position - 1) > key) {
                put(list, position, entity(list, position - 1));
                position--;
            }
            put(list, position, key);
        }
    }

    private static void sortByHeap(long list, int count) {
        for (int i = (count >>> 1) - 1; i >= 0; i--) {
            down(list, i, count);
        }
        for (int last = count - 1; last > 0; last--) {
            exchange(list, 0, last);
            down(list, 0, last);
        }
    }

    /** Moves a key down the heap, in which parents are greater than their children. */
    private static void down(long list, int from, int end) {
        long key = entity(list, from);
        int at = from;
        while (at < end >>> 1) {
            int child = 2 * at + 1;
            if (child + 1 < end && entity(list, child + 1) > entity(list, child)) {
                child++;
            }
            if (entity(list, child) <= key) {
                break;
            }
            put(list, at, entity(list, child));
            at = child;
        }
        put(list, at, key);
    }

    private static void exchange(long list, int i, int k) {
        long key = entity(list, i);
        put(list, i, entity(list, k));
        put(list, k, key);
    }
}
