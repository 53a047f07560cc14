/**
 * Memory that lives until the end of a frame.
 *
 * <p>A {@link basalt.memory.frame.FrameArena} allocates by moving a cursor, with scopes and marks. It counts the
 * allocations of each {@linkplain basalt.memory.frame.FrameMeter phase and tag}, keeps a {@linkplain
 * basalt.memory.frame.FrameHistory history}, and {@linkplain basalt.memory.frame.FramePromotions promotes} slices that
 * outlive the frame.
 *
 * <p>Frames ({@code basalt.Frame}) and phases ({@code basalt.Phase}) are JDK Flight Recorder events. Lists and maps in
 * frame memory are in {@link basalt.memory.collection}.
 */
package basalt.memory.frame;
