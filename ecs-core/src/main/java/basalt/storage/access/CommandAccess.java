package basalt.storage.access;

import static basalt.component.layout.BlockLayout.ALIVE_ID;
import static basalt.component.layout.BlockLayout.MAX_COMPONENTS;

import basalt.component.Component;
import basalt.storage.RowAllocator;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.List;

/**
 * The commands that a system may record, by its declarations. Checked for each command, also outside of strict mode.
 * There is one byte of flags for each component id. Commands on whole entities use {@link
 * basalt.component.layout.BlockLayout#ALIVE_ID}, enabling and disabling of entities {@link
 * basalt.component.layout.BlockLayout#DISABLED_ID}. Must not be changed after its first use.
 */
public final class CommandAccess {
    /** Adding, removing, enabling or disabling a component. */
    public static final int RESTRUCTURE = 1;

    /** Writing a component of any entity. */
    public static final int SET = 2;

    /** Writing a component of an entity that is not spawned yet. */
    public static final int SET_NEW = 4;

    /** Sending events. */
    public static final int SEND = 8;

    /** Spawning entities of the allowed kinds. */
    public static final int SPAWN = 16;

    /** Destroying entities. */
    public static final int DESTROY = 32;

    /** Allows everything: for the thread that owns a store, outside of systems. */
    public static final CommandAccess ALL = new CommandAccess()
            .allowForAll(RESTRUCTURE | SET | SEND)
            .allow(SPAWN | DESTROY, ALIVE_ID)
            .allowAnySpawn();

    private final byte[] commands = new byte[MAX_COMPONENTS];

    /** For each kind of entities that may be spawned, the component ids, ascending; null if any kind may be. */
    private List<int[]> kinds = new ArrayList<>();

    /** Allows nothing. */
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
                ? isDeclared(rowAllocator)
                : areDeclared(rowAllocator.promised().allocators());
    }

    /** Without an iterator, because it runs in each run of a system that spawns instances. */
    private boolean areDeclared(List<RowAllocator> allocators) {
        for (int i = 0; i < allocators.size(); i++) {
            if (!isDeclared(allocators.get(i))) {
                return false;
            }
        }
        return true;
    }

    private boolean isDeclared(RowAllocator rowAllocator) {
        for (int i = 0; i < kinds.size(); i++) {
            if (Arrays.equals(kinds.get(i), rowAllocator.prototype().ids())) {
                return true;
            }
        }
        return false;
    }
}
