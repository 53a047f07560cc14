package basalt.storage.access;

import static basalt.component.BlockLayout.ALIVE_ID;
import static basalt.component.BlockLayout.MAX_COMPONENTS;

import basalt.component.Component;
import basalt.storage.RowAllocator;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.List;

/**
 * Which commands a system may record, by what it has declared: asked for each command, also outside of strict mode.
 * One byte for each component, by its id; what concerns whole entities stands at {@link
 * basalt.component.BlockLayout#ALIVE_ID}, and that they are enabled and disabled at {@link
 * basalt.component.BlockLayout#DISABLED_ID}. Does not change once it is in use.
 */
public final class CommandAccess {
    /** A component is added, removed, enabled or disabled. */
    public static final int RESTRUCTURE = 1;

    /** A component of any entity is written. */
    public static final int SET = 2;

    /** A component of an entity that does not live yet is written. */
    public static final int SET_NEW = 4;

    /** Events are sent. */
    public static final int SEND = 8;

    /** Entities are made: those of the kinds that are allowed. */
    public static final int SPAWN = 16;

    /** Entities are destroyed. */
    public static final int DESTROY = 32;

    /** Everything: for the thread that owns a store, outside of systems. */
    public static final CommandAccess ALL = new CommandAccess()
            .allowForAll(RESTRUCTURE | SET | SEND)
            .allow(SPAWN | DESTROY, ALIVE_ID)
            .allowAnySpawn();

    private final byte[] commands = new byte[MAX_COMPONENTS];

    /** The ids, ascending, of the components of each kind of entities that may be made; null if these are any. */
    private List<int[]> kinds = new ArrayList<>();

    /** Nothing is allowed yet. */
    public CommandAccess() {}

    /**
     * Allows commands about a component.
     *
     * @param added some of the constants of this class, put together
     * @param id the component's id
     * @return this
     */
    public CommandAccess allow(int added, int id) {
        commands[id] |= (byte) added;
        return this;
    }

    /**
     * Allows commands about components.
     *
     * @param added some of the constants of this class, put together
     * @param components the components
     * @return this
     */
    public CommandAccess allow(int added, Collection<Component<?>> components) {
        components.forEach(component -> allow(added, component.id()));
        return this;
    }

    /**
     * Allows commands about all components, also those that are registered later.
     *
     * @param added some of the constants of this class, put together
     * @return this
     */
    public CommandAccess allowForAll(int added) {
        for (int id = 0; id < MAX_COMPONENTS; id++) {
            allow(added, id);
        }
        return this;
    }

    /**
     * Allows spawning entities of one kind, where {@link #SPAWN} is allowed.
     *
     * @param kind all components that such an entity starts with
     * @return this
     */
    public CommandAccess allowSpawn(Collection<Component<?>> kind) {
        kinds.add(kind.stream().mapToInt(Component::id).sorted().toArray());
        return this;
    }

    /**
     * Allows spawning entities of any kind, where {@link #SPAWN} is allowed.
     *
     * @return this
     */
    public CommandAccess allowAnySpawn() {
        kinds = null;
        return this;
    }

    /**
     * Whether a command is allowed.
     *
     * @param command one of the constants of this class
     * @param id the component's id
     * @return true if it is
     */
    public boolean allows(int command, int id) {
        return (commands[id] & command) != 0;
    }

    /**
     * Whether an entity may be made.
     *
     * @param rowAllocator where it gets its row
     * @return true if it may
     */
    public boolean allows(RowAllocator rowAllocator) {
        if (!allows(SPAWN, ALIVE_ID)) {
            return false;
        }
        if (kinds == null) {
            return true;
        }
        for (int i = 0; i < kinds.size(); i++) {
            if (Arrays.equals(kinds.get(i), rowAllocator.prototype().ids())) {
                return true;
            }
        }
        return false;
    }
}
