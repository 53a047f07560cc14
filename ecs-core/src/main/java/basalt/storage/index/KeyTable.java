package basalt.storage.index;

import basalt.component.Entity;
import basalt.memory.MemorySource;
import org.agrona.UnsafeApi;

/**
 * Finds an entity by a key: a hash table off heap, with linear probing. At most five of eight slots are used.
 *
 * <pre>
 *   slot  +0  key     [long]
 *         +8  entity  [long], NULL if the slot is free
 * </pre>
 *
 * <p>SAFETY: the number of a slot is masked, and there are mask + 1 slots, of which some are free.
 */
final class KeyTable {
    private static final int SLOT_BITS = 4;
    private static final int ENTITY = 8;
    private static final long LEAST_SLOTS = 64;
    private static final int ALIGNMENT = 64;

    private final MemorySource source;
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
        return count == 0 ? Entity.NULL : UnsafeApi.getLong(null, address(find(key)) + ENTITY);
    }

    /** Loads the slot where the search for a key begins; returns something that depends on it. Not if it is empty. */
    long load(long key) {
        return UnsafeApi.getLong(null, address(home(key)));
    }

    /** The slot with a key, or the free one where it would be. */
    private long find(long key) {
        long slot = home(key);
        while (isUsed(slot) && UnsafeApi.getLong(null, address(slot)) != key) {
            slot = slot + 1 & mask;
        }
        return slot;
    }

    /** The slot where the search for a key begins. */
    private long home(long key) {
        return (key ^ key >>> 32) * 0x9E37_79B9_7F4A_7C15L >>> shift;
    }

    private long address(long slot) {
        return slots + (slot << SLOT_BITS);
    }

    private boolean isUsed(long slot) {
        return UnsafeApi.getLong(null, address(slot) + ENTITY) != Entity.NULL;
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
        long slot = address(find(key));
        long before = UnsafeApi.getLong(null, slot + ENTITY);
        UnsafeApi.putLong(null, slot, key);
        UnsafeApi.putLong(null, slot + ENTITY, entity);
        count += before == Entity.NULL ? 1 : 0;
        return before;
    }

    /** Removes a key that is there. Those behind it that were put after their home move up, so that no hole is left. */
    void remove(long key) {
        long hole = find(key);
        for (long slot = hole + 1 & mask; isUsed(slot); slot = slot + 1 & mask) {
            long other = UnsafeApi.getLong(null, address(slot));
            if ((slot - home(other) & mask) >= (slot - hole & mask)) {
                UnsafeApi.putLong(null, address(hole), other);
                UnsafeApi.putLong(null, address(hole) + ENTITY, UnsafeApi.getLong(null, address(slot) + ENTITY));
                hole = slot;
            }
        }
        UnsafeApi.putLong(null, address(hole) + ENTITY, Entity.NULL);
        count--;
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
