package basalt.world;

import basalt.component.Component;

/**
 * The name of an entity, a component like any other: {@code world.spawn(new Name("ship"), new Position(0, 0))}. By it
 * and the names of its parents an entity has a path, such as {@code ship/turret}, see {@link Names}.
 *
 * @param value any text without {@code /}; empty, also for null, is no name: no path finds the entity
 */
public record Name(String value) {
    /** The component. */
    public static final Component<Name> TYPE = Component.of(Name.class);

    /**
     * A name.
     *
     * @throws IllegalArgumentException if it contains {@code /}, which separates the names of a path
     */
    public Name {
        value = value == null ? "" : value;
        if (value.indexOf('/') >= 0) {
            throw new IllegalArgumentException(
                    "a name must not contain /, which separates the names of a path: '" + value + "'");
        }
    }
}
