package basalt.memory.streaming;

import java.util.ArrayList;
import java.util.List;

/**
 * The entries of one {@link StreamingArena}, by their handles.
 *
 * <pre>
 *   handle   63 .......... 32 31 ........... 0
 *            generation, &gt;= 1 | index
 * </pre>
 *
 * <p>An entry that has gone is used again with the next generation, so an old handle does not find it. Where the
 * generation would start again at 0 the entry is retired. Not thread-safe: the arena's lock guards it.
 */
final class StreamingEntries {
    private final List<StreamingEntry> all = new ArrayList<>();
    private StreamingEntry firstFree;

    static long handle(int index, int generation) {
        return (long) generation << 32 | index;
    }

    /** An entry that has gone, for a new life. */
    StreamingEntry take() {
        if (firstFree == null) {
            add(new StreamingEntry(all.size()));
        }
        StreamingEntry entry = firstFree;
        firstFree = entry.nextFree;
        entry.nextFree = null;
        return entry;
    }

    /** Adds an entry that is free. */
    void add(StreamingEntry entry) {
        all.add(entry);
        free(entry);
    }

    /** The life of an entry is over. */
    void end(StreamingEntry entry) {
        entry.end();
        if (entry.generation() != 0) {
            free(entry);
        }
    }

    /** The entry of a handle; null if it has gone, or never was. */
    StreamingEntry find(long handle) {
        int index = (int) handle;
        if (index < 0 || index >= all.size()) {
            return null;
        }
        StreamingEntry entry = all.get(index);
        return entry.handle() == handle && entry.state() != StreamingState.GONE ? entry : null;
    }

    /** The entry of a handle, which must be there. */
    StreamingEntry get(long handle) {
        StreamingEntry entry = find(handle);
        if (entry == null) {
            throw stale(handle);
        }
        return entry;
    }

    /** All there are, the free ones too. */
    List<StreamingEntry> all() {
        return all;
    }

    int count(StreamingState state) {
        int count = 0;
        for (StreamingEntry entry : all) {
            if (entry.state() == state) {
                count++;
            }
        }
        return count;
    }

    int countPinned() {
        int count = 0;
        for (StreamingEntry entry : all) {
            if (entry.isPinned()) {
                count++;
            }
        }
        return count;
    }

    private void free(StreamingEntry entry) {
        entry.nextFree = firstFree;
        firstFree = entry;
    }

    private IllegalStateException stale(long handle) {
        int index = (int) handle;
        String now = index >= 0 && index < all.size()
                ? Integer.toUnsignedString(all.get(index).generation())
                : "none";
        return new IllegalStateException("handle is stale: its entry was evicted or released, reserve it again; index="
                + Integer.toUnsignedString(index) + ", generation=" + Integer.toUnsignedString((int) (handle >>> 32))
                + ", generation now=" + now);
    }
}
