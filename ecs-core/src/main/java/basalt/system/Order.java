package basalt.system;

import basalt.system.DependencyGraph.Dependency;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.Collections;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.StringJoiner;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

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
 *
 * <p>Each factory throws an {@link IllegalArgumentException} if there is no name, or one is null or blank.
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

    /**
     * Belongs to these sets; other systems can name a set instead of its systems. A set exists as soon as a system is
     * in it.
     *
     * @param sets their names, at least one
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

    /** The option as it is written. */
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

    /** The order that systems of a schedule state by name. Systems are named by index. */
    static final class Explicit {
        private final List<SystemSpec> systems;
        private final List<List<String>> chains;
        private final Map<String, BitSet> named = new HashMap<>();
        private final DependencyGraph direct;

        /** Resolves all names. */
        Explicit(List<SystemSpec> systems, List<List<String>> chains) {
            this.systems = systems;
            this.chains = List.copyOf(chains);
            this.direct = new DependencyGraph(systems.size());
            for (SystemSpec system : systems) {
                if (named.putIfAbsent(system.name(), bit(system.index())) != null) {
                    throw new IllegalArgumentException(
                            "two systems are called \"" + system.name() + "\"; rename one of them");
                }
            }
            Set<String> systemNames = Set.copyOf(named.keySet());
            for (SystemSpec system : systems) {
                for (String set : system.order().sets()) {
                    if (systemNames.contains(set)) {
                        throw new IllegalArgumentException(
                                "a system and a set are called \"" + set + "\"; rename one of them: system \""
                                        + system.name() + "\" says inSet(\"" + set + "\")");
                    }
                    named.computeIfAbsent(set, s -> new BitSet()).set(system.index());
                }
            }
            for (SystemSpec system : systems) {
                members(system, Order.Kind.BEFORE)
                        .forEach(later -> direct.add(system.index(), later, Dependency.ORDERED));
                members(system, Order.Kind.AFTER)
                        .forEach(earlier -> direct.add(earlier, system.index(), Dependency.ORDERED));
            }
            this.chains.forEach(this::dependency);
        }

        /** Throws unless a list of names can be put in order. */
        static List<String> requireChain(String... names) {
            if (names == null || names.length < 2) {
                throw new IllegalArgumentException(
                        "chain() needs at least two names: names=" + (names == null ? "null" : List.of(names)));
            }
            Set<String> known = new HashSet<>();
            for (String name : names) {
                if (name == null || name.isBlank()) {
                    throw new IllegalArgumentException("chain() got a name that is null or blank: name="
                            + (name == null ? "null" : "\"" + name + "\""));
                }
                if (!known.add(name)) {
                    throw new IllegalArgumentException("chain() names \"" + name + "\" twice; drop one");
                }
            }
            return List.of(names);
        }

        private static String text(List<String> chain) {
            return chain.stream().map(name -> '"' + name + '"').collect(Collectors.joining(", ", "chain(", ")"));
        }

        private void dependency(List<String> chain) {
            for (int i = 1; i < chain.size(); i++) {
                BitSet earlier = meant(chain.get(i - 1), text(chain));
                BitSet later = meant(chain.get(i), text(chain));
                for (int first = earlier.nextSetBit(0); first >= 0; first = earlier.nextSetBit(first + 1)) {
                    if (later.get(first)) {
                        throw new IllegalArgumentException(
                                "system \"" + systems.get(first).name() + "\" is in \""
                                        + chain.get(i - 1) + "\" and in \"" + chain.get(i) + "\", which " + text(chain)
                                        + " puts one after the other; take it out of one of them");
                    }
                    for (int second = later.nextSetBit(0); second >= 0; second = later.nextSetBit(second + 1)) {
                        direct.add(first, second, Dependency.ORDERED);
                    }
                }
            }
        }

        private static BitSet bit(int index) {
            BitSet bit = new BitSet();
            bit.set(index);
            return bit;
        }

        private IntStream members(SystemSpec system, Order.Kind kind) {
            BitSet members = new BitSet();
            for (String name : system.order().names(kind)) {
                members.or(meant(name, "system \"" + system.name() + "\" says " + kind.label() + "(\"" + name + "\")"));
            }
            return members.stream();
        }

        /** The systems of a name. */
        private BitSet meant(String name, String said) {
            BitSet meant = named.get(name);
            if (meant == null) {
                String known = new TreeSet<>(named.keySet())
                        .stream().map(other -> '"' + other + '"').collect(Collectors.joining(", "));
                throw new IllegalArgumentException(
                        said + ", but no system or set is called \"" + name + "\"; there are " + known);
            }
            return meant;
        }

        /** A dependency for each pair of which one names the other; may have cycles. */
        DependencyGraph direct() {
            return direct;
        }

        /** The declarations that put the first system before the second; empty if none does directly. */
        List<String> why(int first, int second) {
            List<String> why = new ArrayList<>();
            addWhy(why, first, Order.Kind.BEFORE, second);
            addWhy(why, second, Order.Kind.AFTER, first);
            for (List<String> chain : chains) {
                for (int i = 1; i < chain.size(); i++) {
                    if (named.get(chain.get(i - 1)).get(first)
                            && named.get(chain.get(i)).get(second)) {
                        why.add(dependency(chain, i));
                    }
                }
            }
            return why;
        }

        /** One pair of a chain, with dots for the others. */
        private static String dependency(List<String> chain, int second) {
            return "chain(" + (second > 1 ? "..., " : "") + '"' + chain.get(second - 1) + "\", \"" + chain.get(second)
                    + '"' + (second < chain.size() - 1 ? ", ...)" : ")");
        }

        private void addWhy(List<String> why, int speaker, Order.Kind kind, int meant) {
            SystemSpec system = systems.get(speaker);
            for (String name : system.order().names(kind)) {
                if (named.get(name).get(meant)) {
                    why.add("\"" + system.name() + "\" says " + kind.label() + "(\"" + name + "\")");
                }
            }
        }
    }
}
