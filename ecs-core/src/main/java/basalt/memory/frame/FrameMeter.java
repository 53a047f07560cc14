package basalt.memory.frame;

import java.util.Locale;

/**
 * Counts the allocations of a {@link FrameArena} while it is open, for a phase of the frame, such as a system, or for a
 * tag, such as {@code ai/pathfinding}.
 *
 * <pre>{@code
 * FrameMeter physics = arena.meters().phase("physics");    // once
 * try (FrameMeter open = physics.begin()) {                // each frame
 *     ...
 * }
 * }</pre>
 *
 * <p>Meters nest, and each includes the meters that are begun inside it. Beginning and closing take time in proportion
 * to the number of open meters and make no garbage; allocating is not slower. Confined to its arena's thread.
 */
public final class FrameMeter implements AutoCloseable {
    /** The kind of a meter. */
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
     * The name.
     *
     * @return the phase's name, or the tag's path
     */
    public String name() {
        return name;
    }

    /**
     * Starts to count, until {@link #close()}. May be called again while it is open; each call needs its own {@link
     * #close()}.
     *
     * @return this, for try-with-resources
     * @throws IllegalStateException if the arena is closed, or on the wrong thread
     */
    public FrameMeter begin() {
        meters.begin(this);
        return this;
    }

    /**
     * Ends the counting that {@link #begin()} started.
     *
     * @throws IllegalStateException if it is not open, if a meter that was begun later is still open, or on the wrong
     *     thread; nothing changes
     */
    @Override
    public void close() {
        meters.end(this);
    }

    /**
     * Whether it is counting now.
     *
     * @return true between {@link #begin()} and {@link #close()}, its own or of a tag below it
     */
    public boolean isOpen() {
        return opens > 0;
    }

    /**
     * What it counted in the last frame that ended.
     *
     * @return the figures, a new object
     */
    public MeterStats lastFrame() {
        return last.stats(name);
    }

    /**
     * The most bytes that the arena held while this was open in this frame, updated when it closes.
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

    /** Starts to count, from the arena's current totals, in this meter and its parents. */
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

    /** Ends one count of this meter and its parents. */
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
