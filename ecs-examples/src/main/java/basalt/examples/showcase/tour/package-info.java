/**
 * A tour of the memory system: a small game without a window that uses each allocator as a game engine would.
 *
 * <p>Start with {@link GameMemory}: the allocators, their purposes and budgets; then {@link Game}: the steps of a
 * frame, and between two scenes. Each of the other classes uses one or two allocators:
 *
 * <ul>
 *   <li>{@link Assets}, {@link Forest} and {@link Level}: groups of a resource arena
 *   <li>{@link DrawList}, {@link Screen} and {@link Actors}: data of a single frame
 *   <li>{@link PathSearch}: temporary memory on the stack, and paths that outlive their frame, in size classes
 *   <li>{@link FlowField}: temporary memory that lives for some frames
 *   <li>{@link Journals}: a heap with growing blocks, and its defragmentation
 *   <li>{@link Mixer}: a pool
 *   <li>{@link Chunks}: a streaming arena under a budget
 *   <li>{@link Chunks.ChunkLoader}: blocks that are transferred to another thread and back, and notes in a shared pool
 *   <li>{@link Game}: a file as memory
 * </ul>
 */
package basalt.examples.showcase.tour;
