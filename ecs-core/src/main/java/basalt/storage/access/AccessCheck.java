package basalt.storage.access;

import basalt.component.Column;
import basalt.component.Component;
import basalt.component.ComponentInfo;
import java.util.BitSet;
import java.util.Collection;
import java.util.function.Predicate;

/**
 * What a system has declared that it touches. Strict mode asks before each access; the answer is an exception. Which
 * commands it may record is asked in both modes.
 */
public interface AccessCheck {
    /**
     * The name of the system.
     *
     * @return its name
     */
    String system();

    /**
     * Whether the system does not run any more, since its schedule is closed.
     *
     * @return true after that
     */
    default boolean isOver() {
        return false;
    }

    /**
     * Whether the system has declared that it writes a component, or a column of it; also outside of strict mode.
     *
     * @param component the component
     * @return true if it has
     */
    boolean writes(ComponentInfo component);

    /**
     * Whether the system runs a kernel that may be split among workers.
     *
     * @return false for a body, and for a kernel that stays in one piece
     */
    boolean isSplittable();

    /**
     * Throws if the system writes a component; its kernel may be split, and touches that component of another entity
     * than the one whose row it was given.
     *
     * @param component the component
     * @param column which column of it; null for all
     * @param own the entity of the kernel's row; {@link basalt.component.Entity#NULL} if it was given a span
     * @param other the other entity
     * @throws IllegalStateException if it writes it; names system, component and both entities
     */
    void checkOther(ComponentInfo component, Column column, long own, long other);

    /**
     * Throws if the system writes a column; its kernel may be split, and reads that column in all rows of a query.
     *
     * @param column the column
     * @throws IllegalStateException if it writes it; names both
     */
    void checkAll(Column column);

    /**
     * Throws, since a kernel that may be split uses what its pieces would take from each other.
     *
     * @param use what: "a query for changes"
     * @throws IllegalStateException always
     */
    void checkShared(String use);

    /**
     * Whether the system has declared that it reads or writes a component.
     *
     * @param component the component
     * @param column which column of it; null for all
     * @return true if {@link #checkRead} would not throw
     */
    boolean reads(ComponentInfo component, Column column);

    /**
     * Whether the system has declared that it writes a component.
     *
     * @param component the component
     * @param column which column of it; null for all
     * @return true if {@link #checkWrite} would not throw
     */
    boolean writes(ComponentInfo component, Column column);

    /**
     * Throws unless the system may read a component.
     *
     * @param component the component
     * @param column which column of it; null for all
     * @throws IllegalStateException if it was not declared; names both
     */
    void checkRead(ComponentInfo component, Column column);

    /**
     * Throws unless the system may look for changes of a component, which is to read all of it.
     *
     * @param component the component
     * @throws IllegalStateException if it was not declared; names both
     */
    default void checkChanges(Component<?> component) {
        checkSeen(component);
    }

    /**
     * Throws unless the system may ask whether an entity has a component, or for the entities that have it.
     *
     * @param component the component
     * @throws IllegalStateException if it was not declared; names both
     */
    default void checkSeen(ComponentInfo component) {
        checkRead(component, null);
    }

    /**
     * Throws unless the system may write a component.
     *
     * @param component the component
     * @param column which column of it; null for all
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
     * @param command one of the constants of {@link CommandAccess}, but for spawns
     * @param component the component or event type; null if the command concerns a whole entity
     * @return it names the system, the component and the remedy
     */
    IllegalStateException undeclared(int command, ComponentInfo component);

    /**
     * The exception for the spawn of an entity that the system may not record.
     *
     * @param components all that it would start with
     * @return it names the system, the components and the remedy
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
     * Throws if a query would find entities that another system of the stage makes, and this one counts as not looking
     * at such.
     *
     * @param matches whether the query finds an entity with components of these ids, and no others
     * @throws IllegalStateException if it would; names both systems
     */
    default void checkSpawns(Predicate<BitSet> matches) {}

    /**
     * Throws unless the system may destroy entities that have a component.
     *
     * @param component one that they have
     * @throws IllegalStateException if that was not declared; names both
     */
    default void checkDestroyed(Component<?> component) {}
}
