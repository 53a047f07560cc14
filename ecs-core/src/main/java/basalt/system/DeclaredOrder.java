package basalt.system;

import java.util.Collections;
import java.util.EnumMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.StringJoiner;

/** The declared order of one system. Immutable. */
final class DeclaredOrder {
    private final Map<Order.Kind, Set<String>> names = new EnumMap<>(Order.Kind.class);

    /** Combines the options of a system. */
    DeclaredOrder(String system, List<Order> options) {
        for (Order option : options) {
            Set<String> known = names.computeIfAbsent(option.kind(), k -> new LinkedHashSet<>());
            for (String name : option.names()) {
                String text = option.kind().label() + "(\"" + name + "\")";
                if (name.equals(system)) {
                    throw new IllegalArgumentException(
                            "system \"" + system + "\" says " + text + ", which is itself; name another one");
                }
                if (!known.add(name)) {
                    throw new IllegalArgumentException("system \"" + system + "\" says " + text + " twice; drop one");
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
