/**
 * A tour of the memory system: a small game without a window, in which each allocator does what a game engine has it
 * for.
 *
 * <p>Start with {@link basalt.examples.showcase.tour.GameMemory}: which allocator there is for what, and under which budget;
 * then {@link basalt.examples.showcase.tour.Game}: what happens in a frame, and between two scenes. Each of the others uses one
 * or two allocators:
 *
 * <ul>
 *   <li>{@link basalt.examples.showcase.tour.Assets}, {@link basalt.examples.showcase.tour.Forest} and {@link
 *       basalt.examples.showcase.tour.Level}: groups of a resource arena
 *   <li>{@link basalt.examples.showcase.tour.DrawList}, {@link basalt.examples.showcase.tour.Screen} and {@link
 *       basalt.examples.showcase.tour.Actors}: what dies with the frame
 *   <li>{@link basalt.examples.showcase.tour.PathSearch}: scratch on the stack, and paths that outlive their frame in buckets
 *   <li>{@link basalt.examples.showcase.tour.FlowField}: scratch that lives for some frames
 *   <li>{@link basalt.examples.showcase.tour.Journals}: a heap, what grows in it, and its defragmentation
 *   <li>{@link basalt.examples.showcase.tour.Mixer}: a pool
 *   <li>{@link basalt.examples.showcase.tour.Chunks}: a streaming arena
 *   <li>{@link basalt.examples.showcase.tour.MipStreamer}: a streaming arena under a budget, filled by jobs
 *   <li>{@link basalt.examples.showcase.tour.Jobs}: a job arena for each thread
 *   <li>{@link basalt.examples.showcase.tour.ChunkLoader}: blocks that go to another thread and come back, and notes in a pool
 *       that both share
 *   <li>{@link basalt.examples.showcase.tour.SaveFile}: a file as memory
 * </ul>
 */
package basalt.examples.showcase.tour;
