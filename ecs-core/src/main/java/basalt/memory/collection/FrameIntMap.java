package basalt.memory.collection;

import basalt.memory.NativeMemoryException;
import basalt.memory.Slice;
import basalt.memory.frame.FrameArena;
import org.agrona.collections.IntIntConsumer;

/**
 * A map of ints to ints in frame memory, with a fixed capacity: 8 bytes for each of 1.33 to 2.67 slots an entry.
 *
 * <p>All keys are allowed. One value, chosen when the map is made, stands for "no such key", and cannot be stored. Each
 * operation takes constant time on average, apart from {@link #clear()} and {@link #forEach}. When it dies, and on
 * which thread it may be used: see {@link FrameCollection}.
 */
public final class FrameIntMap extends FrameMap {
    private static final int ENTRY_BYTES = 2 * Integer.BYTES;
    private static final int VALUE = Integer.BYTES;

    private final int missingValue;

    private FrameIntMap(Slice slice, int capacity, int missingValue) {
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
    public static FrameIntMap in(FrameArena arena, int capacity, int missingValue) {
        return new FrameIntMap(allocateTable(arena, capacity, ENTRY_BYTES), capacity, missingValue);
    }

    /**
     * As {@link #in(FrameArena, int, int)}, for callers that can go on without the map.
     *
     * @param arena whose memory it takes
     * @param capacity the most entries that it can hold, from 1 to {@link #MAX_CAPACITY}
     * @param missingValue what stands for "no such key"
     * @return the map, or null if the arena has no memory for it
     * @throws IllegalArgumentException if {@code capacity} is out of range, or there is no arena
     * @throws IllegalStateException if the arena is closed, or on a wrong thread
     */
    public static FrameIntMap tryIn(FrameArena arena, int capacity, int missingValue) {
        Slice slice = tryAllocateTable(arena, capacity, ENTRY_BYTES);
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
     * @throws IllegalStateException if its memory has been released; the message says why
     */
    public int get(int key) {
        return (int) value(find(key));
    }

    /**
     * Looks a key up.
     *
     * @param key which
     * @return whether it is in the map
     * @throws IllegalStateException if its memory has been released; the message says why
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
     * @throws IllegalArgumentException if {@code value} is the missing value
     * @throws IllegalStateException if the key is new and the map is full, or its memory has been released; the message
     *     says why, and nothing has changed
     */
    public int put(int key, int value) {
        int slot = find(key);
        int old = (int) value(slot);
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
    public boolean tryPut(int key, int value) {
        return store(find(key), key, value);
    }

    /**
     * Removes a key and its value.
     *
     * @param key which
     * @return what was there, or the missing value
     * @throws IllegalStateException if its memory has been released; the message says why
     */
    public int remove(int key) {
        return (int) removeAt(find(key));
    }

    /**
     * Visits all entries. Their order has no meaning, but is the same after the same operations. An action may change
     * values of keys that are there; if it adds or removes keys, entries may be left out or visited twice.
     *
     * @param action what to do with each key and its value
     * @throws IllegalArgumentException if the action is null
     * @throws IllegalStateException if its memory has been released; the message says why
     */
    public void forEach(IntIntConsumer action) {
        requireAction(action);
        for (int slot = 0; slot < slots(); slot++) {
            if (isTaken(slot)) {
                action.accept((int) key(slot), (int) value(slot));
            }
        }
    }

    @Override
    long key(int slot) {
        return slice.getInt((long) slot * ENTRY_BYTES);
    }

    @Override
    long value(int slot) {
        return slice.getInt((long) slot * ENTRY_BYTES + VALUE);
    }

    @Override
    void write(int slot, long key, long value) {
        slice.putInt((long) slot * ENTRY_BYTES, (int) key);
        slice.putInt((long) slot * ENTRY_BYTES + VALUE, (int) value);
    }
}
