/**
 * A tour of the memory system: a small game without a window, in which each allocator does what a game engine has it
 * for.
 *
 * <p>Start with {@link GameMemory}: which allocator there is for what, and under which budget; then {@link Game}: what
 * happens in a frame, and between two scenes. Each of the others uses one or two allocators:
 *
 * <ul>
 *   <li>{@link Assets}, {@link Forest} and {@link Level}: groups of a resource arena
 *   <li>{@link DrawList}, {@link Screen} and {@link Actors}: what dies with the frame
 *   <li>{@link PathSearch}: scratch on the stack, and paths that outlive their frame in size classes
 *   <li>{@link FlowField}: scratch that lives for some frames
 *   <li>{@link Journals}: a heap, what grows in it, and its defragmentation
 *   <li>{@link Mixer}: a pool
 *   <li>{@link Chunks}: a streaming arena
 *   <li>{@link MipStreamer}: a streaming arena under a budget, filled by jobs
 *   <li>{@link Jobs}: a job arena for each thread
 *   <li>{@link ChunkLoader}: blocks that go to another thread and come back, and notes in a pool
 *       that both share
 *   <li>{@link SaveFile}: a file as memory
 * </ul>
 */
package basalt.examples.showcase.tour;
