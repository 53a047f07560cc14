package basalt.memory.frame;

import java.util.Locale;

/**
 * A name under which the allocations of a {@link FrameArena} are counted while it is open: a phase of the frame, such
 * as a system, or a tag, such as {@code ai/pathfinding}.
 *
 * <pre>{@code
 * FrameMeter physics = arena.meters().phase("physics");    // once
 * try (FrameMeter open = physics.begin()) {                // each frame
 *     ...
 * }
 * }</pre>
 *
 * <p>Meters nest, and each counts what happens in those that were begun inside of it. Beginning and closing take
 * constant time for each one that is open, and make no garbage; the allocations themselves are no dearer for it.
 * Confined to its arena's thread.
 */
public final class FrameMeter implements AutoCloseable {
    /** What a meter stands for. */
    enum Kind {
        PHASE,
        TAG
    }

    final Kind kind;
    final FrameMeter parent; // of a tag, the tag above
    private final FrameMeters meters;
    private final String name;
    private MeterCount current = new MeterCount();
    private MeterCount last = new MeterCount();
    private int opens;
    private long bytesAtBegin;
    private long allocationsAtBegin;
    private PhaseEvent event;

    FrameMeter(FrameMeters meters, Kind kind, String name, FrameMeter parent) {
        this.meters = meters;
        this.kind = kind;
        this.name = name;
        this.parent = parent;
    }

    /**
     * What it is called.
     *
     * @return the phase's name, or the tag's path
     */
    public String name() {
        return name;
    }

    /**
     * Counts from now on, until {@link #close()}. May be begun again while it is open, and is then closed as often.
     *
     * @return this, to be closed
     * @throws IllegalStateException if the arena is closed, or on a wrong thread
     */
    public FrameMeter begin() {
        meters.begin(this);
        return this;
    }

    /**
     * Ends what {@link #begin()} began.
     *
     * @throws IllegalStateException if it is not open, if one that was begun later still is, or on a wrong thread;
     *     nothing has changed then
     */
    @Override
    public void close() {
        meters.end(this);
    }

    /**
     * Whether it counts at the moment.
     *
     * @return true between {@link #begin()} and {@link #close()}, its own or of a tag below it
     */
    public boolean isOpen() {
        return opens > 0;
    }

    /**
     * What it has counted in the frame that was ended last.
     *
     * @return the figures, an object of the caller's own
     */
    public MeterStats lastFrame() {
        return last.stats(name);
    }

    /**
     * The most that the arena has held while this was open in this frame, counted when it closes.
     *
     * @return bytes
     */
    public long frameHighWaterBytes() {
        return current.highWaterBytes();
    }

    @Override
    public String toString() {
        return "FrameMeter[" + kind.name().toLowerCase(Locale.ROOT) + " " + name
                + (isOpen() ? ", open, lastFrame=" : ", lastFrame=") + lastFrame() + "]";
    }

    MeterCount count() {
        return current;
    }

    /** Begins to count, from where the arena stands; and with it those above it. */
    void start(long allocatedBytes, long allocations) {
        for (FrameMeter meter = this; meter != null; meter = meter.parent) {
            if (meter.opens == 0) {
                meter.event = kind == Kind.PHASE ? PhaseEvent.startIfEnabled() : null;
                meter.bytesAtBegin = allocatedBytes;
                meter.allocationsAtBegin = allocations;
            }
            meter.opens++;
        }
    }

    /** Ends one count of this meter and of those above it. */
    void stop(long allocatedBytes, long allocations, long epoch) {
        for (FrameMeter meter = this; meter != null; meter = meter.parent) {
            if (--meter.opens == 0) {
                meter.count(allocatedBytes - meter.bytesAtBegin, allocations - meter.allocationsAtBegin, epoch);
            }
        }
    }

    private void count(long bytes, long allocations, long epoch) {
        current.allocated(bytes, allocations);
        if (event != null) {
            event.commit(name, epoch, bytes, allocations);
            event = null;
        }
    }

    void held(long bytes) {
        for (FrameMeter meter = this; meter != null; meter = meter.parent) {
            meter.current.held(bytes);
        }
    }

    void endFrame() {
        MeterCount ended = current;
        current = last;
        current.clear();
        last = ended;
    }
}
