package basalt.save;

import basalt.component.Component;
import basalt.component.layout.ComponentAreas;
import basalt.runtime.TickControl;
import basalt.runtime.WorldRuntime;
import basalt.runtime.WorldStates;
import basalt.storage.StateBuffer;
import basalt.storage.capture.RowHash;
import basalt.storage.file.ReplayTables;
import basalt.storage.file.ReplayType;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import org.agrona.collections.IntArrayList;

/**
 * Writes the hashes of a world after a tick, and after each pass of its systems.
 *
 * <pre>
 *   long states: 0 without hashes; 1 after the tick; or more: before the first systems, after each pass, after the tick
 *   for each: int systems, int components;
 *             for each system: int number, int flags (1: has recorded commands, 2: exclusive);
 *             for each component: long number, long hash of the rows that have it, long hash of rows and values
 * </pre>
 *
 * <p>Components without rows are left out. Makes no garbage when it writes.
 */
final class RecordedStates implements TickControl.PassListener {
    private static final int COMMANDS = 1;
    private static final int EXCLUSIVE = 2;

    private final WorldRuntime runtime;
    private final ReplayTables tables;
    private final TickControl control;
    private final WorldStates ofWorld;
    private final StateBuffer to;

    /** The systems of the current pass: number and flags of each. */
    private final IntArrayList systems = new IntArrayList();

    /** Where the number of states is; the values after it are removed after a failure. */
    private long place;

    private long states;
    private Throwable failure;

    RecordedStates(WorldRuntime runtime, TickControl control, ReplayTables tables, StateBuffer to) {
        this.runtime = runtime;
        this.control = control;
        this.tables = tables;
        this.ofWorld = runtime.states();
        this.to = to;
    }

    /** Writes that there are none, which is replaced later. */
    void begin() {
        systems.clear();
        states = 0;
        failure = null;
        place = to.end();
        to.putLong(0);
    }

    @Override
    public void ran(int system, int commands, boolean isExclusive) {
        systems.addInt(tables.system(control.name(system)));
        systems.addInt((commands > 0 ? COMMANDS : 0) | (isExclusive ? EXCLUSIVE : 0));
    }

    /** Writes a state. A failure does not end the tick, but there are no states then. */
    @Override
    public void settled() {
        try {
            if (failure == null) {
                write();
            }
        } catch (RuntimeException | Error e) {
            failure = e;
        } finally {
            systems.clear();
        }
    }

    /** Writes the state after the tick. If there is not enough memory, there are none. */
    void end() {
        settled();
        if (failure != null) {
            cancel();
            if (failure instanceof Error error) {
                throw error;
            }
            throw (RuntimeException) failure;
        }
        to.setLong(place, states);
    }

    /** Removes the states of the tick. */
    void cancel() {
        to.cutBack(place + Long.BYTES);
    }

    private void write() {
        RowHash hash = ofWorld.hash();
        int count = ComponentAreas.process().count();
        int components = 0;
        for (int id = 0; id < count; id++) {
            components += hash.sum(id) != 0 || hash.presence(id) != 0 ? 1 : 0;
        }
        to.putLong(pair(systems.size() / 2, components));
        for (int i = 0; i < systems.size(); i += 2) {
            to.putLong(pair(systems.getInt(i), systems.getInt(i + 1)));
        }
        for (int id = 0; id < count; id++) {
            if (hash.sum(id) != 0 || hash.presence(id) != 0) {
                to.putLong(number(id));
                to.putLong(hash.presence(id));
                to.putLong(hash.sum(id));
            }
        }
        states++;
    }

    private int number(int id) {
        return id < ReplayTables.FIRST_COMPONENT
                ? id
                : tables.number(runtime.store().pools().component(id));
    }

    private static long pair(int low, int high) {
        return (long) high << Integer.SIZE | low & 0xFFFF_FFFFL;
    }

    private static int high(long pair) {
        return (int) (pair >>> Integer.SIZE);
    }

    /**
     * Reads the states of a tick, without passes in its middle in which no system has run, which make no difference.
     */
    static List<Pass> read(StateBuffer from, ReplayTables tables) {
        List<Pass> passes = new ArrayList<>();
        for (long left = from.getLong(); left > 0; left--) {
            long counts = from.getLong();
            List<Pass.Ran> systems = new ArrayList<>((int) counts);
            for (int i = (int) counts; i > 0; i--) {
                long system = from.getLong();
                systems.add(new Pass.Ran(
                        tables.systems().get((int) system),
                        (high(system) & COMMANDS) != 0,
                        (high(system) & EXCLUSIVE) != 0));
            }
            Pass.Hashes hashes = readHashes(from, high(counts), tables);
            if (!systems.isEmpty() || passes.isEmpty() || left == 1) {
                passes.add(new Pass(systems, hashes));
            }
        }
        return passes;
    }

    private static Pass.Hashes readHashes(StateBuffer from, int count, ReplayTables tables) {
        long[][] entries = new long[count][];
        for (int i = 0; i < count; i++) {
            entries[i] = new long[] {tables.id((int) from.getLong()), from.getLong(), from.getLong()};
        }
        Arrays.sort(entries, Comparator.comparingLong(entry -> entry[0]));
        return new Pass.Hashes(
                Arrays.stream(entries).mapToInt(entry -> (int) entry[0]).toArray(),
                Arrays.stream(entries).mapToLong(entry -> entry[1]).toArray(),
                Arrays.stream(entries).mapToLong(entry -> entry[2]).toArray());
    }

    /** Checks the states of a tick of a file. */
    static void check(StateBuffer from, ReplayTables tables) {
        long states = from.getLong();
        require(states >= 0, "the number of states is out of range");
        for (long left = states; left > 0; left--) {
            long counts = from.getLong();
            require((int) counts >= 0 && high(counts) >= 0, "the number of hashes is out of range");
            for (int i = (int) counts; i > 0; i--) {
                long system = from.getLong();
                require((int) system >= 0 && (int) system < tables.systems().size(), "a system is unknown");
                require((high(system) & ~(COMMANDS | EXCLUSIVE)) == 0, "the flags of a system are unknown");
            }
            for (int i = high(counts); i > 0; i--) {
                long number = from.getLong();
                ReplayType type = tables.type((int) number);
                require(
                        number >= 0
                                && number <= Integer.MAX_VALUE
                                && (number < ReplayTables.FIRST_COMPONENT
                                        || type != null && !type.component().isEvent()),
                        "a component with a hash is unknown");
                from.skip(2 * Long.BYTES);
            }
        }
    }

    private static void require(boolean condition, String what) {
        if (!condition) {
            throw new IllegalArgumentException(what);
        }
    }

    /**
     * Compares the states of a tick that is played with the recorded ones, pass by pass. Passes belong together that
     * have a system in common. Those that are in one of the runs only are compared with the state before them.
     */
    static final class PlayedStates implements TickControl.PassListener {
        private final WorldRuntime runtime;
        private final TickControl control;

        /** The last one is that after the tick; the first of several is that before the systems. */
        private final List<Pass> recorded;

        private List<Pass.Ran> current = new ArrayList<>();
        private int next;

        /** The components of the first difference; empty before there is one. */
        private List<Integer> different = List.of();

        /** The systems that may have made it. */
        private List<String> systems = List.of();

        PlayedStates(WorldRuntime runtime, TickControl control, List<Pass> recorded) {
            this.runtime = runtime;
            this.control = control;
            this.recorded = recorded;
        }

        /** Whether there are states after each pass. */
        boolean isExact() {
            return recorded.size() > 1;
        }

        @Override
        public void ran(int system, int commands, boolean isExclusive) {
            current.add(new Pass.Ran(control.name(system), commands > 0, isExclusive));
        }

        @Override
        public void settled() {
            if (different.isEmpty()) {
                compare(new Pass(current, Pass.Hashes.of(runtime)));
            }
            current = new ArrayList<>();
        }

        private void compare(Pass played) {
            int match = find(played);
            if (match < 0) { // such systems have not run when the tick was recorded
                compare(played, recorded.get(next - 1));
                return;
            }
            skip(match);
            if (different.isEmpty()) {
                Set<Pass.Ran> all = new LinkedHashSet<>(played.systems());
                all.addAll(recorded.get(match).systems());
                compare(new Pass(List.copyOf(all), played.hashes()), recorded.get(match));
            }
            next = match + 1;
        }

        /** The recorded pass that belongs to one; -1 if there is none. */
        private int find(Pass played) {
            for (int i = next; i < recorded.size() - 1; i++) {
                List<String> names = recorded.get(i).names();
                if (i == 0 || played.names().stream().anyMatch(names::contains)) {
                    return i;
                }
            }
            return -1;
        }

        /** Passes over recorded passes of systems that have not run. */
        private void skip(int end) {
            for (; next < end && different.isEmpty(); next++) {
                compare(recorded.get(next), recorded.get(next - 1));
            }
        }

        private void compare(Pass pass, Pass expected) {
            different = pass.hashes().differences(expected.hashes());
            if (!different.isEmpty()) {
                systems = pass.suspects(expected, different, runtime, control);
            }
        }

        /** Compares the state after the tick. */
        List<Integer> end() {
            skip(recorded.size() - 1);
            if (different.isEmpty()) {
                different = recorded.get(recorded.size() - 1).hashes().differences(Pass.Hashes.of(runtime));
                systems = isExact() ? List.of() : systemsThatMayChange(different);
            }
            return different;
        }

        /** The names of the systems that may have made the difference, after {@link #end}. */
        List<String> systems() {
            return systems;
        }

        private List<String> systemsThatMayChange(List<Integer> ids) {
            List<String> names = new ArrayList<>();
            for (int system = 0; system < control.systems(); system++) {
                if (mayChange(system, ids)) {
                    names.add(control.name(system));
                }
            }
            return names;
        }

        private boolean mayChange(int system, List<Integer> ids) {
            for (int id : ids) {
                Component<?> component = Pass.Hashes.component(runtime, id);
                if (control.mayChange(system, component)) {
                    return true;
                }
            }
            return false;
        }
    }
}
