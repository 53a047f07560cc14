package basalt.memory.frame;

import basalt.internal.Friend;
import basalt.memory.Slice;
import basalt.memory.block.ArenaAccess;
import java.util.function.LongConsumer;

/**
 * A list of longs, or of entities, in frame memory, with a fixed capacity: 8 bytes an element.
 *
 * <p>Lifetime, failures and threads are described at {@link FrameCollection}.
 */
public final class FrameLongList extends FrameCollection {
    static {
        Friend.install(FrameLongList.class, Slice.class, new ArenaAccess.LongLists<FrameLongList>() {
            @Override
            public Slice internal(FrameLongList list) {
                return list.slice;
            }

            @Override
            public void grow(FrameLongList list, int count) {
                list.size += count;
            }
        });
    }

    private FrameLongList(Slice slice, int capacity) {
        super(slice, capacity);
    }

    /**
     * Creates an empty list in the innermost open scope or mark.
     *
     * @param capacity the largest number of elements, at least 1
     */
    public static FrameLongList in(FrameArena arena, int capacity) {
        return new FrameLongList(allocate(arena, capacity, Long.BYTES), capacity);
    }

    /** Appends a value. */
    public void add(long value) {
        if (isFull()) {
            throw full();
        }
        slice.putLong(endOffset(Long.BYTES), value);
        size++;
    }

    /** Reads an element. */
    public long get(int index) {
        return slice.getLong(offset(index, Long.BYTES));
    }

    /** Replaces an element. */
    public void set(int index, long value) {
        slice.putLong(offset(index, Long.BYTES), value);
    }

    /**
     * Searches from the front.
     *
     * @return whether an element equals it
     */
    public boolean contains(long value) {
        requireLive();
        for (int i = 0; i < size; i++) {
            if (get(i) == value) {
                return true;
            }
        }
        return false;
    }

    /** Calls an action for each element in order, including elements that are appended meanwhile. */
    public void forEach(LongConsumer action) {
        requireAction(action);
        requireLive();
        for (int i = 0; i < size; i++) {
            action.accept(get(i));
        }
    }
}
