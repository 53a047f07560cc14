package basalt.memory.frame;

import java.util.Objects;

/**
 * The last frames of one {@link FrameArena}: for graphs and overlays. Recording a frame makes no garbage; nor does
 * asking for a figure, other than {@link #stats(int)}. Confined to the arena's thread.
 *
 * <p>A frame is named by how long ago it was: 0 for the one that ended last, 1 for the one before it, and so on.
 */
public final class FrameHistory {
    private static final int MAX_FRAMES = 1 << 20;

    private final MeterCount[] counts;
    private final long[] epochs;
    private final long[] nanos;
    private long recorded;

    FrameHistory(int capacity) {
        if (capacity <= 0 || capacity > MAX_FRAMES) {
            throw new IllegalArgumentException("frames must be from 1 to " + MAX_FRAMES + ": frames=" + capacity);
        }
        counts = new MeterCount[capacity];
        for (int i = 0; i < capacity; i++) {
            counts[i] = new MeterCount();
        }
        epochs = new long[capacity];
        nanos = new long[capacity];
    }

    /**
     * How many frames are kept.
     *
     * @return what it was made with
     */
    public int capacity() {
        return counts.length;
    }

    /**
     * How many frames are there.
     *
     * @return from 0 to {@link #capacity()}
     */
    public int size() {
        return (int) Math.min(recorded, counts.length);
    }

    /**
     * Which frame that was.
     *
     * @param ago how many frames ago
     * @return its number, from 0
     * @throws IndexOutOfBoundsException if it is not there
     */
    public long epoch(int ago) {
        return epochs[index(ago)];
    }

    /**
     * How long the frame took, from the end of the one before.
     *
     * @param ago how many frames ago
     * @return nanoseconds; for the first one recorded, from when recording began
     * @throws IndexOutOfBoundsException if it is not there
     */
    public long nanos(int ago) {
        return nanos[index(ago)];
    }

    /**
     * What was allocated.
     *
     * @param ago how many frames ago
     * @return bytes
     * @throws IndexOutOfBoundsException if it is not there
     */
    public long allocatedBytes(int ago) {
        return counts[index(ago)].allocatedBytes();
    }

    /**
     * The most that the arena held at once.
     *
     * @param ago how many frames ago
     * @return bytes
     * @throws IndexOutOfBoundsException if it is not there
     */
    public long highWaterBytes(int ago) {
        return counts[index(ago)].highWaterBytes();
    }

    /**
     * All figures of the frame.
     *
     * @param ago how many frames ago
     * @return an object of the caller's own
     * @throws IndexOutOfBoundsException if it is not there
     */
    public MeterStats stats(int ago) {
        return counts[index(ago)].stats(FrameAccounting.WHOLE_FRAME);
    }

    void record(long epoch, long tookNanos, MeterCount count) {
        int index = (int) (recorded++ % counts.length);
        epochs[index] = epoch;
        nanos[index] = tookNanos;
        counts[index].copyFrom(count);
    }

    private int index(int ago) {
        Objects.checkIndex(ago, size());
        return (int) ((recorded - 1 - ago) % counts.length);
    }
}
