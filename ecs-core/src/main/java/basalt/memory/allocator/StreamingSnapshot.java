package basalt.memory.allocator;

/**
 * The figures of a {@link StreamingArena} at one moment. They are consistent with each other.
 *
 * @param budgetBytes the most that {@code usedBytes} may become
 * @param usedBytes the bytes of all entries whose memory is not yet back at the source
 * @param highWaterBytes the most bytes ever used
 * @param reserving the number of entries whose memory is being taken
 * @param loading the number of entries that are being loaded
 * @param ready the number of entries that may be accessed, including pinned ones
 * @param pinned the number of ready entries with an open view
 * @param evicting the number of entries whose memory is being given back
 * @param evictions the total number of evicted entries, without released ones
 * @param refusals the total number of refused requests, by the budget or by the source
 */
public record StreamingSnapshot(
        long budgetBytes,
        long usedBytes,
        long highWaterBytes,
        int reserving,
        int loading,
        int ready,
        int pinned,
        int evicting,
        long evictions,
        long refusals) {}
