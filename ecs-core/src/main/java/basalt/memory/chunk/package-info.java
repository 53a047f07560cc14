/**
 * How the allocators take memory of their source, and cut it. Not exported.
 *
 * <p>A {@link basalt.memory.chunk.BackingMemory} is what one allocator holds, under its cap. Frame arenas, stack
 * allocators, scratch arenas and resource arenas are a {@link basalt.memory.chunk.BumpArena} each:
 *
 * <pre>
 *   BumpArena --- ScopeStack     epoch, scopes and marks: the lifetimes of slices
 *       |
 *       +-------- BumpCursor     cuts the current chunk; scopes and marks remember where it stood
 *                     |
 *                 ChunkStore     lends chunks, which grow by ChunkGrowth
 *                     |
 *                BackingMemory   the source, the cap, the event of growth
 * </pre>
 */
package basalt.memory.chunk;
