package basalt.memory.frame;

import java.util.Map;

/**
 * The figures of a phase, of a tag, or of a whole frame.
 *
 * @param name the phase, the path of the tag, or "frame"
 * @param allocatedBytes the bytes allocated, including alignment gaps and memory released before the frame ended
 * @param allocations the number of allocations; for a whole frame, counted only if the arena has a phase, a tag or a
 *     history, or frame events are recorded
 * @param highWaterBytes the most bytes that the arena held at once meanwhile, including earlier allocations
 * @param promoted the number of promoted slices
 * @param promotedBytes the total size of the promoted slices
 * @param refused the number of refused promotions
 * @param refusedBytes the total size of the refused slices
 * @param refusals the number of refusals by reason; reasons that did not occur are left out
 */
public record MeterStats(
        String name,
        long allocatedBytes,
        long allocations,
        long highWaterBytes,
        int promoted,
        long promotedBytes,
        int refused,
        long refusedBytes,
        Map<PromotionRefusal, Integer> refusals) {

    /**
     * The bytes that were not promoted.
     *
     * @return allocated minus promoted bytes, at least 0; a slice that was promoted twice, or allocated under another
     *     name, also counts as promoted
     */
    public long discardedBytes() {
        return Math.max(0, allocatedBytes - promotedBytes);
    }
}
