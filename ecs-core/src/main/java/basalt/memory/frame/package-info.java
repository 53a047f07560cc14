/**
 * Memory that lives until the end of a frame, and collections of a fixed capacity in it: lists, maps, texts, columns.
 *
 * <p>A {@link basalt.memory.frame.FrameArena} allocates by moving a cursor, with scopes and marks. It counts the
 * allocations of each {@linkplain basalt.memory.frame.FrameMeter phase and tag}, keeps a {@linkplain
 * basalt.memory.frame.FrameHistory history}, and {@linkplain basalt.memory.frame.FramePromotions promotes} slices that
 * outlive the frame. A collection is a small object over one slice, and dies with the scope or frame in which it was
 * created.
 *
 * <p>Frames ({@code basalt.Frame}) and phases ({@code basalt.Phase}) are JDK Flight Recorder events.
 */
package basalt.memory.frame;
