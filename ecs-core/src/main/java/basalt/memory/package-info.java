/**
 * Where native memory comes from and goes to, and the allocators of a game engine over it.
 *
 * <p>A {@link basalt.memory.MemorySource} hands out native memory: {@linkplain basalt.memory.MemorySource#direct() direct}, a
 * {@linkplain basalt.memory.MappedMemory mapped file}, one with a {@linkplain basalt.memory.CappedMemory cap}, one that {@linkplain
 * basalt.memory.MemoryTracker counts by tag}, or one that {@linkplain basalt.memory.GuardedMemory finds misuse}. The allocators cut
 * it into pieces for one use each: {@link basalt.memory.FrameArena} for what dies at the end of a frame, {@link
 * basalt.memory.StackAllocator} and {@link basalt.memory.ScratchPool} for scratch, {@link basalt.memory.ResourceArena} for what a
 * level needs, {@link basalt.memory.PoolAllocator} and {@link basalt.memory.BucketAllocator} for many of one size or of a few, {@link
 * basalt.memory.Heap} for any sizes in any order, {@link basalt.memory.StreamingArena} for assets that come and
 * go, {@link basalt.memory.OwnedBlock} for what moves from thread to thread.
 *
 * <p>What they give out is a {@link basalt.memory.Slice}: a view that checks its bounds, and that its memory is still there.
 *
 * <p>Each allocator is an {@link basalt.memory.Allocator}, so a {@link basalt.memory.MemoryReport} can tell what all of them have at
 * the moment, beside the tags that they take it under.
 *
 * <p>The JDK Flight Recorder is told when an allocator grows ({@code basalt.ArenaGrowth}), when a budget is crossed
 * or denies ({@code basalt.BudgetPressure}), and of the lives of streamed assets ({@code basalt.Streaming}). A
 * tracker's figures can be {@linkplain basalt.memory.MemoryTracker#register registered} with JMX.
 *
 * <p>This package knows nothing of entities and is useful without them.
 */
package basalt.memory;
