/**
 * What dies at the end of a frame.
 *
 * <p>A {@link basalt.memory.frame.FrameArena} allocates by moving a cursor, with scopes and marks. It counts what each
 * {@linkplain basalt.memory.frame.FrameMeter phase and tag} takes, keeps a {@linkplain
 * basalt.memory.frame.FrameHistory history}, and can {@linkplain basalt.memory.frame.FramePromotions promote} what is
 * to outlive the frame.
 *
 * <p>The JDK Flight Recorder is told of frames ({@code basalt.Frame}) and phases ({@code basalt.Phase}). The lists and
 * maps that live in a frame are in {@link basalt.memory.collection}.
 */
package basalt.memory.frame;
