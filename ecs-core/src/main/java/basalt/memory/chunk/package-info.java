/**
 * How the allocators take memory from their source and divide it. Not exported.
 *
 * <p>A {@link basalt.memory.chunk.BackingMemory} is the memory that one allocator holds, under its cap. Frame arenas,
 * stack allocators, scratch arenas and resource arenas each use a {@link basalt.memory.chunk.BumpArena}:
 *
 * <pre>
 *   BumpArena --- ScopeStack     epoch, scopes and marks: the lifetimes of slices
 *       |
 *       +-------- BumpCursor     allocates in the current chunk; scopes and marks store its position
 *                     |
 *                 ChunkStore     lends chunks, which grow by ChunkGrowth
 *                     |
 *                BackingMemory   the source, the cap, the growth event
 * </pre>
 */
package basalt.memory.chunk;
