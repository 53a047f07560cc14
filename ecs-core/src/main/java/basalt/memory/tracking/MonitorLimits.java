package basalt.memory.tracking;

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
 * @param scatteredRows the number of rows that must match a query before it is reported as scattered
 * @param rowsPerWord the smallest accepted mean number of matching rows in the words of 64 rows that have one, from 0
 *     to 64
 */
public record MonitorLimits(
        int heldFrames,
        int steadyFrames,
        long shortLivedFrees,
        long promotions,
        long heapAllocations,
        long evictions,
        double fragmentation,
        int scatteredRows,
        double rowsPerWord) {

    /** The default limits. */
    public static final MonitorLimits DEFAULT = new MonitorLimits(600, 30, 64, 64, 256, 16, 0.75, 10_000, 16);

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
     * @param scatteredRows the number of rows that must match a query before it is reported as scattered
     * @param rowsPerWord the smallest accepted mean number of matching rows in the words of 64 rows that have one, from
     *     0 to 64
     * @throws IllegalArgumentException if a number of frames is not positive, another number is negative, the
     *     fragmentation is not from 0 to 1, or the rows per word are not from 0 to 64
     */
    public MonitorLimits {
        if (heldFrames <= 0 || steadyFrames <= 0) {
            throw new IllegalArgumentException("heldFrames and steadyFrames must be > 0: heldFrames=" + heldFrames
                    + ", steadyFrames=" + steadyFrames);
        }
        if (shortLivedFrees < 0 || promotions < 0 || heapAllocations < 0 || evictions < 0 || scatteredRows < 0) {
            throw new IllegalArgumentException(
                    "limits must be >= 0: shortLivedFrees=" + shortLivedFrees + ", promotions=" + promotions
                            + ", heapAllocations=" + heapAllocations + ", evictions=" + evictions + ", scatteredRows="
                            + scatteredRows);
        }
        if (!(fragmentation >= 0 && fragmentation <= 1)) {
            throw new IllegalArgumentException("fragmentation must be from 0 to 1: fragmentation=" + fragmentation);
        }
        if (!(rowsPerWord >= 0 && rowsPerWord <= 64)) {
            throw new IllegalArgumentException("rowsPerWord must be from 0 to 64: rowsPerWord=" + rowsPerWord);
        }
    }
}
