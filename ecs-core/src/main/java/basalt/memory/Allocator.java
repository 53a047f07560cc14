package basalt.memory;

/**
 * What takes memory of a {@link MemorySource} and gives it out in pieces, as far as its figures go.
 *
 * <p>All allocators of this library are such; others may be, so that they show up in a {@link
 * basalt.memory.tracking.MemoryReport MemoryReport} too.
 */
@FunctionalInterface
public interface Allocator {
    /**
     * The figures at the moment. May be read on any thread; unless the allocator is thread-safe, they are exact and
     * belong together on the owner's thread only, or while the owner is known to stand still.
     *
     * @return figures that do not change any more
     */
    AllocatorSnapshot allocatorSnapshot();
}
