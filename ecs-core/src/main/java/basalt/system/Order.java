package basalt.system;

import java.util.Collections;
import java.util.EnumMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.StringJoiner;
import java.util.stream.Collectors;

/**
 * The place of a system among the others. Without it, systems that conflict run in the order in which they were added,
 * and the others at the same time. Made for static import:
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
    /** The kinds of order, as messages list them. */
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
     * Ends before these start, whether they conflict or not.
     *
     * @param names systems, or sets of systems; at least one
     * @return the option
     * @throws IllegalArgumentException if there is none, or one is null or blank
     */
    public static Order before(String... names) {
        return of(Kind.BEFORE, names);
    }

    /**
     * Starts after these have ended, whether they conflict or not.
     *
     * @param names systems, or sets of systems; at least one
     * @return the option
     * @throws IllegalArgumentException if there is none, or one is null or blank
     */
    public static Order after(String... names) {
        return of(Kind.AFTER, names);
    }

    /**
     * Belongs to these sets; other systems can name a set instead of its systems. A set exists as soon as a system is
     * in it.
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

    /** The declared order of one system. Immutable. */
    static final class Declared {
        private final Map<Order.Kind, Set<String>> names = new EnumMap<>(Order.Kind.class);

        /** Combines the options of a system. */
        Declared(String system, List<Order> options) {
            for (Order option : options) {
                Set<String> known = names.computeIfAbsent(option.kind(), k -> new LinkedHashSet<>());
                for (String name : option.names()) {
                    String text = option.kind().label() + "(\"" + name + "\")";
                    if (name.equals(system)) {
                        throw new IllegalArgumentException(
                                "system \"" + system + "\" says " + text + ", which is itself; name another one");
                    }
                    if (!known.add(name)) {
                        throw new IllegalArgumentException(
                                "system \"" + system + "\" says " + text + " twice; drop one");
                    }
                }
            }
            rejectBoth(system, Order.Kind.BEFORE, Order.Kind.AFTER);
            rejectBoth(system, Order.Kind.IN_SET, Order.Kind.BEFORE);
            rejectBoth(system, Order.Kind.IN_SET, Order.Kind.AFTER);
        }

        private void rejectBoth(String system, Order.Kind one, Order.Kind other) {
            for (String name : names(one)) {
                if (names(other).contains(name)) {
                    throw new IllegalArgumentException("system \"" + system + "\" says " + one.label() + "(\"" + name
                            + "\") and " + other.label() + "(\"" + name + "\"); drop one");
                }
            }
        }

        /** The systems or sets that are named for this kind, in declared order. */
        Set<String> names(Order.Kind kind) {
            return Collections.unmodifiableSet(names.getOrDefault(kind, Set.of()));
        }

        /** The sets it belongs to. */
        Set<String> sets() {
            return names(Order.Kind.IN_SET);
        }

        /** The options, one of each kind, as in source. */
        @Override
        public String toString() {
            StringJoiner text = new StringJoiner(", ");
            names.forEach((kind, all) -> {
                StringJoiner quoted = new StringJoiner(", ", kind.label() + "(", ")");
                all.forEach(name -> quoted.add('"' + name + '"'));
                text.add(quoted.toString());
            });
            return text.toString();
        }
    }
}
