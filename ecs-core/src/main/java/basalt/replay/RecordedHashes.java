package basalt.replay;

import basalt.component.Component;
import basalt.component.layout.ComponentAreas;
import basalt.runtime.StateHash;
import basalt.runtime.TickControl;
import basalt.runtime.WorldRuntime;
import basalt.storage.StateBuffer;
import java.util.ArrayList;
import java.util.List;

/**
 * Writes the hashes of all components of a world after a tick, and compares those of another run with them.
 *
 * <pre>
 *   number of components + 1, their hashes by id; or 0 if there are none after this tick
 * </pre>
 */
final class RecordedHashes {
    private final WorldRuntime runtime;
    private final StateHash hash;

    RecordedHashes(WorldRuntime runtime) {
        this.runtime = runtime;
        this.hash = runtime.stateHash();
    }

    /** Writes that there are no hashes; {@link #record} replaces this. Returns where it is. */
    static long recordNone(StateBuffer to) {
        to.putLong(0);
        return to.end() - Long.BYTES;
    }

    /** Writes the hashes of now. If there is not enough memory, there are none. */
    void record(StateBuffer to, long place) {
        hash.update("replay.tick(...)");
        int count = ComponentAreas.process().count();
        try {
            for (int id = 0; id < count; id++) {
                to.putLong(hash.sum(id));
            }
        } catch (Throwable e) {
            to.cutBack(place + Long.BYTES);
            throw e;
        }
        to.setLong(place, count + 1L);
    }

    /** Whether the tick that is read has hashes, which {@link #compare} must read then. */
    boolean isNext(StateBuffer from) {
        long at = from.position();
        boolean isThere = from.getLong() > 0;
        from.position(isThere ? at : at + Long.BYTES);
        return isThere;
    }

    /** Compares the hashes of now with the recorded ones; returns null if they are the same. */
    Replayed compare(StateBuffer from, long tick, int ticks, int compared, TickControl control) {
        hash.update("replay.play(...)");
        List<Integer> ids = new ArrayList<>();
        int recorded = (int) from.getLong() - 1;
        for (int id = 0; id < Math.max(recorded, ComponentAreas.process().count()); id++) {
            long expected = id < recorded ? from.getLong() : 0;
            if (expected != hash.sum(id)) {
                ids.add(id);
            }
        }
        if (ids.isEmpty()) {
            return null;
        }
        List<String> systems = new ArrayList<>();
        for (int system = 0; system < control.systems(); system++) {
            if (mayChange(control, system, ids)) {
                systems.add(control.name(system));
            }
        }
        return new Replayed(
                ticks,
                compared,
                tick,
                ids.stream().map(id -> Hashes.name(runtime, id)).toList(),
                systems);
    }

    private boolean mayChange(TickControl control, int system, List<Integer> ids) {
        for (int id : ids) {
            Component<?> component = runtime.store().pools().component(id);
            if (control.mayChange(system, component)) {
                return true;
            }
        }
        return false;
    }
}
