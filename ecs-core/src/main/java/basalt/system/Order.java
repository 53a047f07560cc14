package basalt.system;

import java.util.List;
import java.util.stream.Collectors;

/**
 * Where a system stands among the others. Without it, systems that get into each other's way run in the order in which
 * they are added, and the others at the same time. Made for static import:
 *
 * <pre>{@code
 * import static basalt.system.Order.*;
 *
 * Schedule.builder(world)
 *         .add("steer", steer, writes(Velocity.TYPE), inSet("physics"))
 *         .add("move", move, reads(Velocity.TYPE), writes(Position.TYPE), inSet("physics"), after("steer"))
 *         .add("draw", draw, reads(Position.TYPE), after("physics"));
 * }</pre>
 */
public final class Order implements SystemOption {
    /** The kinds of order, in the order in which they are told. */
    enum Kind {
        IN_SET("inSet"),
        BEFORE("before"),
        AFTER("after");

        private final String label;

        Kind(String label) {
            this.label = label;
        }

        /** The name of the factory. */
        String label() {
            return label;
        }
    }

    private final Kind kind;
    private final List<String> names;

    private Order(Kind kind, List<String> names) {
        this.kind = kind;
        this.names = names;
    }

    /**
     * Is over before these start, whether they have anything in common or not.
     *
     * @param names systems, or sets of systems; at least one
     * @return the option
     * @throws IllegalArgumentException if there is none, or one is null or blank
     */
    public static Order before(String... names) {
        return of(Kind.BEFORE, names);
    }

    /**
     * Starts after these are over, whether they have anything in common or not.
     *
     * @param names systems, or sets of systems; at least one
     * @return the option
     * @throws IllegalArgumentException if there is none, or one is null or blank
     */
    public static Order after(String... names) {
        return of(Kind.AFTER, names);
    }

    /**
     * Belongs to these sets, by which others can name it. A set is there as soon as a system is in it.
     *
     * @param sets their names, at least one
     * @return the option
     * @throws IllegalArgumentException if there is none, or one is null or blank
     */
    public static Order inSet(String... sets) {
        return of(Kind.IN_SET, sets);
    }

    Kind kind() {
        return kind;
    }

    List<String> names() {
        return names;
    }

    private static Order of(Kind kind, String... names) {
        if (names == null || names.length == 0) {
            throw new IllegalArgumentException(kind.label() + "() needs at least one name; leave it out for none");
        }
        for (String name : names) {
            if (name == null || name.isBlank()) {
                throw new IllegalArgumentException(kind.label() + "() got a name that is null or blank: name="
                        + (name == null ? "null" : "\"" + name + "\""));
            }
        }
        return new Order(kind, List.of(names));
    }

    /**
     * The option as it is written.
     *
     * @return one line
     */
    @Override
    public String toString() {
        return names.stream().map(name -> '"' + name + '"').collect(Collectors.joining(", ", kind.label() + "(", ")"));
    }
}
