package basalt.storage.access;

import basalt.component.Column;
import basalt.component.Component;
import basalt.component.ComponentInfo;
import java.util.BitSet;
import java.util.Collection;
import java.util.function.Predicate;

/**
 * The declarations of a system. Strict mode calls the check methods before each access; they throw if the access was
 * not declared. Commands are checked in both modes.
 */
public interface AccessCheck {
    /** The name of the system. */
    String system();

    /** Whether the system's schedule is closed. */
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
     *
     * @param column the column; null for all
     */
    void checkOther(ComponentInfo component, Column column, long own, long other);

    /**
     * Called when a kernel that may be split reads a column in all rows of a query. Throws if the system writes the
     * column.
     */
    void checkAll(Column column);

    /** Called when a kernel that may be split uses an object whose position its pieces would share. Throws. */
    void checkShared(String use);

    /**
     * Whether the system has declared that it reads or writes a component.
     *
     * @param column the column; null for all
     */
    boolean reads(ComponentInfo component, Column column);

    /**
     * Whether the system has declared that it writes a component.
     *
     * @param column the column; null for all
     */
    boolean writes(ComponentInfo component, Column column);

    /**
     * Throws unless the system may read a component.
     *
     * @param column the column; null for all
     */
    void checkRead(ComponentInfo component, Column column);

    /** Throws unless the system may use a query for changes of a component. */
    default void checkChanges(Component<?> component) {
        checkPresence(component);
    }

    /** Throws unless the system may check the presence of a component, or query by it. */
    default void checkPresence(ComponentInfo component) {
        checkRead(component, null);
    }

    /**
     * Throws unless the system may write a component.
     *
     * @param column the column; null for all
     */
    void checkWrite(ComponentInfo component, Column column);

    /** Which commands the system may record; also outside of strict mode. */
    CommandAccess commands();

    /**
     * The exception for a command that the system may not record.
     *
     * @param component the component or event type; null if the command concerns a whole entity
     */
    IllegalStateException undeclared(int command, ComponentInfo component);

    /** The exception for a spawn that the system may not record. */
    IllegalStateException undeclaredSpawn(Collection<Component<?>> components);

    /** Throws unless the system may use a resource. */
    void checkResource(Class<?> type);

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
}
