package basalt.memory;

/**
 * What takes memory of a {@link MemorySource} and gives it out in pieces, as far as its figures and its end go.
 *
 * <p>All allocators of this library are such. Others may be, so that they show up in a {@link
 * basalt.memory.tracking.MemoryReport MemoryReport} too.
 *
 * <p>The figures may be read on any thread. Unless the allocator is thread-safe, they are exact and belong together on
 * its own thread only, or while that does nothing with the allocator.
 */
public interface Allocator extends AutoCloseable {
    /**
     * What is allocated at the moment.
     *
     * @return bytes; an allocator's documentation says what counts besides those that were asked for
     */
    long usedBytes();

    /**
     * What the allocator holds of its source.
     *
     * @return bytes, used or kept for later
     */
    long reservedBytes();

    /**
     * The most that {@link #usedBytes()} has ever been.
     *
     * @return bytes
     */
    long highWaterBytes();

    /**
     * All figures at the moment.
     *
     * @return figures that do not change any more
     */
    AllocatorSnapshot allocatorSnapshot();

    /**
     * Gives all memory back to the source, whatever is still allocated; what was allocated is dead. Further calls do
     * nothing.
     *
     * @throws IllegalStateException on a wrong thread
     */
    @Override
    void close();
}
