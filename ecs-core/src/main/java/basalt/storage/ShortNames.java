package basalt.storage;

import basalt.component.Component;
import java.util.Collection;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.IntStream;

/**
 * The names of some components in texts that people write: short ones, which are those of the classes, where they are
 * unique, and whole ones. Immutable and safe for all threads.
 */
public class ShortNames {
    private static final int MOST_COMPARED = 100;

    private final List<Component<?>> components;
    private final Map<String, Component<?>> byName = new HashMap<>();
    private final Map<Component<?>, String> shortNames = new HashMap<>();
    private final Set<String> ambiguous = new HashSet<>();

    public ShortNames(Collection<? extends Component<?>> components) {
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

    public List<Component<?>> components() {
        return components;
    }

    public String shortName(Component<?> component) {
        return shortNames.getOrDefault(component, component.name());
    }

    /** The component with a name; null if there is none, or several have the short name. */
    public Component<?> tryFind(String name) {
        return byName.get(name);
    }

    /** Whether several components have a short name. */
    public boolean isAmbiguous(String name) {
        return ambiguous.contains(name);
    }

    /** Why there is no component with a name. */
    public String complaint(String name) {
        if (isAmbiguous(name)) {
            List<String> whole = components.stream()
                    .filter(component -> component.shortName().equals(name))
                    .map(Component::name)
                    .toList();
            return "several components are called " + name + "; write " + String.join(" or ", whole);
        }
        String nearest = nearest(name, shortNames.values());
        return "there is no component " + name + (nearest == null ? "" : "; did you mean " + nearest + "?");
    }

    /** The name that differs least from another one; null if all differ much. */
    public static String nearest(String name, Collection<String> names) {
        int most = name.length() > MOST_COMPARED ? -1 : Math.max(1, name.length() / 3);
        return names.stream()
                .filter(other -> most > 0 && distance(name, other) <= most)
                .min(Comparator.comparingInt((String other) -> distance(name, other))
                        .thenComparing(Comparator.naturalOrder()))
                .orElse(null);
    }

    /** How many characters have to be added, removed or replaced, in any case. */
    private static int distance(String first, String second) {
        int[] row = IntStream.rangeClosed(0, second.length()).toArray();
        for (int i = 1; i <= first.length(); i++) {
            int diagonal = row[0];
            row[0] = i;
            for (int j = 1; j <= second.length(); j++) {
                char c = Character.toLowerCase(first.charAt(i - 1));
                int replaced = diagonal + (c == Character.toLowerCase(second.charAt(j - 1)) ? 0 : 1);
                diagonal = row[j];
                row[j] = Math.min(replaced, 1 + Math.min(row[j - 1], row[j]));
            }
        }
        return row[second.length()];
    }
}
