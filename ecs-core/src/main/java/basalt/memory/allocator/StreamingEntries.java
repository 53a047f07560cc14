package basalt.memory.allocator;

import java.util.ArrayList;
import java.util.List;

/**
 * The entries of a {@link StreamingArena}, by handle.
 *
 * <pre>
 *   handle   63 .......... 32 31 ........... 0
 *            generation, &gt;= 1 | index
 * </pre>
 *
 * <p>An entry that is gone is reused with the next generation, so old handles do not find it. An entry that has used up
 * its generations is retired. Not thread-safe: the arena's lock guards it.
 */
final class StreamingEntries {
    private final List<StreamingEntry> all = new ArrayList<>();
    private StreamingEntry firstFree;

    static long handle(int index, int generation) {
        return (long) generation << 32 | index;
    }

    /** Takes a free entry for reuse, or creates one. */
    StreamingEntry take() {
        if (firstFree == null) {
            add(new StreamingEntry(all.size()));
        }
        StreamingEntry entry = firstFree;
        firstFree = entry.nextFree;
        entry.nextFree = null;
        return entry;
    }

    /** Adds a free entry. */
    void add(StreamingEntry entry) {
        all.add(entry);
        free(entry);
    }

    /** Ends an entry and makes it free, or retires it. */
    void end(StreamingEntry entry) {
        entry.end();
        if (entry.generation() != 0) {
            free(entry);
        }
    }

    /** The entry of a handle; null if it is gone or never existed. */
    StreamingEntry find(long handle) {
        int index = (int) handle;
        if (index < 0 || index >= all.size()) {
            return null;
        }
        StreamingEntry entry = all.get(index);
        return entry.handle() == handle && entry.state() != StreamingState.GONE ? entry : null;
    }

    /** The entry of a handle; throws if it is gone. */
    StreamingEntry get(long handle) {
        StreamingEntry entry = find(handle);
        if (entry == null) {
            throw stale(handle);
        }
        return entry;
    }

    /** All entries, including free ones. */
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
                + ", current generation=" + now);
    }
}
