/**
 * Allocators that free many things at once: a stack frame, a pool of scratch, a level.
 *
 * <p>{@link basalt.memory.region.StackAllocator} is for scratch inside of a call, {@link
 * basalt.memory.region.ScratchArena} for scratch that is reset by hand, {@link basalt.memory.region.ResourceArena} for
 * what lives as long as a scene or level, and its {@linkplain basalt.memory.region.ResourceGroup groups} for parts of
 * that. To allocate is to move a cursor.
 */
package basalt.memory.region;
