/**
 * Sources of native memory, checked views of memory, and the interface of all allocators.
 *
 * <p>A {@link basalt.memory.MemorySource} gives out native memory: {@linkplain basalt.memory.MemorySource#direct()
 * direct}, or from a {@linkplain basalt.memory.MappedMemory mapped file}. Allocators divide it, each for one pattern of
 * use. They return a {@link basalt.memory.Slice}: a view that checks its bounds and that its memory is still live. All
 * of them implement {@link basalt.memory.Allocator}, which reports their use of memory. A
 * {@link basalt.memory.TransferableBlock} moves from thread to thread.
 *
 * <p>An argument that is null or out of range throws {@link IllegalArgumentException}; use after close, or by a thread
 * that must not use it, throws {@link IllegalStateException}. Nothing changes then.
 *
 * <p>Packages:
 *
 * <ul>
 *   <li>{@link basalt.memory.frame}: memory that lives until the end of a frame, and collections in it
 *   <li>{@link basalt.memory.allocator}: stacks, arenas, heaps, pools, and assets that are loaded and evicted
 *   <li>{@link basalt.memory.tracking}: accounting by tag with budgets, reports, and detection of misuse
 * </ul>
 *
 * <p>The growth of an allocator is a JDK Flight Recorder event ({@code basalt.ArenaGrowth}); some of these packages
 * have further events.
 *
 * <p>These packages do not depend on entities and can be used without them.
 */
package basalt.memory;
