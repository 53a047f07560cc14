package basalt.memory.frame;

import java.util.Objects;

/**
 * The last frames of a {@link FrameArena}, for graphs and overlays. Makes no garbage except in {@link #stats(int)}.
 * Confined to the arena's thread.
 *
 * <p>A frame is identified by its age: 0 for the last frame that ended, 1 for the one before it, and so on.
 */
public final class FrameHistory {
    private static final int MAX_FRAMES = 1 << 20;

    private final FrameMeter.Count[] counts;
    private final long[] epochs;
    private final long[] nanos;
    private long recorded;

    FrameHistory(int capacity) {
        if (capacity <= 0 || capacity > MAX_FRAMES) {
            throw new IllegalArgumentException("frames must be from 1 to " + MAX_FRAMES + ": frames=" + capacity);
        }
        counts = new FrameMeter.Count[capacity];
        for (int i = 0; i < capacity; i++) {
            counts[i] = new FrameMeter.Count();
        }
        epochs = new long[capacity];
        nanos = new long[capacity];
    }

    /** {@return the largest number of frames kept} */
    public int capacity() {
        return counts.length;
    }

    /** {@return the number of frames kept now; from 0 to {@link #capacity()}} */
    public int size() {
        return (int) Math.min(recorded, counts.length);
    }

    /**
     * The number of a frame.
     *
     * @return its number, from 0
     */
    public long epoch(int ago) {
        return epochs[index(ago)];
    }

    /**
     * The duration of a frame, from the end of the previous frame.
     *
     * @return nanoseconds; for the first recorded frame, from the start of recording
     */
    public long nanos(int ago) {
        return nanos[index(ago)];
    }

    /**
     * The bytes allocated in a frame.
     *
     * @return bytes
     */
    public long allocatedBytes(int ago) {
        return counts[index(ago)].allocatedBytes;
    }

    /**
     * The most bytes allocated at once in a frame.
     *
     * @return bytes
     */
    public long highWaterBytes(int ago) {
        return counts[index(ago)].highWaterBytes;
    }

    /** All figures of a frame. */
    public FrameMeter.Stats stats(int ago) {
        return counts[index(ago)].stats(FrameArena.Accounting.WHOLE_FRAME);
    }

    void record(long epoch, long tookNanos, FrameMeter.Count count) {
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
