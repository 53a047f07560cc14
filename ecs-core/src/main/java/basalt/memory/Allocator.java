package basalt.memory;

/**
 * An allocator: it takes memory from a {@link MemorySource} and gives it out in pieces. This interface has its figures
 * and its end.
 *
 * <p>All allocators of this library implement it. Other allocators can implement it to appear in a {@link
 * basalt.memory.tracking.MemoryReport MemoryReport}.
 *
 * <p>The figures may be read on any thread. Unless the allocator is thread-safe, they are exact and consistent only on
 * its own thread, or while that thread does not use the allocator.
 */
public interface Allocator extends AutoCloseable {
    /** {@return how much memory is allocated now, in bytes; each allocator documents which overhead is included} */
    long usedBytes();

    /** {@return how much memory the allocator holds from its source, in bytes, used or kept for later use} */
    long reservedBytes();

    /** {@return the most that {@link #usedBytes()} has ever been} */
    long highWaterBytes();

    /** All current figures. */
    AllocatorSnapshot allocatorSnapshot();

    /**
     * Gives all memory back to the source, even if allocations are live; they are dead afterwards. Further calls do
     * nothing.
     */
    @Override
    void close();
}
