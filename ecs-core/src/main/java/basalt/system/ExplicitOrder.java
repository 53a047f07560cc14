package basalt.system;

import java.util.ArrayList;
import java.util.BitSet;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/** The order that systems of a schedule ask for by name. Systems go by their index. */
final class ExplicitOrder {
    private final List<SystemSpec> systems;
    private final Map<String, BitSet> named = new HashMap<>();
    private final Precedence direct;

    /**
     * Resolves all names.
     *
     * @throws IllegalArgumentException if two systems, or a system and a set, have one name, or a name is nobody's
     */
    ExplicitOrder(List<SystemSpec> systems) {
        this.systems = systems;
        this.direct = new Precedence(systems.size());
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
                    throw new IllegalArgumentException("a system and a set are called \"" + set
                            + "\"; rename one of them: system \"" + system.name() + "\" says in(\"" + set + "\")");
                }
                named.computeIfAbsent(set, s -> new BitSet()).set(system.index());
            }
        }
        for (SystemSpec system : systems) {
            members(system, Order.Kind.BEFORE).forEach(later -> direct.link(system.index(), later, Link.STRICT));
            members(system, Order.Kind.AFTER).forEach(earlier -> direct.link(earlier, system.index(), Link.STRICT));
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
            BitSet meant = named.get(name);
            if (meant == null) {
                throw unknown(system, kind, name);
            }
            members.or(meant);
        }
        return members.stream();
    }

    private IllegalArgumentException unknown(SystemSpec system, Order.Kind kind, String name) {
        String known = new TreeSet<>(named.keySet())
                .stream().map(other -> '"' + other + '"').collect(Collectors.joining(", "));
        return new IllegalArgumentException("system \"" + system.name() + "\" says " + kind.label() + "(\"" + name
                + "\"), but no system or set is called so; there are " + known);
    }

    /** A link for each pair of which one names the other; may have cycles. */
    Precedence direct() {
        return direct;
    }

    /** Who says that the first one comes before the second one; empty if nobody does directly. */
    List<String> why(int first, int second) {
        List<String> why = new ArrayList<>();
        addWhy(why, first, Order.Kind.BEFORE, second);
        addWhy(why, second, Order.Kind.AFTER, first);
        return why;
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
