package basalt.memory.frame;

import java.util.Arrays;
import java.util.EnumMap;
import java.util.Map;

/** The mutable counters of a meter, or of the whole arena, for one frame. */
final class MeterCount {
    private static final FramePromotions.Refusal[] REASONS = FramePromotions.Refusal.values();

    private final int[] refusals = new int[REASONS.length];
    private long allocatedBytes;
    private long allocations;
    private long highWaterBytes;
    private int promoted;
    private long promotedBytes;
    private int refused;
    private long refusedBytes;

    void allocated(long bytes, long count) {
        allocatedBytes += bytes;
        allocations += count;
    }

    void held(long bytes) {
        highWaterBytes = Math.max(highWaterBytes, bytes);
    }

    void promoted(long bytes) {
        promoted++;
        promotedBytes += bytes;
    }

    void refused(long bytes, FramePromotions.Refusal why) {
        refused++;
        refusedBytes += bytes;
        refusals[why.ordinal()]++;
    }

    long allocatedBytes() {
        return allocatedBytes;
    }

    long allocations() {
        return allocations;
    }

    long highWaterBytes() {
        return highWaterBytes;
    }

    int promoted() {
        return promoted;
    }

    long promotedBytes() {
        return promotedBytes;
    }

    int refused() {
        return refused;
    }

    void clear() {
        Arrays.fill(refusals, 0);
        allocatedBytes = 0;
        allocations = 0;
        highWaterBytes = 0;
        promoted = 0;
        promotedBytes = 0;
        refused = 0;
        refusedBytes = 0;
    }

    void copyFrom(MeterCount other) {
        System.arraycopy(other.refusals, 0, refusals, 0, refusals.length);
        allocatedBytes = other.allocatedBytes;
        allocations = other.allocations;
        highWaterBytes = other.highWaterBytes;
        promoted = other.promoted;
        promotedBytes = other.promotedBytes;
        refused = other.refused;
        refusedBytes = other.refusedBytes;
    }

    FrameMeter.Stats stats(String name) {
        Map<FramePromotions.Refusal, Integer> why = new EnumMap<>(FramePromotions.Refusal.class);
        for (FramePromotions.Refusal reason : REASONS) {
            if (refusals[reason.ordinal()] > 0) {
                why.put(reason, refusals[reason.ordinal()]);
            }
        }
        return new FrameMeter.Stats(
                name,
                allocatedBytes,
                allocations,
                highWaterBytes,
                promoted,
                promotedBytes,
                refused,
                refusedBytes,
                Map.copyOf(why));
    }
}
