/**
 * Many blocks of one size, or of a few, in any order and in constant time.
 *
 * <p>{@link basalt.memory.pool.PoolAllocator} has one size, {@link basalt.memory.pool.SizeClassAllocator} a size class
 * for each power of two, and a heap for what is large. Both are reached by handles, belong to one thread, and take back
 * what other threads free. A {@link basalt.memory.pool.SharedPool} is for several threads, with a cache for each.
 */
package basalt.memory.pool;
