package basalt.memory.collection;

import basalt.memory.NativeMemoryException;
import basalt.memory.Slice;
import basalt.memory.frame.FrameArena;
import org.agrona.collections.LongLongConsumer;

/**
 * A map of longs, or of entities, to longs in frame memory, with a fixed capacity: 16 bytes for each of 1.33 to 2.67
 * slots an entry.
 *
 * <p>All keys are allowed. One value, chosen when the map is made, stands for "no such key", and cannot be stored. Each
 * operation takes constant time on average, apart from {@link #clear()} and {@link #forEach}. When it dies, and on
 * which thread it may be used: see {@link FrameCollection}.
 */
public final class FrameLongMap extends FrameMap {
    private static final int ENTRY_BYTES = 2 * Long.BYTES;
    private static final int VALUE = Long.BYTES;

    private final long missingValue;

    private FrameLongMap(Slice slice, int capacity, long missingValue) {
        super(slice, capacity, missingValue);
        this.missingValue = missingValue;
        clear();
    }

    /**
     * Makes an empty map in the innermost scope or mark that is open.
     *
     * @param arena whose memory it takes
     * @param capacity the most entries that it can hold, from 1 to {@link #MAX_CAPACITY}
     * @param missingValue what stands for "no such key"
     * @return the map
     * @throws IllegalArgumentException if {@code capacity} is out of range, or there is no arena
     * @throws NativeMemoryException if the arena has no memory for it
     * @throws IllegalStateException if the arena is closed, or on a wrong thread
     */
    public static FrameLongMap in(FrameArena arena, int capacity, long missingValue) {
        return new FrameLongMap(allocateTable(arena, capacity, ENTRY_BYTES), capacity, missingValue);
    }

    /**
     * As {@link #in(FrameArena, int, long)}, for callers that can go on without the map.
     *
     * @param arena whose memory it takes
     * @param capacity the most entries that it can hold, from 1 to {@link #MAX_CAPACITY}
     * @param missingValue what stands for "no such key"
     * @return the map, or null if the arena has no memory for it
     * @throws IllegalArgumentException if {@code capacity} is out of range, or there is no arena
     * @throws IllegalStateException if the arena is closed, or on a wrong thread
     */
    public static FrameLongMap tryIn(FrameArena arena, int capacity, long missingValue) {
        Slice slice = tryAllocateTable(arena, capacity, ENTRY_BYTES);
        return slice == null ? null : new FrameLongMap(slice, capacity, missingValue);
    }

    /**
     * What stands for "no such key".
     *
     * @return the value that the map was made with
     */
    public long missingValue() {
        return missingValue;
    }

    /**
     * Looks a key up.
     *
     * @param key which
     * @return its value, or the missing value
     * @throws IllegalStateException if its memory has been released; the message says why
     */
    public long get(long key) {
        return value(find(key));
    }

    /**
     * Looks a key up.
     *
     * @param key which
     * @return whether it is in the map
     * @throws IllegalStateException if its memory has been released; the message says why
     */
    public boolean containsKey(long key) {
        return isTaken(find(key));
    }

    /**
     * Stores a value under a key, in place of what was there.
     *
     * @param key where
     * @param value what to store
     * @return what was there, or the missing value
     * @throws IllegalArgumentException if {@code value} is the missing value
     * @throws IllegalStateException if the key is new and the map is full, or its memory has been released; the message
     *     says why, and nothing has changed
     */
    public long put(long key, long value) {
        int slot = find(key);
        long old = value(slot);
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
     * @throws IllegalArgumentException if {@code value} is the missing value
     * @throws IllegalStateException if its memory has been released; the message says why
     */
    public boolean tryPut(long key, long value) {
        return store(find(key), key, value);
    }

    /**
     * Removes a key and its value.
     *
     * @param key which
     * @return what was there, or the missing value
     * @throws IllegalStateException if its memory has been released; the message says why
     */
    public long remove(long key) {
        return removeAt(find(key));
    }

    /**
     * Visits all entries. Their order has no meaning, but is the same after the same operations. An action may change
     * values of keys that are there; if it adds or removes keys, entries may be left out or visited twice.
     *
     * @param action what to do with each key and its value
     * @throws IllegalArgumentException if the action is null
     * @throws IllegalStateException if its memory has been released; the message says why
     */
    public void forEach(LongLongConsumer action) {
        requireAction(action);
        for (int slot = 0; slot < slots(); slot++) {
            if (isTaken(slot)) {
                action.accept(key(slot), value(slot));
            }
        }
    }

    @Override
    long key(int slot) {
        return slice.getLong((long) slot * ENTRY_BYTES);
    }

    @Override
    long value(int slot) {
        return slice.getLong((long) slot * ENTRY_BYTES + VALUE);
    }

    @Override
    void write(int slot, long key, long value) {
        slice.putLong((long) slot * ENTRY_BYTES, key);
        slice.putLong((long) slot * ENTRY_BYTES + VALUE, value);
    }
}
