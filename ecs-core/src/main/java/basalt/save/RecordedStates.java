package basalt.save;

import basalt.component.layout.ComponentAreas;
import basalt.runtime.TickControl;
import basalt.runtime.WorldRuntime;
import basalt.runtime.WorldStates;
import basalt.storage.StateBuffer;
import basalt.storage.capture.RowHash;
import basalt.storage.file.ReplayTables;
import basalt.storage.file.ReplayTables.ReplayType;
import java.util.ArrayList;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;
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
    static List<HashedPass> read(StateBuffer from, ReplayTables tables) {
        List<HashedPass> passes = new ArrayList<>();
        for (long left = from.getLong(); left > 0; left--) {
            long counts = from.getLong();
            List<HashedPass.Ran> systems = new ArrayList<>((int) counts);
            for (int i = (int) counts; i > 0; i--) {
                long system = from.getLong();
                systems.add(new HashedPass.Ran(
                        tables.systems().get((int) system),
                        (high(system) & COMMANDS) != 0,
                        (high(system) & EXCLUSIVE) != 0));
            }
            HashedPass.Hashes hashes = readHashes(from, high(counts), tables);
            if (!systems.isEmpty() || passes.isEmpty() || left == 1) {
                passes.add(new HashedPass(systems, hashes));
            }
        }
        return passes;
    }

    private static HashedPass.Hashes readHashes(StateBuffer from, int count, ReplayTables tables) {
        SortedMap<Integer, long[]> byId = new TreeMap<>();
        for (int i = 0; i < count; i++) {
            int number = (int) from.getLong();
            byId.put(tables.id(number), new long[] {from.getLong(), from.getLong(), tables.form(number)});
        }
        return new HashedPass.Hashes(byId);
    }

    /** Checks the states of a tick of a file. */
    static void check(StateBuffer from, ReplayTables tables) {
        long states = from.getLong();
        RecordedTicks.require(states >= 0, "the number of states is out of range");
        for (long left = states; left > 0; left--) {
            long counts = from.getLong();
            RecordedTicks.require((int) counts >= 0 && high(counts) >= 0, "the number of hashes is out of range");
            for (int i = (int) counts; i > 0; i--) {
                long system = from.getLong();
                RecordedTicks.require(
                        (int) system >= 0 && (int) system < tables.systems().size(), "a system is unknown");
                RecordedTicks.require(
                        (high(system) & ~(COMMANDS | EXCLUSIVE)) == 0, "the flags of a system are unknown");
            }
            for (int i = high(counts); i > 0; i--) {
                long number = from.getLong();
                ReplayType type = tables.type((int) number);
                RecordedTicks.require(
                        number >= 0
                                && number <= Integer.MAX_VALUE
                                && (number < ReplayTables.FIRST_COMPONENT
                                        || type != null && !type.component().isEvent()),
                        "a component with a hash is unknown");
                from.skip(2 * Long.BYTES);
            }
        }
    }
}
