package basalt.memory.allocator;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.PriorityQueue;

/**
 * Chooses the entries of a {@link StreamingArena} to evict: lowest priority first, and of equal priority the least
 * recently accessed first. Pinned and loading entries are not evicted.
 *
 * <p>Entries are ordered when room is needed, not at each access. So an access is two assignments, and an eviction is
 * linear in the number of entries plus a logarithmic step for each victim.
 */
final class EvictionOrder {
    /** No two entries are equal, because each access has its own clock value. */
    private static final Comparator<StreamingEntry> EVICTION_ORDER =
            Comparator.comparingInt(StreamingEntry::priority).thenComparingLong(StreamingEntry::lastAccess);

    private EvictionOrder() {}

    /**
     * Chooses the entries to evict so that {@code bytes} become free. Changes nothing. Returns the entries in order of
     * eviction; empty if none need be evicted, or if all of them would not suffice.
     */
    static List<StreamingEntry> victims(List<StreamingEntry> entries, long bytes) {
        if (bytes == 0) {
            return List.of();
        }
        PriorityQueue<StreamingEntry> candidates = new PriorityQueue<>(EVICTION_ORDER);
        long evictableBytes = 0;
        for (StreamingEntry entry : entries) {
            if (entry.isEvictable()) {
                candidates.add(entry);
                evictableBytes += entry.sizeBytes();
            }
        }
        if (evictableBytes < bytes) {
            return List.of();
        }
        List<StreamingEntry> victims = new ArrayList<>();
        long freedBytes = 0;
        while (freedBytes < bytes) {
            StreamingEntry next = candidates.remove();
            victims.add(next);
            freedBytes += next.sizeBytes();
        }
        removeUnneeded(victims, freedBytes - bytes);
        return victims;
    }

    /** The entry to evict first; null if none can be evicted. */
    static StreamingEntry next(List<StreamingEntry> entries) {
        StreamingEntry next = null;
        for (StreamingEntry entry : entries) {
            if (entry.isEvictable() && (next == null || EVICTION_ORDER.compare(entry, next) < 0)) {
                next = entry;
            }
        }
        return next;
    }

    /** Removes victims that are not needed because a later one was large: the most valuable ones first. */
    private static void removeUnneeded(List<StreamingEntry> victims, long excessBytes) {
        long leftBytes = excessBytes;
        for (int i = victims.size() - 1; i >= 0 && leftBytes > 0; i--) {
            long bytes = victims.get(i).sizeBytes();
            if (bytes <= leftBytes) {
                leftBytes -= bytes;
                victims.remove(i);
            }
        }
    }
}
