package basalt.memory.streaming;

/**
 * The figures of a {@link StreamingArena} at one moment: all of them belong together.
 *
 * @param budgetBytes the most that {@code usedBytes} may become
 * @param usedBytes what the entries occupy, until the source has it back
 * @param highWaterBytes the most that was ever used
 * @param reserving entries whose memory is just being taken
 * @param loading entries that are being loaded
 * @param ready entries that may be accessed, the pinned ones included
 * @param pinned entries that are ready and have an open view
 * @param evicting entries whose memory is just being given back
 * @param evictions how many entries were ever evicted; those that were released do not count
 * @param refusals how many requests were ever refused, by the budget or by the source
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
