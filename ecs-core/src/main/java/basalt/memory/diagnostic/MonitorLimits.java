package basalt.memory.diagnostic;

/**
 * The limits above which a {@link MemoryMonitor} reports. A frame ends with a call of {@link MemoryMonitor#endFrame()}.
 *
 * @param heldFrames the number of frames for which a frame arena may hold memory without a reset
 * @param steadyFrames the number of consecutive frames after which continuing misuse is reported
 * @param shortLivedFrees the number of blocks of a pool that may be freed per frame in the frame of their allocation
 * @param promotions the number of slices that may be promoted per frame
 * @param heapAllocations the number of blocks that may be allocated from a heap per frame
 * @param evictions the number of entries that may be evicted from a streaming arena per frame
 * @param fragmentation the largest accepted fragmentation of a heap, from 0 to 1
 */
public record MonitorLimits(
        int heldFrames,
        int steadyFrames,
        long shortLivedFrees,
        long promotions,
        long heapAllocations,
        long evictions,
        double fragmentation) {

    /** The default limits. */
    public static final MonitorLimits DEFAULT = new MonitorLimits(600, 30, 64, 64, 256, 16, 0.75);

    /**
     * Creates limits.
     *
     * @param heldFrames the number of frames for which a frame arena may hold memory without a reset
     * @param steadyFrames the number of consecutive frames after which continuing misuse is reported
     * @param shortLivedFrees the number of blocks of a pool that may be freed per frame in the frame of their
     *     allocation
     * @param promotions the number of slices that may be promoted per frame
     * @param heapAllocations the number of blocks that may be allocated from a heap per frame
     * @param evictions the number of entries that may be evicted from a streaming arena per frame
     * @param fragmentation the largest accepted fragmentation of a heap, from 0 to 1
     * @throws IllegalArgumentException if a number of frames is not positive, another number is negative, or the
     *     fragmentation is not from 0 to 1
     */
    public MonitorLimits {
        if (heldFrames <= 0 || steadyFrames <= 0) {
            throw new IllegalArgumentException("heldFrames and steadyFrames must be > 0: heldFrames=" + heldFrames
                    + ", steadyFrames=" + steadyFrames);
        }
        if (shortLivedFrees < 0 || promotions < 0 || heapAllocations < 0 || evictions < 0) {
            throw new IllegalArgumentException(
                    "limits must be >= 0: shortLivedFrees=" + shortLivedFrees + ", promotions=" + promotions
                            + ", heapAllocations=" + heapAllocations + ", evictions=" + evictions);
        }
        if (!(fragmentation >= 0 && fragmentation <= 1)) {
            throw new IllegalArgumentException("fragmentation must be from 0 to 1: fragmentation=" + fragmentation);
        }
    }
}
