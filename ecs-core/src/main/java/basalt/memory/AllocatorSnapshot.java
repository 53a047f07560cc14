package basalt.memory;

/**
 * The figures of one {@link Allocator} at one moment.
 *
 * @param kind what it is, such as "frame arena"
 * @param name what its owner calls it; empty if it has no name
 * @param usedBytes what is allocated
 * @param reservedBytes what it holds of its source
 * @param highWaterBytes the most that was ever used
 * @param liveAllocations how many allocations are not freed; {@link #NOT_COUNTED} where they are not counted
 * @param fragmentation how much of the memory it holds is of no use at the moment, from 0 to 1; each allocator says
 *     what that means for it
 */
public record AllocatorSnapshot(
        String kind,
        String name,
        long usedBytes,
        long reservedBytes,
        long highWaterBytes,
        long liveAllocations,
        double fragmentation) {

    /** In place of {@link #liveAllocations()} where allocations are not counted, because they are freed together. */
    public static final long NOT_COUNTED = -1;

    /**
     * Checks what can be checked without knowing the allocator.
     *
     * @param kind what it is
     * @param name what its owner calls it
     * @param usedBytes what is allocated
     * @param reservedBytes what it holds of its source
     * @param highWaterBytes the most that was ever used
     * @param liveAllocations how many allocations are not freed
     * @param fragmentation how much of it is of no use, from 0 to 1
     * @throws IllegalArgumentException if the kind is null or blank, the name null, or the fragmentation out of range
     */
    public AllocatorSnapshot {
        if (kind == null || kind.isBlank()) {
            throw new IllegalArgumentException("kind must not be null or blank");
        }
        if (name == null) {
            throw new IllegalArgumentException("name must not be null; it is empty where there is none");
        }
        if (!(fragmentation >= 0 && fragmentation <= 1)) {
            throw new IllegalArgumentException("fragmentation must be from 0 to 1: fragmentation=" + fragmentation);
        }
    }

    /**
     * A part of a whole, also where both were read while they changed.
     *
     * @param bytes the part
     * @param ofBytes the whole
     * @return from 0 to 1; 0 if there is nothing
     */
    public static double share(long bytes, long ofBytes) {
        return ofBytes <= 0 ? 0 : Math.max(0, Math.min(1, (double) bytes / ofBytes));
    }
}
