package basalt.inspect.view;

/**
 * The least of many keys, compared as unsigned numbers, each with an entity: a binary heap whose root is the greatest
 * key kept. Of equal keys, those that were offered first are kept and come first. Reusable.
 */
final class TopKeys {
    private long[] keys = {};
    private long[] entities = {};
    private int[] order = {};
    private int capacity;
    private int count;
    private int offered;

    /** The entries from here on are sorted. */
    private int sortedFrom;

    /** Forgets all keys. */
    void begin(int newCapacity) {
        if (keys.length < newCapacity) {
            keys = new long[newCapacity];
            entities = new long[newCapacity];
            order = new int[newCapacity];
        }
        capacity = newCapacity;
        count = 0;
        offered = 0;
        sortedFrom = 0;
    }

    boolean isKept(long key) {
        return count < capacity || capacity > 0 && Long.compareUnsigned(key, keys[0]) < 0;
    }

    void add(long key, long entity) {
        int number = offered++;
        if (count < capacity) {
            int at = count++;
            sortedFrom = count;
            while (at > 0 && isBefore(at - 1 >>> 1, key, number)) {
                move(at - 1 >>> 1, at);
                at = at - 1 >>> 1;
            }
            put(at, key, entity, number);
        } else {
            sink(0, count, key, entity, number);
        }
    }

    /** Goes on sorting the keys, of which no more can be added. */
    boolean sort(int most) {
        for (int left = most; sortedFrom > 1 && left > 0; left--) {
            int end = --sortedFrom;
            long key = keys[end];
            long entity = entities[end];
            int number = order[end];
            move(0, end);
            sink(0, end, key, entity, number);
        }
        return sortedFrom <= 1;
    }

    /** Puts an entry below a place of the heap that is free, down to where it belongs. */
    private void sink(int from, int size, long key, long entity, int number) {
        int at = from;
        while (true) {
            int child = 2 * at + 1;
            if (child >= size) {
                break;
            }
            if (child + 1 < size && isBefore(child, keys[child + 1], order[child + 1])) {
                child++;
            }
            if (!isAfter(child, key, number)) {
                break;
            }
            move(child, at);
            at = child;
        }
        put(at, key, entity, number);
    }

    private boolean isBefore(int at, long key, int number) {
        int compared = Long.compareUnsigned(keys[at], key);
        return compared < 0 || compared == 0 && order[at] < number;
    }

    private boolean isAfter(int at, long key, int number) {
        int compared = Long.compareUnsigned(keys[at], key);
        return compared > 0 || compared == 0 && order[at] > number;
    }

    private void move(int from, int to) {
        put(to, keys[from], entities[from], order[from]);
    }

    private void put(int at, long key, long entity, int number) {
        keys[at] = key;
        entities[at] = entity;
        order[at] = number;
    }

    int count() {
        return count;
    }

    /** An entity, after {@link #sort}: that of the least key first. */
    long entity(int index) {
        return entities[index];
    }
}
