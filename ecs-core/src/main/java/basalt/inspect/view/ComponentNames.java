package basalt.inspect.view;

import basalt.component.Column;
import basalt.component.Component;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;

/**
 * The names of some components: short ones, which are those of the classes, where they are unique, and whole ones.
 * Immutable and safe for all threads.
 */
public final class ComponentNames {
    private static final int MOST_COMPARED = 100;

    private final List<Component<?>> components;
    private final Map<String, Component<?>> byName = new HashMap<>();
    private final Map<Component<?>, String> shortNames = new HashMap<>();
    private final Set<String> ambiguous = new HashSet<>();

    private ComponentNames(List<? extends Component<?>> components) {
        this.components = List.copyOf(components);
        for (Component<?> component : components) {
            String name = component.shortName();
            Component<?> other = byName.putIfAbsent(name, component);
            if (other != null) {
                ambiguous.add(name);
            }
        }
        ambiguous.forEach(byName::remove);
        for (Component<?> component : components) {
            byName.put(component.name(), component);
        }
        for (Component<?> component : components) {
            String name = component.shortName();
            shortNames.put(component, byName.get(name) == component ? name : component.name());
        }
    }

    public static ComponentNames of(List<? extends Component<?>> components) {
        return new ComponentNames(components);
    }

    public List<Component<?>> components() {
        return components;
    }

    /** The name of a component that queries use. */
    public String shortName(Component<?> component) {
        return shortNames.getOrDefault(component, component.name());
    }

    /** The component with a name. Returns the component; null if there is none, or several have the short name. */
    public Component<?> tryFind(String name) {
        return byName.get(name);
    }

    /** The column of a field. Returns the column; null if there is none. */
    Column tryColumn(String name) {
        int dot = name.lastIndexOf('.');
        Component<?> component = dot < 0 ? null : tryFind(name.substring(0, dot));
        if (component != null) {
            for (Column column : component.columns()) {
                if (column.field().equals(name.substring(dot + 1))) {
                    return column;
                }
            }
        }
        return null;
    }

    public Component<?> component(String name) {
        Component<?> found = tryFind(name);
        if (found == null) {
            throw new IllegalArgumentException(complaint(name));
        }
        return found;
    }

    /** Why there is no component with a name. */
    String complaint(String name) {
        if (ambiguous.contains(name)) {
            List<String> whole = components.stream()
                    .filter(component -> component.shortName().equals(name))
                    .map(Component::name)
                    .toList();
            return "several components are called " + name + "; write " + String.join(" or ", whole);
        }
        String nearest = nearest(name, List.copyOf(shortNames.values()));
        return "there is no component " + name + (nearest == null ? "" : "; did you mean " + nearest + "?");
    }

    /** The name that differs least from another one; null if all differ much. */
    static String nearest(String name, List<String> names) {
        String nearest = null;
        if (name.length() > MOST_COMPARED) {
            return nearest;
        }
        int least = Math.max(1, name.length() / 3) + 1;
        for (String other : names) {
            int distance = distance(name.toLowerCase(Locale.ROOT), other.toLowerCase(Locale.ROOT));
            if (distance < least || distance == least && nearest != null && other.compareTo(nearest) < 0) {
                least = distance;
                nearest = other;
            }
        }
        return nearest;
    }

    /** How many characters have to be added, removed, replaced, or exchanged with their neighbour. */
    private static int distance(String first, String second) {
        int[][] rows = new int[first.length() + 1][second.length() + 1];
        for (int i = 0; i <= first.length(); i++) {
            for (int j = 0; j <= second.length(); j++) {
                if (i == 0 || j == 0) {
                    rows[i][j] = i + j;
                    continue;
                }
                boolean isSame = first.charAt(i - 1) == second.charAt(j - 1);
                rows[i][j] =
                        Math.min(rows[i - 1][j - 1] + (isSame ? 0 : 1), 1 + Math.min(rows[i - 1][j], rows[i][j - 1]));
                if (i > 1
                        && j > 1
                        && first.charAt(i - 1) == second.charAt(j - 2)
                        && first.charAt(i - 2) == second.charAt(j - 1)) {
                    rows[i][j] = Math.min(rows[i][j], rows[i - 2][j - 2] + 1);
                }
            }
        }
        return rows[first.length()][second.length()];
    }

    List<String> shortNames() {
        List<String> names = new ArrayList<>();
        components.forEach(component -> names.add(shortName(component)));
        return names;
    }
}
