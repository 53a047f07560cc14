package basalt.runtime;

import java.util.Arrays;
import org.agrona.BitUtil;

/**
 * What the workers did in one tick: a list of pieces, each with its system, worker, start and duration. Reused from
 * tick to tick; grows to the most pieces of a tick. For one thread at a time.
 */
public final class TickTrace {
    /** The system of pieces that are not of a system: the application of commands. */
    public static final int COMMANDS = -1;

    private static final int FIRST_PIECES = 64;

    private long tick;
    private long startNanos;
    private long nanos;
    private int count;
    private int[] systems = new int[FIRST_PIECES];
    private int[] workers = new int[FIRST_PIECES];
    private long[] starts = new long[FIRST_PIECES];
    private long[] durations = new long[FIRST_PIECES];

    public TickTrace() {}

    /** Begins a tick: the pieces of the one before are removed. */
    public void begin(long number, long now) {
        tick = number;
        startNanos = now;
        nanos = 0;
        count = 0;
    }

    /**
     * Adds a piece.
     *
     * @param system index of the system, or {@link #COMMANDS}
     */
    public void add(int system, int worker, long start, long duration) {
        if (count == systems.length) {
            systems = Arrays.copyOf(systems, 2 * count);
            workers = Arrays.copyOf(workers, 2 * count);
            starts = Arrays.copyOf(starts, 2 * count);
            durations = Arrays.copyOf(durations, 2 * count);
        }
        systems[count] = system;
        workers[count] = worker;
        starts[count] = start;
        durations[count] = duration;
        count++;
    }

    public void end(long duration) {
        nanos = duration;
    }

    /** Becomes a copy of another trace. */
    public void copy(TickTrace other) {
        begin(other.tick, other.startNanos);
        nanos = other.nanos;
        if (systems.length < other.count) {
            int length = BitUtil.findNextPositivePowerOfTwo(other.count);
            systems = new int[length];
            workers = new int[length];
            starts = new long[length];
            durations = new long[length];
        }
        count = other.count;
        System.arraycopy(other.systems, 0, systems, 0, count);
        System.arraycopy(other.workers, 0, workers, 0, count);
        System.arraycopy(other.starts, 0, starts, 0, count);
        System.arraycopy(other.durations, 0, durations, 0, count);
    }

    /** {@return the number of the tick; 0 if there was none} */
    public long tick() {
        return tick;
    }

    public long startNanos() {
        return startNanos;
    }

    /** {@return the duration of the tick, in nanoseconds} */
    public long nanos() {
        return nanos;
    }

    public int count() {
        return count;
    }

    /** The system of a piece. Returns its index, or {@link #COMMANDS}. */
    public int system(int piece) {
        return systems[piece];
    }

    public int worker(int piece) {
        return workers[piece];
    }

    public long start(int piece) {
        return starts[piece] - startNanos;
    }

    public long duration(int piece) {
        return durations[piece];
    }
}
