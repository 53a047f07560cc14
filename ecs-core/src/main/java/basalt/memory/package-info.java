/**
 * Where native memory comes from and goes to. A {@link basalt.memory.MemorySource} hands out native memory, and a
 * {@link basalt.memory.FrameArena} cuts it into temporary results that die together at the end of a frame.
 *
 * <p>This package knows nothing of entities and is useful without them.
 */
package basalt.memory;
