package basalt.replay;

import basalt.component.Component;
import basalt.component.layout.BlockLayout;
import basalt.component.layout.ComponentAreas;
import basalt.runtime.StateHash;
import basalt.runtime.WorldRuntime;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * The hashes of all components of a world at one moment.
 *
 * @param presence for each component the hash of the rows that have it
 * @param values for each component the hash of its rows and values
 */
record Hashes(long[] presence, long[] values) {
    /** Zeros for all components. */
    static Hashes zero() {
        int count = ComponentAreas.process().count();
        return new Hashes(new long[count], new long[count]);
    }

    /** The hashes of now. No worker may use the world. */
    static Hashes of(WorldRuntime runtime) {
        StateHash hash = runtime.stateHash();
        hash.update("a check of determinism");
        Hashes all = zero();
        Arrays.setAll(all.presence, hash::presence);
        Arrays.setAll(all.values, hash::sum);
        return all;
    }

    private static long get(long[] hashes, int id) {
        return id < hashes.length ? hashes[id] : 0; // a component that was registered later
    }

    /** Whether other rows have a component. */
    boolean hasOtherRows(Hashes other, int id) {
        return get(presence, id) != get(other.presence, id);
    }

    /** The ids of the components that differ, in ascending order. */
    List<Integer> differences(Hashes other) {
        List<Integer> ids = new ArrayList<>();
        for (int id = 0; id < Math.max(values.length, other.values.length); id++) {
            if (get(values, id) != get(other.values, id)) {
                ids.add(id);
            }
        }
        return ids;
    }

    /** What differences of components are called in messages. */
    static List<String> names(WorldRuntime runtime, List<Integer> ids) {
        return ids.stream().map(id -> name(runtime, id)).toList();
    }

    /** What a difference of a component is called in messages. */
    private static String name(WorldRuntime runtime, int id) {
        Component<?> component = runtime.store().pools().component(id);
        if (component != null) {
            return component.name();
        }
        return id == BlockLayout.ALIVE_ID ? "the entities that are alive" : "the entities that are disabled";
    }
}
