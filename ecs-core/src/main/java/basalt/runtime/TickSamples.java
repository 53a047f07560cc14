package basalt.runtime;

import java.util.Arrays;

/**
 * A copy of the figures of a schedule's last ticks, in a ring of slots: tick {@code n}, counted from 0, is in slot
 * {@code n % slots}.
 *
 * <pre>
 * nanos, rows, commands, arenaBytes:  | systems of slot 0 | systems of slot 1 | ...
 * </pre>
 *
 * <p>Reused, so that copying makes no garbage. For one thread at a time.
 */
public final class TickSamples {
    /** The nanoseconds of a system that did not run in a tick. */
    public static final long NOT_RUN = -1;

    private long ticks;
    private int window;
    private int systems;
    private long[] tickNanos = {};
    private long[] nanos = {};
    private long[] rows = {};
    private long[] commands = {};
    private long[] arenaBytes = {};

    public TickSamples() {}

    /**
     * Copies the figures.
     *
     * @param windowTicks how many of them are in the arrays, at most
     * @param fromArenaBytes bytes of frame arenas
     */
    public void copy(
            long totalTicks,
            int windowTicks,
            long[] fromTicks,
            long[] fromNanos,
            long[] fromRows,
            long[] fromCommands,
            long[] fromArenaBytes) {
        ticks = totalTicks;
        window = windowTicks;
        systems = fromNanos.length / fromTicks.length;
        tickNanos = copy(fromTicks, tickNanos);
        nanos = copy(fromNanos, nanos);
        rows = copy(fromRows, rows);
        commands = copy(fromCommands, commands);
        arenaBytes = copy(fromArenaBytes, arenaBytes);
    }

    private static long[] copy(long[] from, long[] to) {
        if (from.length != to.length) {
            return Arrays.copyOf(from, from.length);
        }
        System.arraycopy(from, 0, to, 0, from.length);
        return to;
    }

    /** {@return the number of ticks that can be read, the newest ones} */
    public int count() {
        return (int) Math.min(ticks, window);
    }

    private int slot(int index) {
        return (int) ((ticks - count() + index) % tickNanos.length);
    }

    /** The time of a whole tick. */
    public long tickNanos(int index) {
        return tickNanos[slot(index)];
    }

    public long nanos(int index, int system) {
        return nanos[slot(index) * systems + system];
    }

    public long rows(int index, int system) {
        return rows[slot(index) * systems + system];
    }

    public long commands(int index, int system) {
        return commands[slot(index) * systems + system];
    }

    /** The bytes that a frame arena held for a system in a tick, at most. Returns bytes. */
    public long arenaBytes(int index, int system) {
        return arenaBytes[slot(index) * systems + system];
    }
}
