package basalt.world;

import basalt.runtime.WorldRuntime;
import basalt.runtime.WorldRuntime.WorldTime;
import basalt.storage.SavedRecord;
import basalt.storage.SavedTime;
import basalt.storage.StateBuffer;
import basalt.storage.StatePart;
import basalt.storage.access.Store;
import basalt.storage.capture.RowHash;
import java.util.Set;
import java.util.function.Consumer;

/**
 * The time of a world. It advances by ticks only.
 *
 * <p>A kernel takes it into a local variable first; the loop then reads it once:
 *
 * <pre>{@code
 * Time time = world.time();
 * RowKernel move = moving.kernel(row ->
 *         row.set(Position.X, row.get(Position.X) + row.get(Velocity.DX) * time.deltaSeconds()));
 * }</pre>
 *
 * <p>The world's thread advances it between the runs of kernels. Kernels may read it on any thread. It holds no native
 * memory and may be kept.
 */
public final class Time {
    private final Store store;
    private float deltaSeconds;
    private double elapsedSeconds;

    /** The error of the sum in {@link #elapsedSeconds}, so that the rounding of each tick does not add up (Kahan). */
    private double excessSeconds;

    private long tick;
    private float alpha;

    private final Randoms random = new Randoms(this);
    private final State state = new State();

    Time(WorldRuntime runtime) {
        this.store = runtime.store();
        store.rows().stateParts().add(state);
        runtime.time(state);
    }

    /**
     * The length of this tick. In a system with an interval ({@code every} or {@code everyTicks}) it is the time since
     * that system's last run: the sum of all ticks since then, this one included.
     *
     * @return seconds, 0 or more; 0 before the first tick
     */
    public float deltaSeconds() {
        return deltaSeconds;
    }

    /**
     * The length of all ticks together, this one included: the sum of all calls of {@link #advance(double)}, as exact
     * as a {@code double} can be after any number of ticks.
     */
    public double elapsedSeconds() {
        return elapsedSeconds;
    }

    /**
     * The number of this tick.
     *
     * @return 0 before the first tick, 1 in it
     */
    public long tick() {
        return tick;
    }

    /**
     * For drawing between two ticks: the part of a tick between the last tick and the moment that is drawn.
     *
     * @return 0 to 1; 0 unless {@link #interpolate(float)} or a fixed-step loop that drives a schedule has set it
     */
    public float alpha() {
        return alpha;
    }

    /**
     * Begins a tick: sets its length, adds it to the elapsed time, and counts it.
     *
     * @param seconds the length of the tick: finite, 0 or more, and no more than a {@code float} can hold
     * @throws IllegalArgumentException if it is not; nothing changes
     */
    public void advance(double seconds) {
        store.checkOwner("time.advance(...)", "leave that to the schedule, which advances the time");
        if (!(seconds >= 0 && seconds <= Float.MAX_VALUE)) {
            throw new IllegalArgumentException("seconds must be finite and >= 0: seconds=" + seconds);
        }
        if (tick >= SavedTime.MOST_TICKS) { // only after a hostile file
            throw new IllegalStateException("the world has had as many ticks as it can: tick=" + tick);
        }
        double missing = seconds - excessSeconds;
        double sum = elapsedSeconds + missing;
        excessSeconds = sum - elapsedSeconds - missing;
        elapsedSeconds = sum;
        deltaSeconds = (float) seconds;
        tick++;
    }

    /**
     * Sets {@link #alpha()}: the part of a tick between the last tick and the moment that is drawn next. For loops that
     * draw at another rate than they tick.
     *
     * @param newAlpha the part of a tick, 0 to 1
     * @throws IllegalArgumentException if it is out of range
     */
    public void interpolate(float newAlpha) {
        store.checkOwner("time.interpolate(...)", "call it after the tick");
        if (!(newAlpha >= 0 && newAlpha <= 1)) {
            throw new IllegalArgumentException("alpha must be from 0 to 1: alpha=" + newAlpha);
        }
        alpha = newAlpha;
    }

    /** The random numbers of the tick. */
    Randoms random() {
        return random;
    }

    /** The time in snapshots, files and hashes; and the seed of random numbers in files and hashes, unless it is 0. */
    private final class State implements StatePart, WorldTime {
        @Override
        public void show(float seconds) {
            deltaSeconds = seconds;
        }

        @Override
        public long tick() {
            return tick;
        }

        @Override
        public SavedTime saved() {
            return new SavedTime(tick, elapsedSeconds, excessSeconds, deltaSeconds, alpha);
        }

        @Override
        public void load(SavedTime saved) {
            tick = saved.tick();
            elapsedSeconds = saved.elapsedSeconds();
            excessSeconds = saved.excessSeconds();
            deltaSeconds = (float) saved.deltaSeconds();
            alpha = (float) saved.alpha();
            random.seed(0); // of files without a seed
        }

        @Override
        public long hash() {
            long hash = RowHash.combine(tick, Float.floatToIntBits(deltaSeconds));
            hash = RowHash.combine(hash, Double.doubleToLongBits(elapsedSeconds));
            hash = RowHash.combine(hash, Double.doubleToLongBits(excessSeconds));
            return random.seed() == 0 ? hash : RowHash.combine(hash, random.seed());
        }

        @Override
        public void save(Consumer<SavedRecord> to, Set<Class<?>> excluded) {
            if (random.seed() != 0) {
                to.accept(new SavedRecord(SavedRecord.RANDOM, "", SavedTime.encodeSeed(random.seed())));
            }
        }

        @Override
        public int fit(SavedRecord saved) {
            return saved.kind().equals(SavedRecord.RANDOM) ? 1 : 0;
        }

        @Override
        public void load(SavedRecord saved) {
            random.seed(SavedTime.decodeSeed(saved.bytes()));
        }

        @Override
        public void save(StateBuffer to) {
            to.putDouble(deltaSeconds);
            to.putDouble(elapsedSeconds);
            to.putDouble(excessSeconds);
            to.putLong(tick);
            to.putDouble(alpha);
        }

        @Override
        public void restore(StateBuffer from) {
            deltaSeconds = (float) from.getDouble();
            elapsedSeconds = from.getDouble();
            excessSeconds = from.getDouble();
            tick = from.getLong();
            alpha = (float) from.getDouble();
        }
    }

    /** The time as text, for messages. */
    @Override
    public String toString() {
        return "tick " + tick + " of " + deltaSeconds + " s, " + elapsedSeconds + " s elapsed";
    }
}
