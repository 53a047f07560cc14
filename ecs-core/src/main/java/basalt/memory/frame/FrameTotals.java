package basalt.memory.frame;

/**
 * The sums over all ended frames of a {@link FrameArena}. The object is updated as frames end. Any thread may read it;
 * threads other than the arena's may see old values.
 */
public final class FrameTotals {
    private long frames;
    private long allocatedBytes;
    private long unphasedBytes;
    private long promoted;
    private long refused;
    private long unclaimed;

    FrameTotals() {}

    /**
     * The number of ended frames.
     *
     * @return the number
     */
    public long frames() {
        return frames;
    }

    /**
     * The bytes allocated.
     *
     * @return bytes
     */
    public long allocatedBytes() {
        return allocatedBytes;
    }

    /**
     * The bytes allocated while no phase was open.
     *
     * @return bytes
     */
    public long unphasedBytes() {
        return unphasedBytes;
    }

    /**
     * The number of promoted slices.
     *
     * @return the number
     */
    public long promoted() {
        return promoted;
    }

    /**
     * The number of refused promotions.
     *
     * @return the number
     */
    public long refused() {
        return refused;
    }

    /**
     * The number of promoted copies that were not claimed in the next frame.
     *
     * @return the number
     */
    public long unclaimed() {
        return unclaimed;
    }

    void add(MeterCount frame, long frameUnphasedBytes, int unclaimedOfLast) {
        frames++;
        allocatedBytes += frame.allocatedBytes();
        unphasedBytes += frameUnphasedBytes;
        promoted += frame.promoted();
        refused += frame.refused();
        unclaimed += unclaimedOfLast;
    }
}
