package basalt.inspect.view;

import static basalt.component.layout.BlockLayout.DISABLED_ID;

import basalt.component.Column;
import basalt.component.Component;
import basalt.component.Entity;
import basalt.component.TreeType;
import basalt.internal.JsonWriter;
import basalt.storage.Blocks;
import basalt.storage.Place;
import basalt.storage.Pools;
import basalt.storage.access.Store;
import basalt.storage.relation.RelationIndex;
import basalt.storage.relation.Tree;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/** All about one entity: its components and their values, its place in trees, and the relations that lead to it. */
public final class EntityDetails extends Question {
    /** The longest text of a string, which can be edited; of other objects, which cannot. */
    private static final int LONGEST_STRING = 10_000;

    private static final int LONGEST_TEXT = 200;

    private final long entity;
    private final ComponentNames names;
    private final EntityLinks links;
    private long tick;
    private boolean isAlive;
    private boolean isEnabled;
    private String name;
    private int row;
    private int block;
    private int componentCount;
    private Component<?>[] components = new Component<?>[16];
    private boolean[] enabled = new boolean[16];
    private int valueCount;
    private long[] values = new long[64];
    private Object[] objects = new Object[64];
    private String[] texts = new String[64];

    /** A question about an entity. */
    public EntityDetails(long entity, ComponentNames names) {
        this.entity = entity;
        this.names = names;
        links = new EntityLinks(entity, names);
    }

    @Override
    protected void begin(InspectedWorld inspected) {
        componentCount = 0;
        valueCount = 0;
        Arrays.fill(objects, null);
    }

    @Override
    protected boolean proceed(InspectedWorld inspected, long deadlineNanos) {
        Store store = inspected.store();
        tick = inspected.tick();
        name = inspected.names().get(entity);
        long place = store.entities().tryLocate(entity);
        isAlive = place != 0;
        if (isAlive) {
            long base = Place.base(place);
            row = Place.row(place);
            block = Blocks.index(base);
            isEnabled = !Pools.has(base, row, DISABLED_ID);
            for (int word = 0; word < store.blocks().populatedWords(); word++) {
                for (long rest = Blocks.populated(base, word); rest != 0; rest &= rest - 1) {
                    int id = (word << 6) + Long.numberOfTrailingZeros(rest);
                    Component<?> component = store.pools().component(id);
                    if (component != null && Pools.has(base, row, id)) {
                        read(inspected, component, base);
                    }
                }
            }
            links.read(store);
        }
        for (int i = 0; i < valueCount; i++) { // last, since the objects' code may change the world
            texts[i] = text(objects[i]);
            objects[i] = null;
        }
        return true;
    }

    private void read(InspectedWorld inspected, Component<?> component, long base) {
        if (componentCount == components.length) {
            components = Arrays.copyOf(components, 2 * componentCount);
            enabled = Arrays.copyOf(enabled, 2 * componentCount);
        }
        components[componentCount] = component;
        enabled[componentCount++] = Pools.isEnabled(base, row, component.id());
        for (Lane lane : inspected.lanes(component)) {
            if (valueCount == values.length) {
                values = Arrays.copyOf(values, 2 * valueCount);
                objects = Arrays.copyOf(objects, 2 * valueCount);
                texts = Arrays.copyOf(texts, 2 * valueCount);
            }
            if (lane.isReference()) {
                objects[valueCount] = inspected.store().references().get(lane.slot(), block, row);
            } else {
                values[valueCount] = lane.read(base, row); // SAFETY: the row is alive and has the component
            }
            valueCount++;
        }
    }

    /** An object as its own text, which is made here, since the object belongs to the world's thread. */
    private static String text(Object value) {
        String plain = Fields.plainText(value);
        if (value == null || plain != null) {
            return plain; // cut off when it is written, on the asker's thread
        }
        try {
            return Fields.cut(String.valueOf(value), LONGEST_TEXT);
        } catch (RuntimeException | StackOverflowError e) {
            return "toString() has thrown " + e.getClass().getName();
        }
    }

    @Override
    public void write(JsonWriter json) {
        json.startObject().name("tick").value(tick).name("entity").value(Lane.handle(entity));
        json.name("alive").value(isAlive).name("name").value(name);
        json.name("enabled").value(isAlive && isEnabled);
        if (isAlive) {
            json.name("row").value(row).name("block").value(block);
        }
        json.name("components").startArray();
        int at = 0;
        for (int i = 0; i < componentCount; i++) {
            at = write(json, components[i], enabled[i], at);
        }
        json.endArray();
        links.write(json, isAlive);
        json.endObject();
    }

    private int write(JsonWriter json, Component<?> component, boolean isComponentEnabled, int from) {
        int at = from;
        json.startObject().name("name").value(names.shortName(component));
        json.name("enabled").value(isComponentEnabled);
        KnownComponents.writeTraits(json, component);
        json.name("fields").startArray();
        for (Column column : component.columns()) {
            json.startObject().name("name").value(column.field());
            Fields.write(json, column);
            json.name("value");
            if (column.length() > 1) {
                json.startArray();
            }
            for (int lane = 0; lane < column.length(); lane++) {
                Lane read = Lane.of(component, column, lane);
                if (read.isReference()) {
                    json.value(texts[at] == null ? null : Fields.cut(texts[at], LONGEST_STRING));
                } else {
                    read.write(json, values[at]);
                }
                at++;
            }
            if (column.length() > 1) {
                json.endArray();
            }
            json.endObject();
        }
        json.endArray().endObject();
        return at;
    }

    /**
     * The place of an entity in trees, and the relations that have it as target. Lists are cut off after 100 entities.
     */
    static final class EntityLinks {
        private static final int MOST_LISTED = 100;

        private final long entity;
        private final ComponentNames names;
        private final List<InTree> trees = new ArrayList<>();
        private final List<AsTarget> relations = new ArrayList<>();

        EntityLinks(long entity, ComponentNames names) {
            this.entity = entity;
            this.names = names;
            TreeType.all().forEach(type -> trees.add(new InTree(type)));
        }

        /** Reads the links of the entity, which is alive. For the world's thread. */
        void read(Store store) {
            long place = store.entities().require(entity);
            for (int i = 0; i < trees.size(); i++) {
                trees.get(i).read(store, place);
            }
            List<RelationIndex> all = store.relations().all();
            for (int i = 0; i < all.size(); i++) {
                if (i == relations.size()) {
                    relations.add(new AsTarget(all.get(i)));
                }
                relations.get(i).read();
            }
        }

        void write(JsonWriter json, boolean isAlive) {
            json.name("trees").startArray();
            trees.stream().filter(tree -> isAlive && tree.isIn).forEach(tree -> tree.write(json));
            json.endArray().name("relations").startArray();
            relations.stream().filter(relation -> isAlive).forEach(relation -> relation.write(json));
            json.endArray();
        }

        private static void write(JsonWriter json, long[] entities, int count) {
            json.startArray();
            for (int i = 0; i < Math.min(count, entities.length); i++) {
                json.value(Lane.handle(entities[i]));
            }
            json.endArray();
        }

        /** The place in the trees of one type. */
        private final class InTree {
            private final TreeType type;
            private final long[] ancestors = new long[MOST_LISTED];
            private final long[] children = new long[MOST_LISTED];
            private boolean isIn;
            private int depth;
            private int childCount;

            InTree(TreeType type) {
                this.type = type;
            }

            void read(Store store, long place) {
                isIn = has(place, type.childOf()) || has(place, type.node());
                if (!isIn) {
                    return;
                }
                Tree tree = store.trees().of(type);
                depth = tree.depth(entity);
                childCount = tree.childCount(entity);
                long above = tree.parent(entity);
                for (int i = 0; i < MOST_LISTED && above != Entity.NULL; i++) {
                    ancestors[i] = above;
                    above = tree.parent(above);
                }
                long child = tree.firstChild(entity);
                for (int i = 0; i < MOST_LISTED && child != Entity.NULL; i++) {
                    children[i] = child;
                    child = tree.nextSibling(child);
                }
            }

            private boolean has(long place, Component<?> link) {
                return Pools.has(Place.base(place), Place.row(place), link.id());
            }

            void write(JsonWriter json) {
                json.startObject().name("name").value(names.shortName(type.childOf()));
                json.name("depth").value(depth).name("ancestors");
                EntityLinks.write(json, ancestors, depth);
                json.name("childCount").value(childCount).name("children");
                EntityLinks.write(json, children, childCount);
                json.endObject();
            }
        }

        /** The entities that point at this one by one relation. */
        private final class AsTarget {
            private final RelationIndex relation;
            private final long[] sources = new long[MOST_LISTED];
            private int count;

            AsTarget(RelationIndex relation) {
                this.relation = relation;
            }

            void read() {
                count = relation.sources(entity, sources);
            }

            void write(JsonWriter json) {
                if (count == 0) {
                    return;
                }
                json.startObject().name("component");
                json.value(names.shortName((Component<?>) relation.column().component()));
                json.name("field").value(relation.column().field()).name("sources");
                EntityLinks.write(json, sources, count);
                json.name("sourceCount").value(count).endObject();
            }
        }
    }
}
