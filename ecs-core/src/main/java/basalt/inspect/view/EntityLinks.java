package basalt.inspect.view;

import basalt.component.Component;
import basalt.component.Entity;
import basalt.component.TreeType;
import basalt.internal.JsonWriter;
import basalt.storage.Place;
import basalt.storage.Pools;
import basalt.storage.access.Store;
import basalt.storage.relation.RelationIndex;
import basalt.storage.relation.Tree;
import java.util.ArrayList;
import java.util.List;

/** The place of an entity in trees, and the relations that have it as target. Lists are cut off after 100 entities. */
final class EntityLinks {
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
