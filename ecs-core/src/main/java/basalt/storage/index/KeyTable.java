package basalt.storage.index;

import basalt.component.Entity;
import basalt.memory.MemorySource;
import org.agrona.UnsafeApi;

/**
 * Finds an entity by a key: a hash table off heap. At most five of eight slots are used.
 *
 * <pre>
 *   bucket  four slots, a cache line
 *   slot    +0  key     [long]
 *           +8  entity  [long], NULL if the slot is free
 * </pre>
 *
 * <p>A key is in the bucket of its hash, or in the first one after it if all buckets between are full.
 *
 * <p>SAFETY: the number of a slot is masked, and there are mask + 1 slots, of which some are free.
 */
final class KeyTable {
    private static final int SLOT_BITS = 4;
    private static final int ENTITY = 8;
    private static final long BUCKET = 4;
    private static final int FULL = 15;
    private static final long LEAST_SLOTS = 64;
    private static final int ALIGNMENT = 64;

    static final int MOST_LOADED = 128;

    private final MemorySource source;
    private final long[] behindFull = new long[MOST_LOADED + 1];
    private long slots;
    private long mask = -1;
    private int shift;
    private int count;

    KeyTable(MemorySource source) {
        this.source = source;
    }

    /** The number of keys. */
    int count() {
        return count;
    }

    /** The entity of a key; NULL if there is none. */
    long get(long key) {
        return count == 0 ? Entity.NULL : entity(find(key));
    }

    /**
     * Loads where at most {@link #MOST_LOADED} keys are searched for: their buckets, and those behind full ones.
     *
     * @return something that depends on them
     */
    long load(long[] keys, int number) {
        long sum = 0;
        int full = 0;
        for (int i = 0; i < number && count > 0; i++) {
            sum += key(home(keys[i]));
        }
        for (int i = 0; i < number && count > 0; i++) {
            long home = home(keys[i]);
            behindFull[full] = home + BUCKET & mask;
            full += (used(home) + 1) / (FULL + 1);
        }
        for (int i = 0; i < full; i++) {
            sum += key(behindFull[i]);
        }
        return sum;
    }

    /** The slot with a key, or the free one where it would be. */
    private long find(long key) {
        for (long bucket = home(key); ; bucket = bucket + BUCKET & mask) {
            int used = used(bucket);
            int found = used & ~different(bucket, key);
            if (found != 0 || used != FULL) {
                return bucket + Integer.numberOfTrailingZeros(found != 0 ? found : ~used);
            }
        }
    }

    /** Which slots of a bucket are used, one bit each: generations are odd. */
    private int used(long bucket) {
        return (int) (entity(bucket) >>> 32 & 1
                | entity(bucket + 1) >>> 31 & 2
                | entity(bucket + 2) >>> 30 & 4
                | entity(bucket + 3) >>> 29 & 8);
    }

    /** Which slots of a bucket have another key, one bit each. Without a branch, as none could be predicted. */
    private int different(long bucket, long key) {
        return (int) (nonzero(key(bucket) ^ key)
                | nonzero(key(bucket + 1) ^ key) << 1
                | nonzero(key(bucket + 2) ^ key) << 2
                | nonzero(key(bucket + 3) ^ key) << 3);
    }

    private static long nonzero(long bits) {
        return (bits | -bits) >>> 63;
    }

    /** The first slot of the bucket where the search for a key begins. */
    private long home(long key) {
        return (key ^ key >>> 32) * 0x9E37_79B9_7F4A_7C15L >>> shift & -BUCKET;
    }

    private long key(long slot) {
        return UnsafeApi.getLong(null, address(slot));
    }

    private long entity(long slot) {
        return UnsafeApi.getLong(null, address(slot) + ENTITY);
    }

    private void set(long slot, long key, long entity) {
        UnsafeApi.putLong(null, address(slot), key);
        UnsafeApi.putLong(null, address(slot) + ENTITY, entity);
    }

    private long address(long slot) {
        return slots + (slot << SLOT_BITS);
    }

    /** Allocates memory for one more key; if there is none, nothing has changed. */
    void reserve() {
        long capacity = mask + 1;
        if (count < (capacity >>> 1) + (capacity >>> 3)) {
            return;
        }
        long newCapacity = Math.max(LEAST_SLOTS, 2 * capacity);
        long memory = MemorySource.allocateFrom(source, newCapacity << SLOT_BITS, ALIGNMENT);
        UnsafeApi.setMemory(null, memory, newCapacity << SLOT_BITS, (byte) 0);
        long old = slots;
        slots = memory;
        mask = newCapacity - 1;
        shift = Long.numberOfLeadingZeros(mask);
        count = 0;
        for (long slot = old; slot < old + (capacity << SLOT_BITS); slot += 1 << SLOT_BITS) {
            if (UnsafeApi.getLong(null, slot + ENTITY) != Entity.NULL) {
                put(UnsafeApi.getLong(null, slot), UnsafeApi.getLong(null, slot + ENTITY));
            }
        }
        if (capacity > 0) {
            source.free(old, capacity << SLOT_BITS); // last, because a source may throw
        }
    }

    /** Sets the entity of a key, after {@link #reserve} if the key is new. Returns what it was, NULL for none. */
    long put(long key, long entity) {
        long slot = find(key);
        long before = entity(slot);
        set(slot, key, entity);
        count += before == Entity.NULL ? 1 : 0;
        return before;
    }

    /** Removes a key that is there. One that was put into a later bucket because this one was full takes its slot. */
    void remove(long key) {
        long hole = find(key);
        long bucket = hole & -BUCKET;
        boolean isFull = used(bucket) == FULL;
        set(hole, 0, Entity.NULL);
        while (isFull) {
            bucket = bucket + BUCKET & mask;
            isFull = used(bucket) == FULL;
            for (long slot = bucket; slot < bucket + BUCKET; slot++) {
                if (entity(slot) != Entity.NULL && isBefore(home(key(slot)), hole, bucket)) {
                    set(hole, key(slot), entity(slot));
                    set(slot, 0, Entity.NULL);
                    hole = slot;
                    break;
                }
            }
        }
        count--;
    }

    /** Whether a search from one bucket comes to a slot before it comes to another bucket. */
    private boolean isBefore(long home, long slot, long bucket) {
        return (bucket - home & mask) >= (bucket - (slot & -BUCKET) & mask);
    }

    long reservedBytes() {
        return mask + 1 << SLOT_BITS;
    }

    void close() {
        long bytes = reservedBytes();
        mask = -1;
        count = 0;
        if (bytes > 0) {
            source.free(slots, bytes);
        }
    }
}
