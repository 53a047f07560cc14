/**
 * Sources of native memory, checked views of memory, and the interface of all allocators.
 *
 * <p>A {@link basalt.memory.MemorySource} gives out native memory: {@linkplain basalt.memory.MemorySource#direct()
 * direct}, from a {@linkplain basalt.memory.MappedMemory mapped file}, or with a {@linkplain basalt.memory.CappedMemory
 * cap}. Allocators divide it, each for one pattern of use. They return a {@link basalt.memory.Slice}: a view that
 * checks its bounds and that its memory is still live. All of them implement {@link basalt.memory.Allocator}, which
 * reports their use of memory. A {@link basalt.memory.TransferableBlock} moves from thread to thread.
 *
 * <p>Packages:
 *
 * <ul>
 *   <li>{@link basalt.memory.region}: scratch memory, and resources of a level; freed in bulk
 *   <li>{@link basalt.memory.frame}: memory that lives until the end of a frame
 *   <li>{@link basalt.memory.collection}: lists, maps, texts and columns in frame memory
 *   <li>{@link basalt.memory.heap}: blocks of any size and lifetime; handles, pins, resizing, defragmentation
 *   <li>{@link basalt.memory.pool}: blocks of one size or a few sizes, on one thread or several
 *   <li>{@link basalt.memory.streaming}: assets that are loaded and evicted within a budget
 *   <li>{@link basalt.memory.tracking}: accounting by tag with budgets, reports, and a source that detects misuse
 *   <li>{@link basalt.memory.diagnostic}: detection of inefficient use
 * </ul>
 *
 * <p>The growth of an allocator is a JDK Flight Recorder event ({@code basalt.ArenaGrowth}); some of these packages
 * have further events.
 *
 * <p>These packages do not depend on entities and can be used without them.
 */
package basalt.memory;
