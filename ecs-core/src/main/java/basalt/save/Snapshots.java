package basalt.save;

import basalt.internal.Friend;
import basalt.runtime.StateRing;

/**
 * The states of a world at its last ticks, for rolling back: after {@link #restore} the world is as it was, and goes on
 * from there as it did, if it is given the same input.
 *
 * <pre>{@code
 * try (Snapshots ring = world.snapshots(8)) {
 *     schedule.tick(1 / 60f);
 *     ring.capture();                      // at the end of a tick
 *     ...
 *     ring.restore(world.time().tick() - 3);
 * }
 * }</pre>
 *
 * <p><b>What it costs.</b> States share the memory of what is equal in them. A capture copies what has changed since
 * the state that the world was in last: the chunks of 1,024 rows of a component in which a row was written, and for
 * each block in which entities or components came and went, its generations and presence bits. A restoration copies
 * what differs. With snapshots, each write is recorded as for a query of changes.
 *
 * <p><b>What is in it.</b> Entities, components, and values; disabled entities and components; which rows are allocated
 * next; the changes, removals and events that readers have not read; time; the run conditions and enabled systems of
 * schedules; resources that are records or {@link Restorable}; the references of managed columns that have a {@link
 * basalt.component.ReferenceCodec}, whose objects must not change. Not in it are other resources and managed columns,
 * queries' results, the frame and tick arenas, and variables of the program. Observers are not called by a
 * restoration. Readers and templates that were made after a capture stay when it is restored; templates have no
 * entities then.
 *
 * <p><b>Handles.</b> Handles of later entities are dead after a restoration, and those of earlier ones are alive again.
 * A handle that was given out in the abandoned future is never given out again. So the entities that follow have other
 * generations than those that were abandoned, but the same indices: what must be the same after a restoration, such as
 * an order, should depend on {@link basalt.component.Entity#index}, and not on the whole handle.
 *
 * <p>For the world's thread, outside of ticks, iterations and observers. One at a time for a world, which closes it.
 */
public final class Snapshots implements AutoCloseable {
    /** The greatest number of states. */
    public static final int MAX_CAPACITY = 4096;

    static {
        Friend.install(Snapshots.class, StateRing.class, new Friend<>() {
            @Override
            public Snapshots exported(StateRing ring) {
                return new Snapshots(ring);
            }

            @Override
            public StateRing internal(Snapshots snapshots) {
                return snapshots.ring;
            }
        });
    }

    private final StateRing ring;

    private Snapshots(StateRing ring) {
        this.ring = ring;
    }

    /**
     * Keeps the state of the world. States that were captured after the one that was restored last are dropped, and the
     * oldest one, if there are more than {@link #capacity()}.
     *
     * @return the number of the world's tick
     * @throws basalt.memory.NativeMemoryException if there is not enough memory; the states are as before then
     * @throws IllegalStateException during a tick, an iteration or an observer; if there are commands that have not
     *     been applied; if a restoration has failed in its middle, by an exception of a resource; if there is a managed
     *     column or a resource that cannot be captured; on the wrong thread; after close
     */
    public long capture() {
        return ring.capture();
    }

    /**
     * Puts the world back to a state, or forward again. Later states stay until the next {@link #capture}.
     *
     * @param tick the number of the tick that was captured; if it was captured more than once, the last one counts
     * @throws IllegalArgumentException if there is no state of that tick
     * @throws basalt.memory.NativeMemoryException if there is not enough memory; nothing has changed then
     * @throws IllegalStateException as for {@link #capture}
     */
    public void restore(long tick) {
        ring.restore(tick);
    }

    /**
     * Whether there is a state of a tick.
     *
     * @param tick number of a tick
     * @return true if it can be restored
     * @throws IllegalStateException on the wrong thread, or after close
     */
    public boolean has(long tick) {
        return ring.find(tick) >= 0;
    }

    /**
     * The number of states.
     *
     * @return 0 to {@link #capacity()}; 0 after close
     */
    public int count() {
        return ring.states();
    }

    /**
     * The greatest number of states.
     *
     * @return at least 1
     * @throws IllegalStateException on the wrong thread, or after close
     */
    public int capacity() {
        return ring.capacity();
    }

    /**
     * The tick of the oldest state.
     *
     * @return its number
     * @throws IllegalStateException if there is no state, on the wrong thread, or after close
     */
    public long oldestTick() {
        return ring.tick(0);
    }

    /**
     * The tick of the newest state.
     *
     * @return its number
     * @throws IllegalStateException if there is no state, on the wrong thread, or after close
     */
    public long newestTick() {
        return ring.tick(ring.states() - 1);
    }

    /**
     * The tick of a state.
     *
     * @param state 0 for the oldest one, to {@link #count()} - 1; a tick that was captured twice has two states
     * @return the number of its tick
     * @throws IllegalArgumentException if there are not so many states
     * @throws IllegalStateException on the wrong thread, or after close
     */
    public long tickOf(int state) {
        ring.capacity(); // checks thread and state
        if (state < 0 || state >= ring.states()) {
            throw new IllegalArgumentException(
                    "state must be from 0 to count() - 1: state=" + state + ", count=" + ring.states());
        }
        return ring.tick(state);
    }

    /**
     * Bytes reserved for the states.
     *
     * @return bytes; 0 after close
     */
    public long reservedBytes() {
        return ring.reservedBytes();
    }

    /** Frees all memory. Further calls do nothing. */
    @Override
    public void close() {
        ring.close();
    }
}
