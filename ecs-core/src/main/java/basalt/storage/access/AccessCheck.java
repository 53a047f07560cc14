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
    /**
     * The name of the system.
     *
     * @return its name
     */
    String system();

    /**
     * Whether the system's schedule is closed.
     *
     * @return true if the system will not run any more
     */
    default boolean isScheduleClosed() {
        return false;
    }

    /**
     * Whether the system has declared that it writes a component or a column of it; also outside of strict mode.
     *
     * @param component the component
     * @return true if it has declared it
     */
    boolean writes(ComponentInfo component);

    /**
     * Whether the system runs a kernel that may be split among workers.
     *
     * @return false for a body, and for a kernel that is never split
     */
    boolean isSplittable();

    /**
     * Called when a kernel that may be split accesses a component of another entity than that of its current row.
     * Throws if the system writes the component.
     *
     * @param component the component
     * @param column the column; null for all
     * @param own the entity of the kernel's row; {@link basalt.component.Entity#NULL} if the kernel runs over spans
     * @param other the other entity
     * @throws IllegalStateException if it does; names system, component and both entities
     */
    void checkOther(ComponentInfo component, Column column, long own, long other);

    /**
     * Called when a kernel that may be split reads a column in all rows of a query. Throws if the system writes the
     * column.
     *
     * @param column the column
     * @throws IllegalStateException if it does; names both
     */
    void checkAll(Column column);

    /**
     * Called when a kernel that may be split uses an object whose position its pieces would share. Throws.
     *
     * @param use the object, for the message: "a query for changes"
     * @throws IllegalStateException always
     */
    void checkShared(String use);

    /**
     * Whether the system has declared that it reads or writes a component.
     *
     * @param component the component
     * @param column the column; null for all
     * @return true if {@link #checkRead} would not throw
     */
    boolean reads(ComponentInfo component, Column column);

    /**
     * Whether the system has declared that it writes a component.
     *
     * @param component the component
     * @param column the column; null for all
     * @return true if {@link #checkWrite} would not throw
     */
    boolean writes(ComponentInfo component, Column column);

    /**
     * Throws unless the system may read a component.
     *
     * @param component the component
     * @param column the column; null for all
     * @throws IllegalStateException if it was not declared; names both
     */
    void checkRead(ComponentInfo component, Column column);

    /**
     * Throws unless the system may use a query for changes of a component.
     *
     * @param component the component
     * @throws IllegalStateException if it was not declared; names both
     */
    default void checkChanges(Component<?> component) {
        checkPresence(component);
    }

    /**
     * Throws unless the system may check the presence of a component, or query by it.
     *
     * @param component the component
     * @throws IllegalStateException if it was not declared; names both
     */
    default void checkPresence(ComponentInfo component) {
        checkRead(component, null);
    }

    /**
     * Throws unless the system may write a component.
     *
     * @param component the component
     * @param column the column; null for all
     * @throws IllegalStateException if it was not declared; names both
     */
    void checkWrite(ComponentInfo component, Column column);

    /**
     * Which commands the system may record; also outside of strict mode.
     *
     * @return always the same object
     */
    CommandAccess commands();

    /**
     * The exception for a command that the system may not record.
     *
     * @param command one of the constants of {@link CommandAccess}, except SPAWN
     * @param component the component or event type; null if the command concerns a whole entity
     * @return the exception, which names the system, the component and the remedy
     */
    IllegalStateException undeclared(int command, ComponentInfo component);

    /**
     * The exception for a spawn that the system may not record.
     *
     * @param components all components of the entity
     * @return the exception, which names the system, the components and the remedy
     */
    IllegalStateException undeclaredSpawn(Collection<Component<?>> components);

    /**
     * Throws unless the system may use a resource.
     *
     * @param type the resource's type
     * @throws IllegalStateException if that was not declared; names both
     */
    void checkResource(Class<?> type);

    /**
     * Throws unless the system may read events.
     *
     * @param type the events' type
     * @throws IllegalStateException if that was not declared; names both
     */
    void checkReceive(Component<?> type);

    /**
     * Throws if a query could find entities that another system of the same stage spawns.
     *
     * @param matches whether the query finds a new entity with exactly the components of these ids
     * @throws IllegalStateException if it could; names both systems
     */
    default void checkSpawns(Predicate<BitSet> matches) {}

    /**
     * Throws unless the system may destroy entities that have a component.
     *
     * @param component a component of the entities
     * @throws IllegalStateException if that was not declared; names both
     */
    default void checkDestroyed(Component<?> component) {}

    /**
     * Throws unless other systems wait until entities that have a component are changed because others are destroyed.
     *
     * @param component the component, of a relation
     * @throws IllegalStateException if they do not; names both
     */
    default void checkChanged(Component<?> component) {}
}
