package basalt.memory;

/**
 * What gives out memory as checked views, and frees it together with other memory, not one by one. An allocator's
 * documentation says when its memory is freed.
 *
 * <p>Confined to the thread that created the allocator.
 */
public interface SliceAllocator {
    /**
     * Allocates memory. Contents are undefined.
     *
     * @param bytes how many bytes, at least 1
     * @param alignment what the address is a multiple of: a power of two from 1 to 4096
     * @return a checked view of it
     * @throws IllegalArgumentException if {@code bytes} or {@code alignment} is out of range
     * @throws NativeMemoryException if it would exceed the cap, or the source has no more; the allocator can be used
     *     further
     * @throws IllegalStateException if the allocator is closed, if this is a scope or group that has ended, or a scope
     *     that is not the innermost one, or on a wrong thread
     */
    Slice allocate(long bytes, int alignment);

    /**
     * As {@link #allocate}, for callers that can go on without the memory.
     *
     * @param bytes how many bytes, at least 1
     * @param alignment what the address is a multiple of: a power of two from 1 to 4096
     * @return a checked view of it, or null if it would exceed the cap or the source has no more
     * @throws IllegalArgumentException if {@code bytes} or {@code alignment} is out of range
     * @throws IllegalStateException as {@link #allocate}
     */
    Slice tryAllocate(long bytes, int alignment);
}
