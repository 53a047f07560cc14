package basalt.memory.diagnostic;

/**
 * The limits beyond which a {@link MemoryMonitor} reports. A frame is what lies between two calls of {@link
 * MemoryMonitor#endFrame()}.
 *
 * @param heldFrames for how many frames a frame arena may hold memory without a reset
 * @param steadyFrames for how many frames in a row a misuse must go on, such as promotion or short-lived blocks
 * @param shortLivedFrees how many blocks of a pool may be freed in each frame in which they were allocated
 * @param promotions how many slices may be promoted in each frame
 * @param heapAllocations how many blocks may be allocated from a heap in each frame
 * @param evictions how many entries may be evicted from a streaming arena in each frame
 * @param fragmentation how far a heap may be fragmented, from 0 to 1
 */
public record MonitorLimits(
        int heldFrames,
        int steadyFrames,
        long shortLivedFrees,
        long promotions,
        long heapAllocations,
        long evictions,
        double fragmentation) {

    /** The limits of a monitor that is created without any. */
    public static final MonitorLimits DEFAULT = new MonitorLimits(600, 30, 64, 64, 256, 16, 0.75);

    /**
     * Checks the limits.
     *
     * @param heldFrames for how many frames a frame arena may hold memory without a reset
     * @param steadyFrames for how many frames in a row a misuse must go on
     * @param shortLivedFrees how many blocks of a pool may be freed in each frame in which they were allocated
     * @param promotions how many slices may be promoted in each frame
     * @param heapAllocations how many blocks may be allocated from a heap in each frame
     * @param evictions how many entries may be evicted from a streaming arena in each frame
     * @param fragmentation how far a heap may be fragmented
     * @throws IllegalArgumentException if a number of frames is not positive, a number of times is negative, or the
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
