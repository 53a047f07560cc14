package basalt.storage;

import basalt.component.Component;

/** What a system has declared that it touches. Strict mode asks before each access; the answer is an exception. */
public interface DeclaredAccess {
    /**
     * The name of the system.
     *
     * @return its name
     */
    String system();

    /**
     * Throws unless the system may read a component.
     *
     * @param component the component
     * @throws IllegalStateException if it was not declared; names both
     */
    void checkRead(Component<?> component);

    /**
     * Throws unless the system may write a component.
     *
     * @param component the component
     * @throws IllegalStateException if it was not declared; names both
     */
    void checkWrite(Component<?> component);
}
