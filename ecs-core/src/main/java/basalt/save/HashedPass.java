package basalt.save;

import basalt.component.Component;
import basalt.component.layout.BlockLayout;
import basalt.component.layout.ComponentAreas;
import basalt.runtime.TickControl;
import basalt.runtime.WorldRuntime;
import basalt.storage.capture.RowHash;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.function.IntFunction;
import java.util.stream.Stream;

/**
 * What was there after some systems have run side by side.
 *
 * @param systems the systems; empty before the first ones, and at the end of a tick
 * @param hashes the hashes of the components
 */
record HashedPass(List<Ran> systems, Hashes hashes) {
    /** A system that has run. */
    record Ran(String name, boolean hasCommands, boolean isExclusive) {}

    List<String> names() {
        return systems.stream().map(Ran::name).toList();
    }

    /** Whether a system has recorded commands in this pass. */
    private boolean hasCommands(String system) {
        return systems.stream().anyMatch(ran -> ran.name.equals(system) && ran.hasCommands);
    }

    /** The components that differ, and the systems that may have made the difference. */
    record Difference(List<Integer> ids, List<String> systems) {}

    /** Whether a system may change the values of a component without commands. */
    interface Writes {
        boolean may(String system, int id);
    }

    /** By what the systems of a schedule have declared. A system of another program may write all. */
    static Writes declared(WorldRuntime runtime, TickControl control) {
        return (name, id) -> {
            Component<?> component = runtime.store().pools().component(id);
            int system = control.systems() - 1;
            while (system >= 0 && !control.name(system).equals(name)) {
                system--;
            }
            return component != null && (system < 0 || control.mayWrite(system, component));
        };
    }

    /**
     * Where two runs of a tick first differ; null if they are the same. Their passes are the state before the systems,
     * that after each pass, and that after the tick; or only the last one. Passes belong together that have a system in
     * common. Those that are in one of the runs only are compared with the state before them.
     */
    static Difference first(List<HashedPass> one, List<HashedPass> other, Writes writes) {
        int last = one.size() - 1;
        int otherLast = other.size() - 1;
        HashedPass same = null; // the last state that both runs have had
        int next = 0;
        Difference found = null;
        for (int i = 0; found == null && i < last && otherLast > 0; i++) {
            HashedPass pass = one.get(i);
            int match = i == 0 ? 0 : pass.find(other, next);
            if (match < 0) {
                found = pass.difference(same, List.of(), writes);
                continue;
            }
            found = firstAlone(other, next, match, same, writes);
            found = found != null ? found : pass.difference(other.get(match), other.get(match).systems, writes);
            next = match + 1;
            same = pass;
        }
        if (found == null && same != null) {
            found = firstAlone(other, next, otherLast, same, writes);
        }
        return found != null ? found : one.get(last).difference(other.get(otherLast), List.of(), writes);
    }

    /** The first of some passes, whose systems the other run has not, that changes something. */
    private static Difference firstAlone(List<HashedPass> passes, int from, int to, HashedPass before, Writes writes) {
        return passes.subList(from, Math.max(from, to)).stream()
                .map(pass -> pass.difference(before, List.of(), writes))
                .filter(Objects::nonNull)
                .findFirst()
                .orElse(null);
    }

    /** The pass of another run that belongs to this one; -1 if there is none. */
    private int find(List<HashedPass> others, int from) {
        for (int i = from; i < others.size() - 1; i++) {
            if (!Collections.disjoint(names(), others.get(i).names())) {
                return i;
            }
        }
        return -1;
    }

    private Difference difference(HashedPass other, List<Ran> otherSystems, Writes writes) {
        List<Integer> ids = hashes.differences(other.hashes);
        if (ids.isEmpty()) {
            return null;
        }
        Set<Ran> all = new LinkedHashSet<>(systems);
        all.addAll(otherSystems);
        List<String> suspects = all.stream()
                .filter(ran -> ids.stream().anyMatch(id -> mayChange(ran, other, id, writes)))
                .map(Ran::name)
                .distinct()
                .toList();
        return new Difference(
                ids, suspects.isEmpty() ? all.stream().map(Ran::name).distinct().toList() : suspects);
    }

    /** Rows change by commands only, unless the system is exclusive; values also by what it writes. */
    private boolean mayChange(Ran ran, HashedPass other, int id, Writes writes) {
        return ran.isExclusive
                || (hashes.hasOtherRows(other.hashes, id)
                        ? hasCommands(ran.name) || other.hasCommands(ran.name)
                        : writes.may(ran.name, id));
    }

    /** Collects the passes of a tick. */
    static final class Collector implements TickControl.PassListener {
        private final WorldRuntime runtime;
        private final TickControl control;
        private final List<HashedPass> passes = new ArrayList<>();
        private List<Ran> current = new ArrayList<>();

        Collector(WorldRuntime runtime, TickControl control) {
            this.runtime = runtime;
            this.control = control;
        }

        @Override
        public void ran(int system, int commands, boolean isExclusive) {
            current.add(new Ran(control.name(system), commands > 0, isExclusive));
        }

        @Override
        public void settled() {
            passes.add(new HashedPass(current, Hashes.of(runtime)));
            current = new ArrayList<>();
        }

        /** All of them, with the state after the tick. */
        List<HashedPass> end() {
            settled();
            return passes;
        }
    }

    /**
     * The hashes of all components of a world at one moment, of those that some row has.
     *
     * @param byId for each the hash of the rows that have it, that of its rows and values, and a number for the form of
     *     its values, see {@link basalt.storage.file.ReplayTables#form}
     */
    record Hashes(SortedMap<Integer, long[]> byId) {
        /** Among differences: the same entities are alive, in other rows. */
        private static final int ORDER = -1;

        private static final long[] NONE = {0, 0, 0};

        /** The hashes of now. No worker may use the world. */
        static Hashes of(WorldRuntime runtime) {
            RowHash hash = runtime.states().hash();
            SortedMap<Integer, long[]> byId = new TreeMap<>();
            for (int id = 0; id < ComponentAreas.process().count(); id++) {
                if (hash.presence(id) != 0 || hash.sum(id) != 0) {
                    byId.put(id, new long[] {hash.presence(id), hash.sum(id), 0});
                }
            }
            return new Hashes(byId);
        }

        /** Values are compared if they have the same form. */
        private boolean differs(Hashes other, int id, int which) {
            long[] one = byId.getOrDefault(id, NONE);
            long[] two = other.byId.getOrDefault(id, NONE);
            int comparable = one[2] == two[2] ? which : 0;
            return one[comparable] != two[comparable];
        }

        /** Whether a difference is one of the rows that have a component, or of their order. */
        boolean hasOtherRows(Hashes other, int id) {
            return id == ORDER || differs(other, id, 0);
        }

        /** What differs: the ids of components, in ascending order, or the order of the entities. */
        List<Integer> differences(Hashes other) {
            return Stream.concat(byId.keySet().stream(), other.byId.keySet().stream())
                    .sorted()
                    .distinct()
                    .filter(id -> differs(other, id, 1))
                    .map(id -> id == BlockLayout.ALIVE_ID && !hasOtherRows(other, id) ? ORDER : id)
                    .toList();
        }

        /** What differences are called, with the components by their ids. */
        static List<String> names(IntFunction<Component<?>> components, List<Integer> ids) {
            return ids.stream().map(id -> name(components, id)).toList();
        }

        /** The component of a difference; null if it is one of entities. */
        static Component<?> component(IntFunction<Component<?>> components, int id) {
            return id == ORDER ? null : components.apply(id);
        }

        private static String name(IntFunction<Component<?>> components, int id) {
            Component<?> component = component(components, id);
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
