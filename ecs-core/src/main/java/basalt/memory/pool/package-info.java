/**
 * Pools: blocks of one size or a few sizes, allocated and freed in constant time.
 *
 * <p>{@link basalt.memory.pool.PoolAllocator} has blocks of one size, {@link basalt.memory.pool.SizeClassAllocator} a
 * size class for each power of two and a heap for large blocks. Both use handles, belong to one thread, and let other
 * threads free blocks through a queue. A {@link basalt.memory.pool.SharedPool} is for several threads, with a cache for
 * each.
 */
package basalt.memory.pool;
