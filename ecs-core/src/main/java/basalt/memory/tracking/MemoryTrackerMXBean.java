package basalt.memory.tracking;

/**
 * The figures of a {@link MemoryTracker} for JMX, as {@link MemoryTracker#register(String)} publishes them.
 *
 * <p>Each attribute is read at a moment of its own; {@link #snapshotJson()} gives figures that belong together.
 */
public interface MemoryTrackerMXBean {
    /**
     * What is allocated under all tags and not freed.
     *
     * @return bytes
     */
    long getAllocatedBytes();

    /**
     * The most that was ever allocated under all tags.
     *
     * @return bytes
     */
    long getPeakBytes();

    /**
     * How many allocations are not freed.
     *
     * @return their number under all tags
     */
    long getLiveAllocations();

    /**
     * How often a hard budget has refused a request.
     *
     * @return the sum of all tags
     */
    long getDenials();

    /**
     * How often a soft budget was crossed.
     *
     * @return the sum of all tags
     */
    long getSoftCrossings();

    /**
     * The figures of all tags at one moment.
     *
     * @return {@link MemorySnapshot#toJson()} of the root
     */
    String snapshotJson();
}
