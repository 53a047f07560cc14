/**
 * Allocators that free in bulk: at the end of a scope, by a reset, or when a level ends.
 *
 * <p>{@link basalt.memory.region.StackAllocator} is for scratch memory inside a call, {@link
 * basalt.memory.region.ScratchArena} for scratch memory with an explicit reset, {@link
 * basalt.memory.region.ResourceArena} for resources of a scene or level, and its {@linkplain
 * basalt.memory.region.ResourceGroup groups} for parts of these. All of them allocate by moving a cursor.
 */
package basalt.memory.region;
