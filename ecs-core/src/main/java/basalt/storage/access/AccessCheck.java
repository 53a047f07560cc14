package basalt.storage.access;

import static basalt.component.layout.BlockLayout.ALIVE_ID;
import static basalt.component.layout.BlockLayout.MAX_COMPONENTS;

import basalt.component.Column;
import basalt.component.Component;
import basalt.component.ComponentInfo;
import basalt.storage.RowAllocator;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.Collection;
import java.util.List;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Predicate;

/**
 * The declarations of a system. Strict mode calls the check methods before each access. If it was not declared, they
 * throw, or record that and return; then the access takes place, and the system fails when it has ended. Commands are
 * checked in both modes. A column of null stands for all of its component.
 */
public interface AccessCheck {
    String system();

    default boolean isScheduleClosed() {
        return false;
    }

    /** Whether the system has declared that it writes a component or a column of it; also outside of strict mode. */
    boolean writes(ComponentInfo component);

    /** Whether the system runs a kernel that may be split among workers. */
    boolean isSplittable();

    /**
     * Called when a kernel that may be split accesses a component of another entity than that of its current row.
     * Throws if the system writes the component.
     */
    void checkOther(ComponentInfo component, Column column, long own, long other);

    /**
     * Called when a kernel that may be split reads a column in all rows of a query. Throws if the system writes the
     * column.
     */
    void checkAll(Column column);

    /** Called when a kernel that may be split uses an object whose position its pieces would share. Throws. */
    void checkShared(String use);

    /** Whether the system has declared that it reads or writes a component. */
    boolean reads(ComponentInfo component, Column column);

    /** Whether the system has declared that it writes a component. */
    boolean writes(ComponentInfo component, Column column);

    /** Throws unless the system may read a component. */
    void checkRead(ComponentInfo component, Column column);

    /** Throws unless the system may use a query for changes of a component. */
    default void checkChanges(Component<?> component) {
        checkPresence(component);
    }

    /** Throws unless the system may check the presence of a component, or query by it. */
    default void checkPresence(ComponentInfo component) {
        checkRead(component, null);
    }

    /** Throws unless the system may write a component. */
    void checkWrite(ComponentInfo component, Column column);

    /** Which commands the system may record; also outside of strict mode. */
    CommandAccess commands();

    /**
     * Called for a command that the system may not record. Throws, or returns if the command is to be recorded
     * nevertheless, to find what else is not declared.
     */
    void undeclared(int command, ComponentInfo component);

    /** As {@link #undeclared}, for a spawn: the components of the entity, and then of those that come with it. */
    void undeclaredSpawn(List<List<Component<?>>> kinds);

    /** Called when the body of a loop over spans may write a component of its rows in a way that cannot be checked. */
    default void mayWrite(ComponentInfo component) {}

    /** Throws unless the system may use a resource: the object of a class, or a grid. */
    void checkResource(Object resource);

    /** Throws unless the system may read events. */
    void checkReceive(Component<?> type);

    /** Throws if a query could find entities that another system of the same stage spawns. */
    default void checkSpawns(Predicate<BitSet> matches) {}

    /** Throws unless the system may destroy entities that have a component. */
    default void checkDestroyed(Component<?> component) {}

    /**
     * Throws unless other systems wait until entities that have a component are changed because others are destroyed.
     */
    default void checkChanged(Component<?> component) {}

    /**
     * Strict mode: the system that uses a reader. A reader has a position, so if two systems share it, each misses what
     * the other has read. A reader belongs to the first system that reads with it, until the schedule of that system is
     * closed. For any thread.
     */
    public static final class ReaderSystem {
        private final String reader;
        private final AtomicReference<AccessCheck> system = new AtomicReference<>();

        /** A reader that no system has used yet. */
        public ReaderSystem(String reader) {
            this.reader = reader;
        }

        /** Called when a system is about to read. */
        public void use(AccessCheck user) {
            AccessCheck known = system.get();
            while (known != user) {
                if (known != null && !known.isScheduleClosed()) {
                    throw new IllegalStateException("system '" + user.system() + "' used " + reader + " that is used by"
                            + " system '" + known.system()
                            + "', so each would miss what the other has read; give each its"
                            + " own");
                }
                known = system.compareAndSet(known, user) ? user : system.get();
            }
        }
    }

    /**
     * The commands that a system may record, by its declarations. Checked for each command, also outside of strict
     * mode. There is one byte of flags for each component id. Commands on whole entities use {@link
     * basalt.component.layout.BlockLayout#ALIVE_ID}, enabling and disabling of entities {@link
     * basalt.component.layout.BlockLayout#DISABLED_ID}. Must not be changed after its first use.
     */
    public static final class CommandAccess {
        /** Adding, removing, enabling or disabling a component. */
        public static final int RESTRUCTURE = 1;

        public static final int SET = 2;

        /** Writing a component of an entity that is not spawned yet. */
        public static final int SET_NEW = 4;

        public static final int SEND = 8;

        /** Spawning entities of the allowed kinds. */
        public static final int SPAWN = 16;

        public static final int DESTROY = 32;

        /** Allows everything: for the thread that owns a store, outside of systems. */
        public static final CommandAccess ALL = new CommandAccess()
                .allowForAll(RESTRUCTURE | SET | SEND)
                .allow(SPAWN | DESTROY, ALIVE_ID)
                .allowAnySpawn();

        private final byte[] commands = new byte[MAX_COMPONENTS];

        /** For each kind of entities that may be spawned, the component ids, ascending; null if any kind may be. */
        private List<int[]> kinds = new ArrayList<>();

        public CommandAccess() {}

        public CommandAccess allow(int added, int id) {
            commands[id] |= (byte) added;
            return this;
        }

        public CommandAccess allow(int added, Collection<Component<?>> components) {
            components.forEach(component -> allow(added, component.id()));
            return this;
        }

        /** Allows commands on all components, also those that are registered later. */
        public CommandAccess allowForAll(int added) {
            for (int id = 0; id < MAX_COMPONENTS; id++) {
                allow(added, id);
            }
            return this;
        }

        /** Allows spawning entities of one kind, where {@link #SPAWN} is allowed. */
        public CommandAccess allowSpawn(Collection<Component<?>> kind) {
            kinds.add(kind.stream().mapToInt(Component::id).sorted().toArray());
            return this;
        }

        /** Allows spawning entities of any kind, where {@link #SPAWN} is allowed. */
        public CommandAccess allowAnySpawn() {
            kinds = null;
            return this;
        }

        public boolean allows(int command, int id) {
            return (commands[id] & command) != 0;
        }

        /** Whether an entity may be spawned, and what is spawned with it. */
        public boolean allows(RowAllocator rowAllocator) {
            if (!allows(SPAWN, ALIVE_ID)) {
                return false;
            }
            if (kinds == null) {
                return true;
            }
            return rowAllocator.promised() == null
                    ? isDeclared(rowAllocator.prototype().ids())
                    : areDeclared(rowAllocator.promised().allocators());
        }

        /** Whether an entity with exactly these components may be spawned; their ids are ascending. */
        public boolean allowsKind(int[] ids) {
            return allows(SPAWN, ALIVE_ID) && (kinds == null || isDeclared(ids));
        }

        /** Without an iterator, because it runs in each run of a system that spawns instances. */
        private boolean areDeclared(List<RowAllocator> allocators) {
            for (int i = 0; i < allocators.size(); i++) {
                if (!isDeclared(allocators.get(i).prototype().ids())) {
                    return false;
                }
            }
            return true;
        }

        private boolean isDeclared(int[] ids) {
            for (int i = 0; i < kinds.size(); i++) {
                if (Arrays.equals(kinds.get(i), ids)) {
                    return true;
                }
            }
            return false;
        }
    }
}
