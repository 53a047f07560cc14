/**
 * Allocators for what outlives a frame, one for each pattern of use.
 *
 * <ul>
 *   <li>Freed as a whole, by moving a cursor: {@link basalt.memory.allocator.ScratchArena} by scopes
 *       or an explicit reset, {@link basalt.memory.allocator.ResourceArena} for
 *       the resources of a level, with {@linkplain basalt.memory.allocator.ResourceArena.Group groups}.
 *   <li>Blocks of any size and lifetime: {@link basalt.memory.allocator.Heap}. They are reached by handles, so it moves
 *       them and defragments itself in small steps; a {@link basalt.memory.allocator.Heap.Pin} keeps a block in place.
 *   <li>Blocks of one size or a few, in constant time: {@link basalt.memory.allocator.PoolAllocator}, {@link
 *       basalt.memory.allocator.SizeClassAllocator}; for several threads {@link basalt.memory.allocator.SharedPool}.
 *   <li>Assets that are loaded and evicted within a budget: {@link basalt.memory.allocator.StreamingArena}. Changes of
 *       state are JDK Flight Recorder events ({@code basalt.Streaming}).
 * </ul>
 */
package basalt.memory.allocator;
