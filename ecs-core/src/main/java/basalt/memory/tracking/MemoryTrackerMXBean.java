package basalt.memory.tracking;

/**
 * The figures of a {@link MemoryTracker} for JMX, as {@link MemoryTracker#register(String)} publishes them.
 *
 * <p>Attributes are read one by one; {@link #snapshotJson()} returns consistent figures.
 */
public interface MemoryTrackerMXBean {
    /**
     * The bytes allocated now under all tags.
     *
     * @return bytes
     */
    long getAllocatedBytes();

    /**
     * The most bytes ever allocated at once under all tags.
     *
     * @return bytes
     */
    long getPeakBytes();

    /**
     * The number of live allocations.
     *
     * @return the number under all tags
     */
    long getLiveAllocations();

    /**
     * The number of requests that a hard budget has refused.
     *
     * @return the sum of all tags
     */
    long getDenials();

    /**
     * The number of times that a soft budget was crossed.
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
