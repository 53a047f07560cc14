package basalt.memory;

/**
 * An allocator that gives out memory as checked views and frees it in bulk, not one by one. Each allocator documents
 * when its memory is freed.
 *
 * <p>Confined to the thread that created the allocator.
 */
public interface SliceAllocator {
    /**
     * Allocates memory. Contents are undefined.
     *
     * @param bytes how many bytes, at least 1
     * @param alignment the alignment of the address in bytes: a power of two from 1 to 4096
     * @return a checked view of it
     * @throws NativeMemoryException if it would exceed the cap, or the source has no memory left; the allocator remains
     *     usable
     * @throws IllegalStateException if the allocator is closed, if this is a scope or group that has ended or a scope
     *     that is not the innermost one, or on the wrong thread
     */
    Slice allocate(long bytes, int alignment);

    /**
     * Like {@link #allocate}, but returns null if there is no memory.
     *
     * @return a checked view of it, or null if it would exceed the cap or the source has no memory left
     */
    Slice tryAllocate(long bytes, int alignment);
}
