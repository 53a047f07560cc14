package basalt.runtime;

import basalt.memory.MemorySource;
import basalt.storage.Pools;
import basalt.storage.StateBuffer;
import basalt.storage.StateParts;
import basalt.storage.capture.ChunkChanges;
import basalt.storage.capture.RowHistory;
import java.util.Set;
import java.util.function.LongSupplier;

/** The kept states of a world: of its rows, and of the other parts. For the world's thread. */
public final class StateRing implements AutoCloseable {
    private final WorldRuntime runtime;
    private final StateParts parts;
    private final Pools pools;
    private final RowHistory history;
    private final LongSupplier tick;
    private final Runnable check;
    private final int capacity;
    private boolean isClosed;

    /** Whether a state is being captured or restored. */
    private boolean isBusy;

    /** Whether a restoration has failed after that of the rows. */
    private boolean isBroken;

    /**
     * An object without states.
     *
     * @param capacity the greatest number of states, at least 1
     */
    public StateRing(
            WorldRuntime runtime,
            ChunkChanges changes,
            MemorySource source,
            int capacity,
            LongSupplier tick,
            Set<Class<?>> excluded,
            Runnable check) {
        this.runtime = runtime;
        this.parts = runtime.store().rows().stateParts();
        this.pools = runtime.store().pools();
        this.history = new RowHistory(runtime.store().rows(), changes, source, capacity, excluded);
        runtime.store().events().exclude(excluded);
        this.tick = tick;
        this.check = check;
        this.capacity = capacity;
    }

    public WorldRuntime runtime() {
        return runtime;
    }

    /** Keeps the state of the world. */
    public long capture() {
        begin("snapshots.capture()");
        try {
            requireWhole();
            long now = tick.getAsLong();
            long version = pools.version();
            StateBuffer next = history.nextParts();
            next.clear();
            parts.save(next);
            if (pools.version() != version) {
                throw new IllegalStateException("a resource changed entities while a snapshot saved it, which was not"
                        + " made; Restorable.save may only read");
            }
            history.capture(now);
            return now;
        } catch (Throwable e) {
            history.nextParts().clear(); // so that it refers to no objects
            throw e;
        } finally {
            isBusy = false;
        }
    }

    /** Puts the world back to a state, or forward again. */
    public void restore(long ofTick) {
        begin("snapshots.restore(...)");
        try {
            int state = find(ofTick);
            if (state < 0) {
                throw new IllegalArgumentException("there is no snapshot of that tick: tick=" + ofTick + "; there are "
                        + (states() == 0 ? "none" : "some from " + tick(0) + " to " + tick(states() - 1)));
            }
            StateBuffer saved = history.parts(state);
            saved.position(0);
            parts.prepare(saved);
            history.restore(state);
            isBroken = true;
            saved.position(0);
            parts.restore(saved);
            isBroken = false;
        } finally {
            isBusy = false;
        }
    }

    private void begin(String call) {
        requireOpen();
        requireNotBusy(call);
        runtime.requireIdle(call);
        runtime.requireNoCommands(call);
        check.run();
        isBusy = true;
    }

    /** Throws if a restoration has failed after it had begun to change the world, also after close. */
    public void requireWhole() {
        if (isBroken || history.isBroken()) {
            throw new IllegalStateException("the last restoration has failed in its middle, so that the world is in no"
                    + " state; "
                    + (isClosed ? "close it, and load or make another one" : "call snapshots.restore(...) again"));
        }
    }

    /** Throws during a capture or a restoration: a resource may call the world that calls it. */
    public void requireNotBusy(String call) {
        if (isBusy) {
            throw new IllegalStateException(call + " is refused during a capture or a restoration; call it afterwards");
        }
    }

    private void requireOpen() {
        if (isClosed) {
            throw new IllegalStateException("the snapshots are closed; make others with world.snapshots(...)");
        }
    }

    private void requireAccess() {
        requireOpen();
        runtime.store().checkOwner("a method of the snapshots", "call it after the tick");
    }

    /** The last state of a tick. Returns number of the state; -1 if there is none. */
    public int find(long ofTick) {
        requireAccess();
        for (int state = states() - 1; state >= 0; state--) {
            if (tick(state) == ofTick) {
                return state;
            }
        }
        return -1;
    }

    public long tick(int state) {
        requireAccess();
        if (states() == 0) {
            throw new IllegalStateException("there is no snapshot; call capture() first");
        }
        return history.tick(state);
    }

    /** {@return the number of states; 0 after close} */
    public int states() {
        return isClosed ? 0 : history.states();
    }

    /** {@return the greatest number of states} */
    public int capacity() {
        requireAccess();
        return capacity;
    }

    /** {@return bytes reserved for the states} */
    public long reservedBytes() {
        return isClosed ? 0 : history.reservedBytes();
    }

    /** {@return true after {@link #close()}} */
    public boolean isClosed() {
        return isClosed;
    }

    /** Frees all memory. Further calls do nothing. */
    @Override
    public void close() {
        if (!isClosed) {
            requireNotBusy("snapshots.close()");
            runtime.requireIdle("snapshots.close()");
            free();
        }
    }

    /** Frees all memory when the world is closed, also by a system. Further calls do nothing. */
    public void free() {
        if (!isClosed) {
            isClosed = true;
            history.close();
        }
    }
}
