/**
 * How the allocators take memory of their source, and cut it; internal.
 *
 * <p>A {@link basalt.memory.chunk.Reserve} is what one allocator holds, under its cap. Those that free in the order of
 * a stack let a {@link basalt.memory.chunk.ChunkStore} keep chunks of it, and a {@link basalt.memory.chunk.BumpCursor}
 * cuts these.
 */
package basalt.memory.chunk;
