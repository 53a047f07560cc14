package basalt.save;

import basalt.component.Component;
import basalt.component.layout.ComponentAreas;
import basalt.internal.NoState;
import basalt.runtime.WorldRuntime;
import basalt.runtime.WorldStates;
import basalt.storage.StateBuffer;
import basalt.storage.StateParts;
import basalt.storage.capture.RowHistory;
import basalt.world.Restorable;
import basalt.world.World;
import java.util.Set;

/**
 * The states of a world at its last ticks, for rolling back: after {@link #restore} the world is as it was, and goes on
 * from there as it did, if it is given the same input.
 *
 * <pre>{@code
 * try (Snapshots ring = Saves.snapshots(world, 8)) {
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
@NoState
public final class Snapshots implements AutoCloseable {
    /** The greatest number of states. */
    public static final int MAX_CAPACITY = 4096;

    private final World world;
    private final WorldRuntime runtime;
    private final WorldStates states;
    private final StateParts parts;
    private final RowHistory history;
    private final Set<Class<?>> excluded;
    private final int capacity;

    private Snapshots(World world, WorldRuntime runtime, int capacity, Set<Class<?>> excluded) {
        this.world = world;
        this.runtime = runtime;
        this.capacity = capacity;
        this.excluded = excluded;
        states = runtime.states();
        parts = runtime.store().rows().stateParts();
        history = new RowHistory(
                runtime.store().rows(),
                runtime.store().changeTracker(),
                runtime.store().blockPool().source(),
                capacity,
                excluded);
    }

    static Snapshots of(World world, WorldRuntime runtime, int capacity, Class<?>... excludedTypes) {
        runtime.requireIdle("Saves.snapshots(...)");
        if (capacity < 1 || capacity > MAX_CAPACITY) {
            throw new IllegalArgumentException("capacity must be from 1 to " + MAX_CAPACITY + ": capacity=" + capacity);
        }
        if (runtime.states().ring() != null) {
            throw new IllegalStateException("the world has snapshots already; close them first, or use them");
        }
        runtime.states().requireState("Saves.snapshots(...)");
        Set<Class<?>> excluded = SaveOptions.setOf(excludedTypes);
        requireExcludable(world, runtime, excluded);
        requireCapturable(runtime, excluded);
        Snapshots snapshots = new Snapshots(world, runtime, capacity, excluded);
        snapshots.parts.exclude(excluded);
        snapshots.states.ring(snapshots.history);
        return snapshots;
    }

    /** Throws if the user has named a component that is in the states nevertheless. */
    private static void requireExcludable(World world, WorldRuntime runtime, Set<Class<?>> excluded) {
        for (int id = 0; id < ComponentAreas.process().count(); id++) {
            Component<?> component = runtime.store().pools().component(id);
            if (component != null
                    && !component.hasReferences()
                    && excluded.contains(component.type())
                    && world.resources().tryGet(component.type()) == null) {
                throw new IllegalArgumentException("component " + component.name() + " has no managed columns, and"
                        + " native columns cannot be excluded; exclude resources, and components and events with"
                        + " managed columns");
            }
        }
    }

    private static void requireCapturable(WorldRuntime runtime, Set<Class<?>> excluded) {
        runtime.store().rows().stateParts().requireKeepable(excluded, false);
        runtime.states().requireNoCommandsOfObservers("snapshots");
    }

    /** The world whose states these are. */
    public World world() {
        requireAccess();
        return world;
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
        begin("snapshots.capture()");
        try {
            states.requireWhole();
            long now = runtime.time().tick();
            long version = runtime.store().pools().version();
            StateBuffer next = history.nextParts();
            next.clear();
            parts.save(next);
            if (runtime.store().pools().version() != version) {
                throw new IllegalStateException("a resource changed entities while a snapshot saved it, which was not"
                        + " made; Restorable.save may only read");
            }
            history.capture(now);
            return now;
        } catch (Throwable e) {
            history.nextParts().clear(); // so that it refers to no objects
            throw e;
        } finally {
            states.busy(false);
        }
    }

    /**
     * Puts the world back to a state, or forward again. Later states stay until the next {@link #capture}.
     *
     * @param tick the number of the tick that was captured; if it was captured more than once, the last one counts
     * @throws IllegalArgumentException if there is no state of that tick
     * @throws basalt.memory.NativeMemoryException if there is not enough memory; nothing has changed then
     */
    public void restore(long tick) {
        begin("snapshots.restore(...)");
        try {
            int state = find(tick);
            if (state < 0) {
                throw new IllegalArgumentException("there is no snapshot of that tick: tick=" + tick + "; there are "
                        + (count() == 0 ? "none" : "some from " + oldestTick() + " to " + newestTick()));
            }
            StateBuffer saved = history.parts(state);
            saved.position(0);
            parts.prepare(saved);
            history.restore(state);
            states.broken(true);
            saved.position(0);
            parts.restore(saved);
            states.broken(false);
        } finally {
            states.busy(false);
        }
    }

    private void begin(String call) {
        requireOpen();
        states.requireNotBusy(call);
        runtime.requireIdle(call);
        runtime.requireNoCommands(call);
        requireCapturable(runtime, excluded);
        states.busy(true);
    }

    private boolean isClosed() {
        return states.ring() != history;
    }

    private void requireOpen() {
        if (isClosed()) {
            throw new IllegalStateException("the snapshots are closed; make others with Saves.snapshots(world, ...)");
        }
    }

    private void requireAccess() {
        requireOpen();
        runtime.store().checkOwner("a method of the snapshots", "call it after the tick");
    }

    /** The last state of a tick; -1 if there is none. */
    private int find(long tick) {
        requireAccess();
        for (int state = count() - 1; state >= 0; state--) {
            if (history.tick(state) == tick) {
                return state;
            }
        }
        return -1;
    }

    private long tick(int state) {
        requireAccess();
        if (count() == 0) {
            throw new IllegalStateException("there is no snapshot; call capture() first");
        }
        return history.tick(state);
    }

    /** Whether there is a state of a tick. */
    public boolean has(long tick) {
        return find(tick) >= 0;
    }

    /**
     * The number of states.
     *
     * @return 0 to {@link #capacity()}; 0 after close
     */
    public int count() {
        return isClosed() ? 0 : history.states();
    }

    /**
     * The greatest number of states.
     *
     * @return at least 1
     */
    public int capacity() {
        requireAccess();
        return capacity;
    }

    /** The tick of the oldest state. */
    public long oldestTick() {
        return tick(0);
    }

    /** The tick of the newest state. */
    public long newestTick() {
        return tick(count() - 1);
    }

    /**
     * The tick of a state.
     *
     * @param state 0 for the oldest one, to {@link #count()} - 1; a tick that was captured twice has two states
     * @return the number of its tick
     * @throws IllegalArgumentException if there are not so many states
     */
    public long tickOf(int state) {
        requireAccess();
        if (state < 0 || state >= count()) {
            throw new IllegalArgumentException(
                    "state must be from 0 to count() - 1: state=" + state + ", count=" + count());
        }
        return history.tick(state);
    }

    /**
     * Bytes reserved for the states.
     *
     * @return bytes; 0 after close
     */
    public long reservedBytes() {
        return isClosed() ? 0 : history.reservedBytes();
    }

    /** Frees all memory. Further calls do nothing. */
    @Override
    public void close() {
        if (!isClosed()) {
            states.requireNotBusy("snapshots.close()");
            runtime.requireIdle("snapshots.close()");
            states.closeRing();
        }
    }
}
