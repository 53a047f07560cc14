package basalt.memory.frame;

import jdk.jfr.Category;
import jdk.jfr.DataAmount;
import jdk.jfr.Event;
import jdk.jfr.Label;
import jdk.jfr.Name;
import jdk.jfr.StackTrace;

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
    private Count current = new Count();
    private Count last = new Count();
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

    /** {@return the phase's name, or the tag's path} */
    public String name() {
        return name;
    }

    /**
     * Starts to count, until {@link #close()}. May be called again while it is open; each call needs its own {@link
     * #close()}.
     *
     * @return this, for try-with-resources
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
     * {@return whether it is counting now; true between {@link #begin()} and {@link #close()}, its own or of a tag
     * below it}
     */
    public boolean isOpen() {
        return opens > 0;
    }

    /** {@return what it counted in the last frame that ended} */
    public Stats lastFrame() {
        return last.stats(name);
    }

    /** {@return the most bytes that the arena held while this was open in this frame, updated when it closes} */
    public long frameHighWaterBytes() {
        return current.highWaterBytes;
    }

    Count count() {
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
        Count ended = current;
        current = last;
        current.clear();
        last = ended;
    }

    /** A phase of a frame, for JDK Flight Recorder. */
    @Name("basalt.Phase")
    @Label("Phase")
    @Category({"Basalt", "Memory"})
    @StackTrace(false)
    static final class PhaseEvent extends Event {
        private static final PhaseEvent PROBE = new PhaseEvent();

        @Label("Phase")
        private String phase;

        @Label("Frame")
        private long frame;

        @Label("Allocated")
        @DataAmount
        private long allocatedBytes;

        @Label("Allocations")
        private long allocations;

        /** Starts an event if events are recorded; null otherwise. */
        static PhaseEvent startIfEnabled() {
            if (!PROBE.isEnabled()) {
                return null;
            }
            PhaseEvent event = new PhaseEvent();
            event.begin();
            return event;
        }

        void commit(String ofPhase, long inFrame, long bytes, long count) {
            phase = ofPhase;
            frame = inFrame;
            allocatedBytes = bytes;
            allocations = count;
            commit();
        }
    }

    /**
     * The figures of a phase, of a tag, or of a whole frame.
     *
     * @param name the phase, the path of the tag, or "frame"
     * @param allocatedBytes the bytes allocated, including alignment gaps and memory released before the frame ended
     * @param allocations the number of allocations; for a whole frame, counted only if the arena has a phase, a tag or
     *     a history, or frame events are recorded
     * @param highWaterBytes the most bytes that the arena held at once meanwhile, including earlier allocations
     * @param promoted the number of promoted slices
     * @param promotedBytes the total size of the promoted slices
     * @param refused the number of refused promotions
     */
    public record Stats(
            String name,
            long allocatedBytes,
            long allocations,
            long highWaterBytes,
            int promoted,
            long promotedBytes,
            int refused) {}

    /** The mutable counters of a meter, or of the whole arena, for one frame. */
    static final class Count {
        long allocatedBytes;
        long allocations;
        long highWaterBytes;
        int promoted;
        long promotedBytes;
        int refused;

        void allocated(long bytes, long count) {
            allocatedBytes += bytes;
            allocations += count;
        }

        void held(long bytes) {
            highWaterBytes = Math.max(highWaterBytes, bytes);
        }

        void promoted(long bytes) {
            promoted++;
            promotedBytes += bytes;
        }

        void refused() {
            refused++;
        }

        void clear() {
            allocatedBytes = 0;
            allocations = 0;
            highWaterBytes = 0;
            promoted = 0;
            promotedBytes = 0;
            refused = 0;
        }

        void copyFrom(Count other) {
            allocatedBytes = other.allocatedBytes;
            allocations = other.allocations;
            highWaterBytes = other.highWaterBytes;
            promoted = other.promoted;
            promotedBytes = other.promotedBytes;
            refused = other.refused;
        }

        FrameMeter.Stats stats(String name) {
            return new FrameMeter.Stats(
                    name, allocatedBytes, allocations, highWaterBytes, promoted, promotedBytes, refused);
        }
    }
}
