package basalt.memory.frame;

/**
 * The sums over all frames of a {@link FrameArena} that have ended. They grow while the arena is used. The figures may
 * be read anywhere; another thread may see old ones.
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
     * How many frames there have been.
     *
     * @return the number
     */
    public long frames() {
        return frames;
    }

    /**
     * What was allocated in them.
     *
     * @return bytes
     */
    public long allocatedBytes() {
        return allocatedBytes;
    }

    /**
     * What was allocated while no phase was open.
     *
     * @return bytes
     */
    public long unphasedBytes() {
        return unphasedBytes;
    }

    /**
     * How many slices were promoted.
     *
     * @return the number
     */
    public long promoted() {
        return promoted;
    }

    /**
     * How many slices were to be promoted and were not.
     *
     * @return the number
     */
    public long refused() {
        return refused;
    }

    /**
     * How many were promoted although the copy was not asked for in the frame after.
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
