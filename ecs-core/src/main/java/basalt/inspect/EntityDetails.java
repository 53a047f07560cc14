package basalt.inspect;

import static basalt.component.layout.BlockLayout.DISABLED_ID;

import basalt.component.Column;
import basalt.component.Component;
import basalt.component.Entity;
import basalt.component.TreeType;
import basalt.internal.JsonWriter;
import basalt.storage.Blocks;
import basalt.storage.ColumnText;
import basalt.storage.Place;
import basalt.storage.Pools;
import basalt.storage.access.Store;
import basalt.storage.relation.RelationIndex;
import basalt.storage.relation.Tree;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.agrona.collections.LongArrayList;

/** All about one entity: its components and their values, its place in trees, and the relations that lead to it. */
final class EntityDetails extends Question {
    /** The longest text of a string, which can be edited. */
    private static final int LONGEST_STRING = 10_000;

    /** Lists of ancestors, children and sources are cut off after so many entities. */
    private static final int MOST_LISTED = 100;

    private final long entity;
    private final ComponentNames names;
    private final List<InTree> trees = new ArrayList<>();
    private final List<AsTarget> relations = new ArrayList<>();
    private long tick;
    private boolean isAlive;
    private boolean isEnabled;
    private String name;
    private int row;
    private int block;
    private final List<Component<?>> components = new ArrayList<>();
    private final List<Boolean> enabled = new ArrayList<>();

    /** For each element of the components its bits, its object, and the text of that. */
    private final LongArrayList values = new LongArrayList();

    private final List<Object> objects = new ArrayList<>();
    private final List<String> texts = new ArrayList<>();

    EntityDetails(Inspection inspected, long entity, ComponentNames names) {
        super(inspected);
        this.entity = entity;
        this.names = names;
        TreeType.all().forEach(type -> trees.add(new InTree(type)));
    }

    @Override
    void begin() {
        components.clear();
        enabled.clear();
        values.clear();
        objects.clear();
        texts.clear();
        Store store = inspected.store();
        tick = inspected.tick();
        name = inspected.name(entity);
        long place = store.entities().tryLocate(entity);
        isAlive = place != 0;
        if (isAlive) {
            long base = Place.base(place);
            row = Place.row(place);
            block = Blocks.index(base);
            isEnabled = !Pools.has(base, row, DISABLED_ID);
            readComponents(store, place);
            readLinks(store, place);
        }
        for (int i = 0; i < objects.size(); i++) { // last, since the objects' code may change the world
            texts.add(ColumnText.of(objects.get(i))); // strings are cut off later, on the thread of the asker
        }
        objects.clear();
    }

    private void readComponents(Store store, long place) {
        long base = Place.base(place);
        store.pools().components(place, components);
        for (int each = 0; each < components.size(); each++) { // without iterators, which are garbage
            Component<?> component = components.get(each);
            enabled.add(Pools.isEnabled(base, row, component.id()));
            for (int i = 0; i < component.columns().size(); i++) {
                read(store, component.columns().get(i), base);
            }
        }
    }

    /** SAFETY: the row is alive and has the component. */
    private void read(Store store, Column column, long base) {
        for (int lane = 0; lane < column.length(); lane++) {
            boolean isReference = Values.isReference(column);
            objects.add(isReference ? Values.readObject(store, column, base, row) : null);
            values.addLong(isReference ? 0 : Values.read(column, lane, base, row));
        }
    }

    private void readLinks(Store store, long place) {
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

    @Override
    public void write(JsonWriter json) {
        json.startObject().put("tick", tick).put("entity", Values.handle(entity));
        json.put("alive", isAlive).put("name", name).put("enabled", isAlive && isEnabled);
        if (isAlive) {
            json.put("row", row).put("block", block);
        }
        json.startArray("components");
        int at = 0;
        for (int i = 0; i < components.size(); i++) {
            at = write(json, components.get(i), enabled.get(i), at);
        }
        json.endArray().startArray("trees");
        trees.stream().filter(tree -> isAlive && tree.isIn).forEach(tree -> tree.write(json));
        json.endArray().startArray("relations");
        relations.stream().filter(relation -> isAlive && relation.count > 0).forEach(relation -> relation.write(json));
        json.endArray().endObject();
    }

    private int write(JsonWriter json, Component<?> component, boolean isComponentEnabled, int from) {
        int at = from;
        json.startObject().put("name", names.shortName(component)).put("enabled", isComponentEnabled);
        ComponentNames.writeTraits(json, component);
        json.startArray("fields");
        for (Column column : component.columns()) {
            int first = at;
            Values.describe(json.startObject().put("name", column.field()), column);
            json.name("value");
            if (Values.isReference(column)) {
                json.value(ColumnText.cut(texts.get(at), LONGEST_STRING));
            } else {
                Values.write(json, column, lane -> values.getLong(first + lane));
            }
            at += column.length();
            json.endObject();
        }
        json.endArray().endObject();
        return at;
    }

    private static void write(JsonWriter json, String name, LongArrayList entities) {
        json.startArray(name);
        entities.forEachLong(each -> json.value(Values.handle(each)));
        json.endArray();
    }

    private final class InTree {
        private final TreeType type;
        private final LongArrayList ancestors = new LongArrayList();
        private final LongArrayList children = new LongArrayList();
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
            ancestors.clear();
            long above = tree.parent(entity);
            for (; ancestors.size() < MOST_LISTED && above != Entity.NULL; above = tree.parent(above)) {
                ancestors.addLong(above);
            }
            children.clear();
            long child = tree.firstChild(entity);
            for (; children.size() < MOST_LISTED && child != Entity.NULL; child = tree.nextSibling(child)) {
                children.addLong(child);
            }
        }

        private static boolean has(long place, Component<?> link) {
            return Pools.has(Place.base(place), Place.row(place), link.id());
        }

        void write(JsonWriter json) {
            json.startObject().put("name", names.shortName(type.childOf())).put("depth", depth);
            EntityDetails.write(json, "ancestors", ancestors);
            EntityDetails.write(json.put("childCount", childCount), "children", children);
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
            Column column = relation.column();
            json.startObject().put("component", names.shortName((Component<?>) column.component()));
            json.put("field", column.field()).startArray("sources");
            Arrays.stream(sources).limit(count).forEach(source -> json.value(Values.handle(source)));
            json.endArray().put("sourceCount", count).endObject();
        }
    }
}
