package basalt.inspect;

import static basalt.component.layout.BlockLayout.WORDS;

import basalt.component.Column;
import basalt.component.Component;
import basalt.component.ComponentInfo;
import basalt.component.VariableColumn;
import basalt.component.layout.ComponentAreas;
import basalt.internal.JsonWriter;
import basalt.storage.Blocks;
import basalt.storage.Pools;
import basalt.storage.ShortNames;
import java.util.Collection;
import java.util.List;
import java.util.function.Predicate;
import java.util.stream.IntStream;

/** The names of a world's components, and of their columns. Immutable and safe for all threads. */
final class ComponentNames extends ShortNames {
    private ComponentNames(Collection<? extends Component<?>> components) {
        super(components);
    }

    static ComponentNames of(List<? extends Component<?>> components) {
        return new ComponentNames(components);
    }

    /** The components that a world has had. For its thread. */
    static ComponentNames of(Pools pools) {
        return of(IntStream.range(0, ComponentAreas.process().count())
                .<Component<?>>mapToObj(pools::component)
                .filter(component -> component != null && !component.isEvent())
                .toList());
    }

    /** As {@link #column}, also of a list whose length is named, as {@code Bag.items.length}; null for none. */
    Column tryColumn(String name) {
        int dot = fieldDot(name);
        Component<?> component = dot < 0 ? null : tryFind(name.substring(0, dot));
        String field = name.substring(dot + 1);
        Predicate<Column> isNamed =
                column -> column.field().equals(field) || lengthOf(column).equals(field);
        return component == null ? null : find(component, isNamed);
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
        Column found = find(component(component), column -> column.field().equals(field));
        if (found == null) {
            throw new ApiException(404, "component " + component + " has no field " + field);
        }
        return found;
    }

    /** The name of the length of a list or a string; other columns have their own. */
    static String lengthOf(Column column) {
        return column instanceof VariableColumn ? column.field() + ".length" : column.field();
    }

    private static Column find(Component<?> component, Predicate<Column> condition) {
        return component.columns().stream().filter(condition).findFirst().orElse(null);
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
            entities = new int[names.components().size()];
        }

        @Override
        boolean proceed(long deadlineNanos) {
            while (next < entities.length) {
                entities[next] = count(
                        inspected.store().blocks(), names.components().get(next).id());
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
                Component<?> component = names.components().get(i);
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
