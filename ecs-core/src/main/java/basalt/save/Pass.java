package basalt.save;

import basalt.component.Component;
import basalt.component.layout.BlockLayout;
import basalt.component.layout.ComponentAreas;
import basalt.runtime.TickControl;
import basalt.runtime.WorldRuntime;
import basalt.storage.capture.RowHash;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;

/**
 * What was there after some systems have run side by side.
 *
 * @param systems the systems; empty before the first ones, and at the end of a tick
 * @param hashes the hashes of the components
 */
record Pass(List<Ran> systems, Hashes hashes) {
    /** A system that has run. */
    record Ran(String name, boolean hasCommands, boolean isExclusive) {}

    List<String> names() {
        return systems.stream().map(Ran::name).toList();
    }

    /** Whether the same systems have run in another pass. */
    boolean hasSameSystems(Pass other) {
        return names().equals(other.names());
    }

    /** The systems that may have made the difference to another pass. */
    List<String> suspects(Pass other, List<Integer> ids, WorldRuntime runtime, TickControl control) {
        List<String> suspects = new ArrayList<>();
        for (Ran ran : systems) {
            boolean hasCommands = ran.hasCommands || other.hasCommands(ran.name);
            if (ids.stream()
                    .anyMatch(id ->
                            mayChange(ran, hasCommands, id, hashes.hasOtherRows(other.hashes, id), runtime, control))) {
                suspects.add(ran.name);
            }
        }
        return suspects.isEmpty() ? names() : suspects;
    }

    private boolean hasCommands(String system) {
        return systems.stream().anyMatch(ran -> ran.name.equals(system) && ran.hasCommands);
    }

    /** Rows change by commands only, unless the system is exclusive; values also by what it has declared to write. */
    private static boolean mayChange(
            Ran ran, boolean hasCommands, int id, boolean isOfRows, WorldRuntime runtime, TickControl control) {
        if (ran.isExclusive) {
            return true;
        }
        if (isOfRows) {
            return hasCommands;
        }
        Component<?> component = runtime.store().pools().component(id);
        int system = index(ran.name, control);
        return component != null && (system < 0 || control.mayWrite(system, component));
    }

    private static int index(String name, TickControl control) {
        for (int system = 0; system < control.systems(); system++) {
            if (control.name(system).equals(name)) {
                return system;
            }
        }
        return -1; // a system of another program
    }

    /**
     * The hashes of all components of a world at one moment, of those that some row has.
     *
     * @param ids the components, ascending
     * @param presence for each the hash of the rows that have it
     * @param values for each the hash of its rows and values
     */
    record Hashes(int[] ids, long[] presence, long[] values) {
        /** Among differences: the same entities are alive, in other rows. */
        private static final int ORDER = -1;

        /** The hashes of now. No worker may use the world. */
        static Hashes of(WorldRuntime runtime) {
            RowHash hash = runtime.states().hash();
            int[] ids = IntStream.range(0, ComponentAreas.process().count())
                    .filter(id -> hash.presence(id) != 0 || hash.sum(id) != 0)
                    .toArray();
            return new Hashes(
                    ids,
                    Arrays.stream(ids).mapToLong(hash::presence).toArray(),
                    Arrays.stream(ids).mapToLong(hash::sum).toArray());
        }

        private static long get(int[] ids, long[] hashes, int id) {
            int at = Arrays.binarySearch(ids, id);
            return at < 0 ? 0 : hashes[at];
        }

        /** Whether a difference is one of the rows that have a component, or of their order. */
        boolean hasOtherRows(Hashes other, int id) {
            return id == ORDER || get(ids, presence, id) != get(other.ids, other.presence, id);
        }

        /** What differs: the ids of components, in ascending order, or the order of the entities. */
        List<Integer> differences(Hashes other) {
            return IntStream.concat(Arrays.stream(ids), Arrays.stream(other.ids))
                    .sorted()
                    .distinct()
                    .filter(id -> get(ids, values, id) != get(other.ids, other.values, id))
                    .map(id -> id == BlockLayout.ALIVE_ID && !hasOtherRows(other, id) ? ORDER : id)
                    .boxed()
                    .toList();
        }

        /** What differences are called in messages. */
        static List<String> names(WorldRuntime runtime, List<Integer> ids) {
            return ids.stream().map(id -> name(runtime, id)).toList();
        }

        /** The component of a difference; null if it is one of entities. */
        static Component<?> component(WorldRuntime runtime, int id) {
            return id == ORDER ? null : runtime.store().pools().component(id);
        }

        private static String name(WorldRuntime runtime, int id) {
            Component<?> component = component(runtime, id);
            if (component != null) {
                return component.name();
            }
            if (id == ORDER) {
                return "the order of the entities";
            }
            return id == BlockLayout.ALIVE_ID ? "the entities that are alive" : "the entities that are disabled";
        }
    }
}
