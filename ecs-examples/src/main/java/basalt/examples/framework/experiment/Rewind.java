package basalt.examples.framework.experiment;

import basalt.save.Snapshots;
import java.util.function.IntFunction;

/**
 * Keeps the states of the last ticks of a world, and steps back through them.
 *
 * <p>If they need too much memory, only every second tick is kept from then on, then every fourth, and so on. Each
 * state is shown for as many steps, so time always runs back at the same speed.
 *
 * <p>Used by the world's thread only.
 */
public final class Rewind implements AutoCloseable {
    private final IntFunction<Snapshots> rings;
    private final int capacityTicks;
    private final long mostBytes;
    private Snapshots ring;
    private int ticksAState = 1;
    private int ticksSinceState;
    private int stepsLeft;

    /** The tick of the state that the world was in last. */
    private long state;

    /**
     * Keeps nothing yet.
     *
     * @param rings makes a ring of so many states of the world
     * @param capacityTicks the greatest number of ticks to step back; 0 to keep nothing
     * @param mostBytes memory of the states, above which fewer ticks are kept
     */
    public Rewind(IntFunction<Snapshots> rings, int capacityTicks, long mostBytes) {
        this.rings = rings;
        this.capacityTicks = capacityTicks;
        this.mostBytes = mostBytes;
    }

    /** Called after each tick; keeps its state. */
    public void afterTick() {
        stepsLeft = 0;
        if (capacityTicks == 0 || ++ticksSinceState < ticksAState && ring != null) {
            return;
        }
        if (ring == null) {
            ring = rings.apply(capacityTicks);
        } else if (ring.reservedBytes() > mostBytes && ring.capacity() > 1) {
            ring.close();
            ticksAState *= 2;
            ring = rings.apply(Math.max(1, capacityTicks / ticksAState));
        }
        state = ring.capture();
        ticksSinceState = 0;
    }

    /**
     * Steps back by a tick. The next tick of the world begins there.
     *
     * @return false if there is no earlier state
     */
    public boolean stepBack() {
        if (stepsLeft > 0) {
            stepsLeft--;
            return true;
        }
        long earlier = ticksSinceState > 0 ? state : earlier();
        if (earlier < 0) {
            return false;
        }
        ring.restore(earlier);
        state = earlier;
        ticksSinceState = 0;
        stepsLeft = ticksAState - 1;
        return true;
    }

    private long earlier() {
        long tick = state - 1;
        while (ring != null && tick >= ring.oldestTick()) {
            if (ring.has(tick)) {
                return tick;
            }
            tick--;
        }
        return -1;
    }

    /**
     * Whether there are states.
     *
     * @return false before the first tick
     */
    public boolean isUsable() {
        return ring != null;
    }

    /**
     * How far one can step back from the current state.
     *
     * @return ticks
     */
    public long ticks() {
        return ring == null ? 0 : state - ring.oldestTick();
    }

    /**
     * The memory of the states.
     *
     * @return bytes
     */
    public long reservedBytes() {
        return ring == null ? 0 : ring.reservedBytes();
    }

    @Override
    public void close() {
        if (ring != null) {
            ring.close();
        }
    }
}
