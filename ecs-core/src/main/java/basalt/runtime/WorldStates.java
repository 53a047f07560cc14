package basalt.runtime;

import basalt.storage.access.Store;
import basalt.storage.capture.RowHash;
import basalt.storage.capture.RowHistory;

/** The kept states of a world, and its hash, which is made when it is first asked for. For the world's thread. */
public final class WorldStates {
    private final WorldRuntime runtime;
    private final Store store;

    /** Null before the first update. */
    private RowHash hash;

    /** The states of the open snapshots; null if there are none. */
    private RowHistory ring;

    /** Whether a state is being captured or restored. */
    private boolean isBusy;

    /** Whether a restoration has failed in its middle. */
    private boolean isBroken;

    WorldStates(WorldRuntime runtime) {
        this.runtime = runtime;
        this.store = runtime.store();
    }

    /** The states of the open snapshots. Returns null if there are none. */
    public RowHistory ring() {
        return ring;
    }

    public void ring(RowHistory opened) {
        ring = opened;
    }

    public void busy(boolean busy) {
        isBusy = busy;
    }

    public void broken(boolean broken) {
        isBroken = broken;
    }

    /** Throws during a capture or a restoration: a resource may call the world that calls it. */
    public void requireNotBusy(String call) {
        if (isBusy) {
            throw new IllegalStateException(call + " is refused during a capture or a restoration; call it afterwards");
        }
    }

    /** Throws if a restoration has failed after it had begun to change the world, also after the ring was closed. */
    public void requireWhole() {
        if (isBroken || ring != null && ring.isBroken()) {
            throw new IllegalStateException("the last restoration has failed in its middle, so that the world is in no"
                    + " state; "
                    + (ring == null ? "close it, and load or make another one" : "call snapshots.restore(...) again"));
        }
    }

    /** Throws unless the world is in a state at this moment. */
    public void requireState(String call) {
        runtime.requireIdle(call);
        requireNotBusy(call);
        requireWhole();
    }

    /** Throws unless the world can be saved to a file at this moment. */
    public void requireSavable(String call) {
        requireState(call);
        runtime.requireNoCommands(call);
        requireNoCommandsOfObservers("files");
    }

    /** Throws if commands wait for the next call of an observer. */
    public void requireNoCommandsOfObservers(String what) {
        int commands = runtime.playback().waitingOfObservers();
        if (commands > 0) {
            throw new IllegalStateException("commands that were recorded outside of an observer wait for the next call"
                    + " of one, and " + what + " cannot contain them; record them in world.commands(): commands="
                    + commands);
        }
    }

    /** The hash of the rows, up to date. No worker may use the world. */
    public RowHash hash() {
        if (hash == null) {
            hash = new RowHash(
                    store.rows(), store.changeTracker(), store.blockPool().source());
        }
        hash.update();
        return hash;
    }

    /** {@return bytes reserved from the memory source} */
    public long reservedBytes() {
        return (ring == null ? 0 : ring.reservedBytes()) + (hash == null ? 0 : hash.reservedBytes());
    }

    /** Frees the kept states, also when the world is closed by a system. Further calls do nothing. */
    public void closeRing() {
        if (ring != null) {
            RowHistory closed = ring;
            isBroken |= closed.isBroken();
            ring = null;
            closed.close();
        }
    }

    void close() {
        try {
            closeRing();
        } finally {
            if (hash != null) {
                hash.close();
                hash = null;
            }
        }
    }
}
