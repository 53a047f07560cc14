package basalt.inspect;

import static basalt.component.layout.BlockLayout.WORDS;

import basalt.component.Column;
import basalt.component.Component;
import basalt.component.ComponentInfo;
import basalt.component.layout.ComponentAreas;
import basalt.internal.JsonWriter;
import basalt.storage.Blocks;
import basalt.storage.Pools;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.IntStream;

/**
 * The names of some components: short ones, which are those of the classes, where they are unique, and whole ones.
 * Immutable and safe for all threads.
 */
final class ComponentNames {
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

    static ComponentNames of(List<? extends Component<?>> components) {
        return new ComponentNames(components);
    }

    List<Component<?>> components() {
        return components;
    }

    String shortName(Component<?> component) {
        return shortNames.getOrDefault(component, component.name());
    }

    /** The component with a name; null if there is none, or several have the short name. */
    Component<?> tryFind(String name) {
        return byName.get(name);
    }

    /** The column of a field; null if there is none. */
    Column tryColumn(String name) {
        int dot = fieldDot(name);
        Component<?> component = dot < 0 ? null : tryFind(name.substring(0, dot));
        return component == null ? null : find(component, name.substring(dot + 1));
    }

    /** Where the dot between component and field is, both of which may have dots; -1 if there is none. */
    int fieldDot(String name) {
        int last = name.lastIndexOf('.');
        int dot = last;
        while (dot > 0 && tryFind(name.substring(0, dot)) == null) {
            dot = name.lastIndexOf('.', dot - 1);
        }
        return dot > 0 ? dot : last;
    }

    Component<?> component(String name) {
        Component<?> found = tryFind(name);
        if (found == null) {
            throw new ApiException(404, complaint(name));
        }
        return found;
    }

    /** A field as {@code Health.hp}. */
    Column column(String text) {
        int dot = fieldDot(text);
        if (dot < 0) {
            throw new ApiException(400, "a column is a component and a field, as Health.hp: " + text);
        }
        return column(text.substring(0, dot), text.substring(dot + 1));
    }

    Column column(String component, String field) {
        Column found = find(component(component), field);
        if (found == null) {
            throw new ApiException(404, "component " + component + " has no field " + field);
        }
        return found;
    }

    private static Column find(Component<?> component, String field) {
        return component.columns().stream()
                .filter(column -> column.field().equals(field))
                .findFirst()
                .orElse(null);
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
        String nearest = nearest(name, shortNames.values());
        return "there is no component " + name + (nearest == null ? "" : "; did you mean " + nearest + "?");
    }

    /** The name that differs least from another one; null if all differ much. */
    private static String nearest(String name, Collection<String> names) {
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

    /** The components that a world has had. For its thread. */
    static ComponentNames of(Pools pools) {
        List<Component<?>> found = new ArrayList<>();
        for (int id = 0; id < ComponentAreas.process().count(); id++) {
            Component<?> component = pools.component(id);
            if (component != null && !component.isEvent()) {
                found.add(component);
            }
        }
        return new ComponentNames(found);
    }

    /** Writes the members {@code tag}, {@code sparse} and {@code link} of an object. */
    static void writeTraits(JsonWriter json, ComponentInfo component) {
        json.put("tag", component.isTag()).put("sparse", component.isSparse());
        json.put("link", component.isLink());
    }

    /** The components that the world has had, and how many entities have each. */
    static final class Counted extends Question {
        private ComponentNames names;
        private int[] entities = {};
        private int next;

        Counted(Inspection inspected) {
            super(inspected);
        }

        @Override
        void begin() {
            names = inspected.components;
            next = 0;
            entities = new int[names.components.size()];
        }

        @Override
        boolean proceed(long deadlineNanos) {
            while (next < entities.length) {
                entities[next] = count(
                        inspected.store().blocks(), names.components.get(next).id());
                next++;
                if (System.nanoTime() - deadlineNanos > 0) {
                    return next == entities.length;
                }
            }
            return true;
        }

        /** SAFETY: only blocks are read in which the component has a row. */
        private static int count(Blocks blocks, int id) {
            int count = 0;
            long[] with = blocks.blocksWith(id);
            for (int i = 0; i < with.length; i++) {
                for (long rest = with[i]; rest != 0; rest &= rest - 1) {
                    long base = blocks.base((i << 6) + Long.numberOfTrailingZeros(rest));
                    for (int word = 0; word < WORDS; word++) {
                        count += Long.bitCount(Pools.presentWord(base, word, id));
                    }
                }
            }
            return count;
        }

        @Override
        public void write(JsonWriter json) {
            json.startObject().startArray("components");
            for (int i = 0; i < entities.length; i++) {
                Component<?> component = names.components.get(i);
                json.startObject().put("name", names.shortName(component)).put("type", component.name());
                writeTraits(json, component);
                json.put("entities", entities[i]).startArray("fields");
                for (Column column : component.columns()) {
                    Values.describe(json.startObject().put("name", column.field()), column);
                    json.endObject();
                }
                json.endArray().endObject();
            }
            json.endArray().endObject();
        }
    }
}
