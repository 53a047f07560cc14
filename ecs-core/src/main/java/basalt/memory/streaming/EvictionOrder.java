package basalt.memory.streaming;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.PriorityQueue;

/**
 * Which entries of a {@link StreamingArena} have to go: those of the lowest priority, and among them those that were
 * not accessed for longest. Pinned ones and those that are loading stay.
 *
 * <p>Orders the entries when room is needed and not at each access: an access stays a matter of two assignments, and an
 * eviction costs time in proportion to the number of entries, besides a logarithm for each one that goes.
 */
final class EvictionOrder {
    /** No two entries are equal, because the clock gives each access a time of its own. */
    private static final Comparator<StreamingEntry> FIRST_TO_GO =
            Comparator.comparingInt(StreamingEntry::priority).thenComparingLong(StreamingEntry::age);

    private EvictionOrder() {}

    /**
     * Chooses what has to go so that {@code bytes} become free, and changes nothing.
     *
     * @return in the order in which they go; empty if none has to, or all together would not suffice
     */
    static List<StreamingEntry> victims(List<StreamingEntry> entries, long bytes) {
        if (bytes == 0) {
            return List.of();
        }
        PriorityQueue<StreamingEntry> candidates = new PriorityQueue<>(FIRST_TO_GO);
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
        spare(victims, freedBytes - bytes);
        return victims;
    }

    /** What has to go first; null if none may. */
    static StreamingEntry next(List<StreamingEntry> entries) {
        StreamingEntry next = null;
        for (StreamingEntry entry : entries) {
            if (entry.isEvictable() && (next == null || FIRST_TO_GO.compare(entry, next) < 0)) {
                next = entry;
            }
        }
        return next;
    }

    /** A large victim at the end may have made small ones before it needless: they stay, the most valuable first. */
    private static void spare(List<StreamingEntry> victims, long needlessBytes) {
        long leftBytes = needlessBytes;
        for (int i = victims.size() - 1; i >= 0 && leftBytes > 0; i--) {
            long bytes = victims.get(i).sizeBytes();
            if (bytes <= leftBytes) {
                leftBytes -= bytes;
                victims.remove(i);
            }
        }
    }
}
