package basalt.memory;

/**
 * The figures of an {@link Allocator} at one moment.
 *
 * @param kind the kind of allocator, such as "frame arena"
 * @param name the name that its owner gave it; empty if it has no name
 * @param usedBytes the bytes allocated
 * @param reservedBytes the bytes held from its source
 * @param highWaterBytes the most bytes ever allocated at once
 * @param liveAllocations the number of live allocations; {@link #NOT_COUNTED} if they are not counted
 * @param fragmentation the share of its memory that cannot be used now, from 0 to 1; each allocator documents what that
 *     includes
 */
public record AllocatorSnapshot(
        String kind,
        String name,
        long usedBytes,
        long reservedBytes,
        long highWaterBytes,
        long liveAllocations,
        double fragmentation) {

    /** The value of {@link #liveAllocations()} where allocations are freed together and not counted. */
    public static final long NOT_COUNTED = -1;

    /** Creates a snapshot. */
    public AllocatorSnapshot {
        if (kind == null || kind.isBlank()) {
            throw new IllegalArgumentException("kind must not be null or blank");
        }
        if (name == null) {
            throw new IllegalArgumentException("name must not be null; it is empty if there is none");
        }
        if (!(fragmentation >= 0 && fragmentation <= 1)) {
            throw new IllegalArgumentException("fragmentation must be from 0 to 1: fragmentation=" + fragmentation);
        }
    }

    /**
     * The share of a part in a whole, kept in range even if the two were read while they changed.
     *
     * @return from 0 to 1; 0 if the whole is 0
     */
    public static double share(long bytes, long ofBytes) {
        return ofBytes <= 0 ? 0 : Math.max(0, Math.min(1, (double) bytes / ofBytes));
    }
}
