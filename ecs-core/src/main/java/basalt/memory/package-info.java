/**
 * Where native memory comes from and goes to, what a checked view of it is, and what all allocators have in common.
 *
 * <p>A {@link basalt.memory.MemorySource} hands out native memory: {@linkplain basalt.memory.MemorySource#direct()
 * direct}, a {@linkplain basalt.memory.MappedMemory mapped file}, or one with a {@linkplain basalt.memory.CappedMemory
 * cap}. The allocators cut it into pieces for one use each. What they give out is a {@link basalt.memory.Slice}: a view
 * that checks its bounds, and that its memory is still there. Each is an {@link basalt.memory.Allocator}, so a report
 * can tell what all of them have at the moment. A {@link basalt.memory.TransferableBlock} moves from thread to thread.
 *
 * <p>The rest is in packages of its own:
 *
 * <ul>
 *   <li>{@link basalt.memory.region}: scratch, and what lives as long as a level; freed many at once
 *   <li>{@link basalt.memory.frame}: what dies at the end of a frame
 *   <li>{@link basalt.memory.collection}: lists, maps, texts and columns in a frame
 *   <li>{@link basalt.memory.heap}: any sizes, in any order; handles, pins, resizing, defragmentation
 *   <li>{@link basalt.memory.pool}: many of one size, or of a few, on one thread or on several
 *   <li>{@link basalt.memory.streaming}: assets that come and go, within a budget
 *   <li>{@link basalt.memory.tracking}: sources that count by tag and have budgets, reports, and one that finds misuse
 *   <li>{@link basalt.memory.diagnostic}: what is used otherwise than it is meant to be
 * </ul>
 *
 * <p>The JDK Flight Recorder is told when an allocator grows ({@code basalt.ArenaGrowth}), and of more by some of these
 * packages.
 *
 * <p>These packages know nothing of entities and are useful without them.
 */
package basalt.memory;
