package basalt.storage.relation;

import static basalt.component.layout.BlockLayout.ALIVE_ID;
import static basalt.component.layout.BlockLayout.ROW_BITS;
import static basalt.component.layout.BlockLayout.WORDS;

import basalt.component.Component;
import basalt.component.Entity;
import basalt.component.HasChildrenException;
import basalt.component.TreeType;
import basalt.component.TreeType.OnParentDestroy;
import basalt.component.layout.ById;
import basalt.storage.Blocks;
import basalt.storage.Entities;
import basalt.storage.Place;
import basalt.storage.Pools;
import basalt.storage.RowAllocator;
import basalt.storage.Rows;
import basalt.storage.change.DestroyWaves.DestroyRule;
import basalt.storage.change.DestroyWaves.DestroyWave;
import basalt.storage.change.Structure;
import basalt.storage.relation.Subtree.SubtreeSpawn;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.LongConsumer;

/** The trees of a store, by their types. For the store's thread; those that are there, for any thread that may read. */
public final class Trees {
    private final Rows rows;
    private final Structure structure;
    private final Relations relations;

    private final ById<Tree> byChildOf = new ById<>(null);

    /** Where copies of entities get their rows, by the ids of their components. */
    private final Map<List<Integer>, RowAllocator> allocatorsOfCopies = new HashMap<>();

    public Trees(Rows rows, Structure structure, Relations relations) {
        this.rows = rows;
        this.structure = structure;
        this.relations = relations;
    }

    /** The trees of a type. From the first call on, entities are destroyed by the type's rule. */
    public Tree of(TreeType type) {
        requireType(type);
        Tree known = byChildOf.get(type.childOf().id());
        return known == null ? make(type) : known;
    }

    public boolean has(TreeType type) {
        return byChildOf.get(type.childOf().id()) != null;
    }

    /** The trees in which a component holds the parents. From the first call on, as with {@link #of}. */
    public Tree ofChildOf(Component<?> childOf) {
        Tree known = byChildOf.get(childOf.id());
        return known == null ? make(type(childOf)) : known;
    }

    private static TreeType type(Component<?> childOf) {
        for (TreeType type : TreeType.all()) {
            if (type.childOf() == childOf) {
                return type;
            }
        }
        throw new IllegalArgumentException("component " + childOf.name() + " holds no parents of a tree");
    }

    public static void requireType(TreeType type) {
        if (type == null) {
            throw new IllegalArgumentException("the tree type must not be null: pass TreeType.DEFAULT, or your own");
        }
    }

    public Subtree capture(TreeType type, long root) {
        return Subtree.of(rows, structure, relations, of(type), root);
    }

    /** Makes a subtree of another store usable in this one. Handles of entities outside of it become NULL. */
    public Subtree copy(Subtree other) {
        return other.copy(rows, structure, of(other.type()));
    }

    /** Copies an entity, and all that is below it; with a type of null the entity alone. Returns the copy. */
    public long spawnCopy(TreeType type, long entity) {
        Tree tree = type == null ? null : of(type);
        long[] copy = new long[1];
        spawn(Subtree.once(rows, structure, relations, tree, entity, allocatorsOfCopies), List.of(), copy);
        return copy[0];
    }

    /**
     * Spawns copies of entities of another store in the order in which they are given: all of them, or none if there is
     * no memory. Handles in their columns, and links of all trees, lead to the copies; other handles become NULL. Then
     * observers are called for all copies.
     *
     * @param allocator gives the rows
     * @return the handles of the copies
     */
    public long[] spawnCopies(Trees from, long[] entities, RowAllocator allocator) {
        List<TreeType> types = TreeType.all().stream().filter(from::has).toList();
        types.forEach(this::of);
        long[] copies = new long[entities.length];
        spawn(Subtree.copyOf(from.rows, entities, rows, structure, allocator), types, copies);
        return copies;
    }

    /** Spawns a subtree once, with the links of some types of trees. */
    private void spawn(Subtree subtree, List<TreeType> linked, long[] handles) {
        structure.hookScope().begin();
        try {
            SubtreeSpawn spawn = new SubtreeSpawn(subtree);
            spawn.make(1, null);
            linked.forEach(type -> of(type).linked());
            for (int part = 0; part < handles.length; part++) {
                handles[part] = spawn.handle(part, 0);
            }
            spawn.notifySpawned();
        } catch (Throwable e) {
            structure.hookScope().endAfter(e);
            throw e;
        }
        structure.hookScope().end();
    }

    private Tree make(TreeType type) {
        Tree made = new Tree(type, rows, structure);
        structure.waves().add(new ChildrenRule(made, structure));
        byChildOf.set(type.childOf().id(), made);
        return made;
    }

    /** Makes the trees whose entities have come from a file, and checks their links. */
    public void loaded() {
        for (TreeType type : TreeType.all()) {
            if (rows.pools().component(type.node().id()) != null
                    || rows.pools().component(type.childOf().id()) != null) {
                of(type).linked();
                new TreeCheck(rows, type).run();
            }
        }
    }

    /** Checks that the links of a tree fit together, as those of a saved world may not. O(entities). */
    static final class TreeCheck {
        private final Rows rows;
        private final TreeType type;
        private final TreeLinks links;
        private long children;
        private long listed;

        TreeCheck(Rows rows, TreeType type) {
            this.rows = rows;
            this.type = type;
            this.links = new TreeLinks(type, rows.entities());
        }

        void run() {
            Blocks blocks = rows.blocks();
            for (int block = 0; block < blocks.count(); block++) {
                long base = blocks.base(block);
                for (int word = 0; Blocks.isPopulated(base, ALIVE_ID) && word < WORDS; word++) {
                    check(base, word);
                }
            }
            if (children != listed) {
                throw links.damaged(children + " entities have a parent, and parents have " + listed + " children");
            }
        }

        private void check(long base, int word) {
            long nodes = Pools.presentWord(base, word, type.node().id());
            long withParent = Pools.presentWord(base, word, type.childOf().id());
            if ((withParent & ~nodes) != 0) {
                int row = (word << 6) + Long.numberOfTrailingZeros(withParent & ~nodes);
                throw links.damaged("entity " + name(Place.of(base, row)) + " has "
                        + type.childOf().name() + " only");
            }
            children += Long.bitCount(withParent);
            for (long rest = nodes; rest != 0; rest &= rest - 1) {
                check(Place.of(base, (word << 6) + Long.numberOfTrailingZeros(rest)));
            }
        }

        private void check(long place) {
            long entity = Entities.handle(place);
            if (links.isChild(place)) {
                long parent = links.node(links.parent(place));
                require(links.depth(place) == links.depth(parent) + 1, place, "depth");
            } else {
                require(links.nextSibling(place) == Entity.NULL, place, "nextSibling");
                require(links.previousSibling(place) == Entity.NULL, place, "previousSibling");
            }
            checkChildren(entity, place);
        }

        private void checkChildren(long entity, long place) {
            int count = links.childCount(place);
            require(count >= 0, place, "childCount");
            long previous = Entity.NULL;
            long child = links.firstChild(place);
            for (int i = 0; i < count; i++) {
                require(child != Entity.NULL, place, "childCount");
                long childPlace = links.node(child);
                require(links.parent(childPlace) == entity, childPlace, "parent");
                require(links.previousSibling(childPlace) == previous, childPlace, "previousSibling");
                previous = child;
                child = links.nextSibling(childPlace);
            }
            require(child == Entity.NULL, place, "childCount");
            require(links.lastChild(place) == previous, place, "lastChild");
            listed += count;
        }

        private void require(boolean isRight, long place, String link) {
            if (!isRight) {
                throw links.damaged("the " + link + " of entity " + name(place) + " does not fit the links of others");
            }
        }

        private static String name(long place) {
            return Entity.toString(Entities.handle(place));
        }
    }

    /**
     * The entities of the trees of one type, level by level: all roots, in ascending order of their indices, then all
     * their children, and so on. The children of one parent are side by side, in their order, and in the order of their
     * parents.
     *
     * <p>Kept until links change. The arrays are on the heap and only grow.
     */
    public static final class LevelOrder {
        private static final int NONE = -1;

        private final Tree tree;
        private final Rows rows;

        private int[] entities = {};

        /** For each entity index its place in the order. */
        private int[] ranks = {};

        /** For each entity index that of its first child and its next sibling, or NONE. */
        private int[] firstChildren = {};

        private int[] nextSiblings = {};

        private int count;
        private long links = -1;

        LevelOrder(Tree tree, Rows rows) {
            this.tree = tree;
            this.rows = rows;
        }

        /** Finds the order, if links have changed: O(entities of the world). */
        public void update() {
            if (links == tree.version()) {
                return;
            }
            links = -1; // in case the heap is full
            int indices = rows.blocks().count() << ROW_BITS;
            if (ranks.length < indices) {
                firstChildren = new int[indices];
                nextSiblings = new int[indices];
                ranks = new int[indices];
            }
            if (entities.length < rows.entities().count()) {
                entities = new int[Math.max(rows.entities().count(), 2 * entities.length)];
            }
            Arrays.fill(ranks, Integer.MAX_VALUE);
            count = 0;
            readLinks();
            Arrays.sort(entities, 0, count);
            for (int i = 0; i < count; i++) {
                ranks[entities[i]] = i;
            }
            for (int i = 0; i < count; i++) {
                addChildren(entities[i]);
            }
            links = tree.version();
        }

        public int rank(int index) {
            return index < ranks.length ? ranks[index] : Integer.MAX_VALUE;
        }

        /** Reads the links in the order of rows, and adds the roots: going by the links would wait for each of them. */
        private void readLinks() {
            int node = tree.type().node().id();
            int childOf = tree.type().childOf().id();
            Blocks blocks = rows.blocks();
            for (int block = 0; block < blocks.count(); block++) {
                long base = blocks.base(block);
                for (int word = 0; Blocks.isPopulated(base, node) && word < WORDS; word++) {
                    long children = Pools.presentWord(base, word, childOf);
                    for (long rest = Pools.presentWord(base, word, node); rest != 0; rest &= rest - 1) {
                        long place = Place.of(base, (word << 6) + Long.numberOfTrailingZeros(rest));
                        int index = Entity.index(Entities.handle(place));
                        firstChildren[index] = index(tree.links().firstChild(place));
                        nextSiblings[index] = index(tree.links().nextSibling(place));
                        if ((rest & -rest & children) == 0) {
                            entities[count++] = index;
                        }
                    }
                }
            }
        }

        private int index(long entity) {
            if (entity == Entity.NULL) {
                return NONE;
            }
            tree.links().node(entity); // throws if the link is damaged
            return Entity.index(entity);
        }

        private void addChildren(int parent) {
            for (int child = firstChildren[parent]; child != NONE; child = nextSiblings[child]) {
                if (ranks[child] != Integer.MAX_VALUE) {
                    throw tree.links().damaged(name(child) + " has two places");
                }
                ranks[child] = count;
                entities[count++] = child;
            }
        }

        private String name(int index) {
            return Entity.toString(Entities.handle(rows.entities().place(index)));
        }
    }

    /**
     * What happens to the children of a parent that is destroyed, by the policy of the tree's type; and a child that is
     * destroyed leaves its parent. For the store's thread.
     */
    static final class ChildrenRule implements DestroyRule {
        private final TreeType type;
        private final Tree tree;
        private final TreeLinks links;
        private final Structure structure;
        private final int childOfId;
        private final int nodeId;

        ChildrenRule(Tree tree, Structure structure) {
            this.tree = tree;
            this.structure = structure;
            type = tree.type();
            links = tree.links();
            childOfId = type.childOf().id();
            nodeId = type.node().id();
        }

        @Override
        public long linked(long base, int word, long rows) {
            return Pools.presentWord(base, word, nodeId) & rows;
        }

        @Override
        public boolean isDependent(DestroyWave wave, long place) {
            long parent = type.onParentDestroy() == OnParentDestroy.DESTROY ? links.parent(place) : Entity.NULL;
            return parent != Entity.NULL && wave.contains(links.node(parent));
        }

        @Override
        public void expand(DestroyWave wave, long place) {
            if (type.onParentDestroy() == OnParentDestroy.DESTROY && links.isNode(place)) {
                for (long child = links.firstChild(place); child != Entity.NULL; ) {
                    long childPlace = links.node(child);
                    wave.add(childPlace);
                    child = links.nextSibling(childPlace);
                }
            }
        }

        @Override
        public void prepare(DestroyWave wave) {
            for (int i = 0; structure.isWriteObserved() && i < wave.size(); i++) {
                recordUnlinked(wave, wave.place(i));
            }
            for (int i = 0; type.onParentDestroy() != OnParentDestroy.DESTROY && i < wave.size(); i++) {
                prepare(wave, wave.place(i));
            }
        }

        private void recordUnlinked(DestroyWave wave, long place) {
            long parent = links.parent(place);
            if (structure.isWriteObserved() && parent != Entity.NULL && !wave.contains(links.node(parent))) {
                tree.recordWrites(Entities.handle(place), parent, Entity.NULL, Entity.NULL);
            }
        }

        private void prepare(DestroyWave wave, long place) {
            if (!links.isNode(place)) {
                return;
            }
            for (long child = links.firstChild(place); child != Entity.NULL; ) {
                long childPlace = links.node(child);
                if (!wave.contains(childPlace)) {
                    if (type.onParentDestroy() == OnParentDestroy.REFUSE) {
                        throw new HasChildrenException(Entities.handle(place), links.childCount(place), type.name());
                    }
                    wave.willRemove(childOfId);
                    tree.recordWrites(Entities.handle(childPlace), Entities.handle(place), Entity.NULL, Entity.NULL);
                }
                child = links.nextSibling(childPlace);
            }
        }

        @Override
        public void release(DestroyWave wave) {
            for (int i = 0; type.onParentDestroy() == OnParentDestroy.DETACH && i < wave.size(); i++) {
                release(wave, wave.place(i));
            }
        }

        private void release(DestroyWave wave, long place) {
            if (!links.isNode(place)) {
                return;
            }
            for (long child = links.firstChild(place); child != Entity.NULL; ) {
                long childPlace = links.node(child);
                long next = links.nextSibling(childPlace);
                if (!wave.contains(childPlace)) {
                    tree.detach(child);
                }
                child = next;
            }
        }

        @Override
        public void unlink(DestroyWave wave, long place) {
            tree.linked(place);
            long parent = links.parent(place);
            if (tree.isAlive(parent)) { // else it was destroyed before, in a circle over trees of several types
                recordUnlinked(wave, place); // again: an observer may have read the record
                tree.unlink(place, parent);
            }
        }

        @Override
        public long above(long place) {
            long parent = links.parent(place);
            return parent == Entity.NULL ? 0 : links.node(parent);
        }

        @Override
        public void unlinkAll(DestroyWave wave) {
            for (int i = 0; i < wave.size(); i++) {
                tree.linked(wave.place(i));
            }
            int count = type.onParentDestroy() == OnParentDestroy.DESTROY ? wave.uncertain() : wave.size();
            for (int i = 0; i < count; i++) {
                long place = wave.place(i);
                long parent = links.parent(place);
                if (parent != Entity.NULL && !wave.contains(links.node(parent))) {
                    tree.unlink(place, parent);
                }
            }
        }

        @Override
        public void forEachDependent(long place, LongConsumer each) {
            if (type.onParentDestroy() == OnParentDestroy.DESTROY && links.isNode(place)) {
                for (long child = links.firstChild(place); child != Entity.NULL; ) {
                    each.accept(child);
                    child = links.nextSibling(links.node(child));
                }
            }
        }
    }
}
