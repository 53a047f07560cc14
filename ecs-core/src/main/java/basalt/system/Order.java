package basalt.system;

import basalt.system.DependencyGraph.Dependency;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.Collection;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;

/**
 * The place of a system among the others. Without it, systems that conflict run in the order in which they were added,
 * and the others at the same time. Made for static import:
 *
 * <pre>{@code
 * import static basalt.system.Order.*;
 *
 * Schedule.builder(world)
 *         .set("physics", physics -> physics
 *                 .add("steer", steer)
 *                 .add("move", move, after("steer")))
 *         .add("count", count, after("physics"));
 * }</pre>
 *
 * <p>Each factory throws an {@link IllegalArgumentException} if there is no name, or one is null or blank.
 */
public final class Order implements SystemOption {
    /** The kinds of order, as messages list them. */
    enum Kind {
        IN_SET("set"),
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
     */
    public static Order before(String... names) {
        return of(Kind.BEFORE, names);
    }

    /**
     * Starts after these have ended, whether they conflict or not.
     *
     * @param names systems, or sets of systems; at least one
     */
    public static Order after(String... names) {
        return of(Kind.AFTER, names);
    }

    /** Belongs to these sets; see {@link ScheduleBuilder#set}. */
    static Order inSet(String... sets) {
        return of(Kind.IN_SET, sets);
    }

    private static Order of(Kind kind, String... names) {
        if (names == null || names.length == 0) {
            throw new IllegalArgumentException(kind.label() + "() needs at least one name; leave it out for none");
        }
        for (String name : names) {
            requireName(kind.label() + "() got a name that is", name);
        }
        return new Order(kind, List.of(names));
    }

    static void requireName(String what, String name) {
        if (name == null || name.isBlank()) {
            throw new IllegalArgumentException(
                    what + " null or blank: name=" + (name == null ? "null" : '"' + name + '"'));
        }
    }

    private static String text(String label, Collection<String> names) {
        return names.stream().map(name -> '"' + name + '"').collect(Collectors.joining(", ", label + "(", ")"));
    }

    /** The option as it is written. */
    @Override
    public String toString() {
        return text(kind.label(), names);
    }

    /** The declared order of one system. Immutable. */
    static final class Declared {
        private final Map<Order.Kind, Set<String>> names = new EnumMap<>(Order.Kind.class);

        /** Combines the options of a system. */
        Declared(String system, List<Order> options) {
            for (Order option : options) {
                for (String name : option.names) {
                    String said = "system \"" + system + "\" says " + text(option.kind.label(), List.of(name));
                    if (name.equals(system)) {
                        throw option.kind == Kind.IN_SET
                                ? clash(name, "system \"" + system + "\" is in set(\"" + name + "\", ...)")
                                : new IllegalArgumentException(said + ", which is itself; name another one");
                    }
                    if (!names.computeIfAbsent(option.kind, k -> new LinkedHashSet<>())
                            .add(name)) {
                        throw new IllegalArgumentException(said + " twice; drop one");
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
            return names.getOrDefault(kind, Set.of());
        }

        /** The sets it belongs to. */
        Set<String> sets() {
            return names(Order.Kind.IN_SET);
        }

        /** The options, one of each kind, as in source. */
        @Override
        public String toString() {
            return names.entrySet().stream()
                    .map(said -> text(said.getKey().label(), said.getValue()))
                    .collect(Collectors.joining(", "));
        }
    }

    private static IllegalArgumentException clash(String name, String where) {
        return new IllegalArgumentException(
                "a system and a set are called \"" + name + "\"; rename one of them: " + where);
    }

    /** Throws unless a list of names can be put in order. */
    static List<String> requireChain(String... names) {
        if (names == null || names.length < 2) {
            throw new IllegalArgumentException(
                    "chain() needs at least two names: names=" + (names == null ? "null" : List.of(names)));
        }
        Set<String> known = new HashSet<>();
        for (String name : names) {
            requireName("chain() got a name that is", name);
            if (!known.add(name)) {
                throw new IllegalArgumentException("chain() names \"" + name + "\" twice; drop one");
            }
        }
        return List.of(names);
    }

    /** That systems or sets of one name end before those of another one start; and what was said, shortly and whole. */
    private record Statement(String earlier, String later, String text, String whole) {}

    /** The order that systems of a schedule state by name. Systems are named by index. */
    static final class Explicit {
        private final List<Statement> statements = new ArrayList<>();
        private final Map<String, BitSet> named = new HashMap<>();
        private final DependencyGraph direct;

        /** Resolves all names. The sets are those that may be empty. */
        Explicit(List<SystemSpec> systems, Set<String> sets, List<List<String>> chains) {
            this.direct = new DependencyGraph(systems.size());
            name(systems, sets);
            for (Kind kind : List.of(Kind.BEFORE, Kind.AFTER)) {
                systems.forEach(system -> state(system, kind));
            }
            chains.forEach(this::state);
            for (Statement statement : statements) {
                BitSet earlier = meant(statement.earlier, statement);
                BitSet later = meant(statement.later, statement);
                if (earlier.intersects(later)) {
                    BitSet both = (BitSet) earlier.clone();
                    both.and(later);
                    throw new IllegalArgumentException(
                            "system \"" + systems.get(both.nextSetBit(0)).name() + "\" is in \"" + statement.earlier
                                    + "\" and in \"" + statement.later + "\", which " + statement.whole
                                    + " puts one after the other; take it out of one of them");
                }
                earlier.stream()
                        .forEach(first ->
                                later.stream().forEach(second -> direct.add(first, second, Dependency.ORDERED)));
            }
        }

        private void name(List<SystemSpec> systems, Set<String> sets) {
            for (SystemSpec system : systems) {
                if (named.putIfAbsent(system.name(), new BitSet()) != null) {
                    throw new IllegalArgumentException(
                            "two systems are called \"" + system.name() + "\"; rename one of them");
                }
                named.get(system.name()).set(system.index());
            }
            Set<String> systemNames = Set.copyOf(named.keySet());
            for (SystemSpec system : systems) {
                for (String set : system.order().sets()) {
                    if (systemNames.contains(set)) {
                        throw clash(set, "system \"" + system.name() + "\" is in set(\"" + set + "\", ...)");
                    }
                    named.computeIfAbsent(set, s -> new BitSet()).set(system.index());
                }
            }
            for (String set : sets) {
                if (systemNames.contains(set)) {
                    throw clash(set, "set(\"" + set + "\", ...) adds none");
                }
                named.computeIfAbsent(set, s -> new BitSet());
            }
        }

        private void state(SystemSpec system, Kind kind) {
            for (String name : system.order().names(kind)) {
                String text = '"' + system.name() + "\" says " + text(kind.label(), List.of(name));
                boolean isBefore = kind == Kind.BEFORE;
                statements.add(new Statement(
                        isBefore ? system.name() : name, isBefore ? name : system.name(), text, "system " + text));
            }
        }

        /** A statement for each pair of a chain, with dots for the others. */
        private void state(List<String> chain) {
            for (int i = 1; i < chain.size(); i++) {
                String text = "chain(" + (i > 1 ? "..., " : "") + '"' + chain.get(i - 1) + "\", \"" + chain.get(i) + '"'
                        + (i < chain.size() - 1 ? ", ...)" : ")");
                statements.add(new Statement(chain.get(i - 1), chain.get(i), text, text("chain", chain)));
            }
        }

        /** The systems of a name; null if there is no such system or set. */
        BitSet named(String name) {
            return named.get(name);
        }

        /** The systems of a name. */
        private BitSet meant(String name, Statement statement) {
            BitSet meant = named.get(name);
            if (meant == null) {
                String known = new TreeSet<>(named.keySet())
                        .stream().map(other -> '"' + other + '"').collect(Collectors.joining(", "));
                throw new IllegalArgumentException(
                        statement.whole + ", but no system or set is called \"" + name + "\"; there are " + known);
            }
            return meant;
        }

        /** A dependency for each pair of which one names the other; may have cycles. */
        DependencyGraph direct() {
            return direct;
        }

        /** The declarations that put the first system before the second; empty if none does directly. */
        List<String> why(int first, int second) {
            return statements.stream()
                    .filter(said -> named.get(said.earlier).get(first)
                            && named.get(said.later).get(second))
                    .map(Statement::text)
                    .toList();
        }
    }
}
