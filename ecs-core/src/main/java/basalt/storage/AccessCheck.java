package basalt.storage;

import basalt.component.Component;

/** What a system has declared that it touches. Strict mode asks before each access; the answer is an exception. */
public interface AccessCheck {
    /**
     * The name of the system.
     *
     * @return its name
     */
    String system();

    /**
     * Whether the system has declared that it writes a component; also outside of strict mode.
     *
     * @param component the component
     * @return true if it has
     */
    boolean writes(Component<?> component);

    /**
     * Throws unless the system may read a component.
     *
     * @param component the component
     * @throws IllegalStateException if it was not declared; names both
     */
    void checkRead(Component<?> component);

    /**
     * Throws unless the system may ask whether an entity has a component, or for the entities that have it.
     *
     * @param component the component
     * @throws IllegalStateException if it was not declared; names both
     */
    default void checkSeen(Component<?> component) {
        checkRead(component);
    }

    /**
     * Throws unless the system may write a component.
     *
     * @param component the component
     * @throws IllegalStateException if it was not declared; names both
     */
    void checkWrite(Component<?> component);

    /**
     * Throws unless the system may record commands that add, remove, enable or disable a component.
     *
     * @param component the component
     * @throws IllegalStateException if that was not declared; names both
     */
    void checkChange(Component<?> component);

    /**
     * Throws unless the system may record commands that enable or disable whole entities.
     *
     * @throws IllegalStateException if that was not declared
     */
    void checkHide();

    /**
     * Throws unless the system may record commands that write a component.
     *
     * @param component the component
     * @throws IllegalStateException if neither that nor a change of its presence was declared; names both
     */
    void checkCommandedWrite(Component<?> component);

    /**
     * Throws unless the system may use a resource.
     *
     * @param type the resource's type
     * @throws IllegalStateException if that was not declared; names both
     */
    void checkResource(Class<?> type);

    /**
     * Throws unless the system may record commands that send events.
     *
     * @param type the events' type
     * @throws IllegalStateException if that was not declared; names both
     */
    void checkSend(Component<?> type);

    /**
     * Throws unless the system may read events.
     *
     * @param type the events' type
     * @throws IllegalStateException if that was not declared; names both
     */
    void checkReceive(Component<?> type);

    /**
     * Throws unless the system may record commands that make entities.
     *
     * @throws IllegalStateException if that was not declared
     */
    void checkSpawn();

    /**
     * Throws unless the system may record commands that destroy entities.
     *
     * @throws IllegalStateException if that was not declared
     */
    void checkDestroy();
}
