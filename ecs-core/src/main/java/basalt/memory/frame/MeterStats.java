package basalt.memory.frame;

import java.util.Map;

/**
 * What was counted under one name during one frame, or for the frame as a whole.
 *
 * @param name the phase, the path of the tag, or "frame"
 * @param allocatedBytes what was allocated, with the gaps that alignment makes, whether it was released before the
 *     frame ended or not
 * @param allocations how many allocations that were; for a frame as a whole, counted only if the arena has a phase, a
 *     tag or a history, or a flight recording of frames runs
 * @param highWaterBytes the most that the arena held at once meanwhile, what had been there before included
 * @param promoted how many pieces were promoted
 * @param promotedBytes how large those were
 * @param refused how many pieces were to be promoted and were not
 * @param refusedBytes how large those were
 * @param refusals how many of these for which reason; reasons that did not occur are left out
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
     * What died with the frame, or before.
     *
     * @return bytes that were allocated and not promoted; what was promoted twice, or allocated elsewhere, counts as
     *     promoted here all the same, but the figure is never negative
     */
    public long discardedBytes() {
        return Math.max(0, allocatedBytes - promotedBytes);
    }
}
