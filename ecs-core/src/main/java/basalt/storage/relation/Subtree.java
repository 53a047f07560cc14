package basalt.storage.relation;

import static basalt.component.layout.BlockLayout.DISABLED_ID;

import basalt.component.Column;
import basalt.component.ColumnKind;
import basalt.component.Component;
import basalt.component.ComponentInfo;
import basalt.component.Entity;
import basalt.component.EntityColumn;
import basalt.component.ListColumn;
import basalt.component.TreeType;
import basalt.storage.ColumnMemory;
import basalt.storage.ColumnSet;
import basalt.storage.Entities;
import basalt.storage.Entities.RowMask;
import basalt.storage.EntityImage;
import basalt.storage.Place;
import basalt.storage.Pools;
import basalt.storage.Prototype;
import basalt.storage.RecordPrototypes.RecordPrototype;
import basalt.storage.RowAllocator;
import basalt.storage.RowAllocator.PromisedSpawn;
import basalt.storage.RowImage;
import basalt.storage.Rows;
import basalt.storage.change.Structure;
import basalt.storage.relation.TreeLinks.TreeWalk;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.agrona.collections.Long2LongHashMap;

/**
 * A copy of an entity and all that is below it, from which {@link SubtreeSpawn} makes instances. Parts with the same
 * components get their rows from the same blocks. Immutable, and on the heap. For the store's thread; {@link #find}
 * also for workers.
 */
public final class Subtree {
    private static final int NOT_A_PART = -1;

    /** Instead of an index in a list. */
    private static final int LANE = -1;

    private final Rows rows;
    private final Structure structure;
    /** Null for one entity without links, and for copies of another store. */
    private final Tree tree;

    private final Part[] parts;
    private final List<RowAllocator> allocators;

    /** The parts by the entities that they are copies of. */
    private final Long2LongHashMap index;

    /** How a part is spawned: the values, where its rows come from, and the lanes that lead to other parts. */
    record Part(SubtreePart captured, Prototype prototype, RowAllocator allocator, PartLink[] links) {}

    private Subtree(
            Rows rows,
            Structure structure,
            Tree tree,
            Long2LongHashMap index,
            List<SubtreePart> captured,
            Map<List<Integer>, RowAllocator> byIds) {
        this.rows = rows;
        this.structure = structure;
        this.tree = tree;
        this.index = index;
        this.parts = new Part[captured.size()];
        for (int i = 0; i < parts.length; i++) {
            parts[i] = part(captured.get(i), byIds);
        }
        allocators = Arrays.stream(parts).map(Part::allocator).distinct().toList();
    }

    /** A subtree with allocators of its own, of which commands make instances, too. */
    private static Subtree prefab(
            Rows rows, Structure structure, Tree tree, Long2LongHashMap index, List<SubtreePart> captured) {
        Subtree made = new Subtree(rows, structure, tree, index, captured, new HashMap<>());
        made.rootAllocator().promises(new SubtreeSpawn(made));
        return made;
    }

    private Part part(SubtreePart captured, Map<List<Integer>, RowAllocator> allocators) {
        Prototype prototype = new Prototype(captured.images(), rows.pools());
        List<Integer> ids = Arrays.stream(prototype.ids()).boxed().toList();
        return new Part(
                captured,
                prototype,
                allocators.computeIfAbsent(ids, some -> new RowAllocator(rows, captured.zero(rows.pools()), true)),
                captured.links().toArray(PartLink[]::new));
    }

    static Subtree of(Rows rows, Structure structure, Relations relations, Tree tree, long root) {
        rows.entities().require(root);
        Long2LongHashMap index = new Long2LongHashMap(NOT_A_PART);
        return prefab(rows, structure, tree, index, capture(rows, relations, false, tree, root, index));
    }

    /**
     * A subtree that is spawned once, with the edges from it to other entities.
     *
     * @param tree null for the entity alone, without links
     * @param allocators those of the copies of the store, by the ids of components; others are added
     */
    static Subtree once(
            Rows rows,
            Structure structure,
            Relations relations,
            Tree tree,
            long root,
            Map<List<Integer>, RowAllocator> allocators) {
        rows.entities().require(root);
        Long2LongHashMap index = new Long2LongHashMap(NOT_A_PART);
        return new Subtree(rows, structure, tree, index, capture(rows, relations, true, tree, root, index), allocators);
    }

    /** The same for the store of other rows and a tree of the same type, without the handles of entities outside. */
    Subtree copy(Rows otherRows, Structure otherStructure, Tree otherTree) {
        List<SubtreePart> copies =
                Arrays.stream(parts).map(part -> part.captured.withoutHandles()).toList();
        return prefab(otherRows, otherStructure, otherTree, new Long2LongHashMap(NOT_A_PART), copies);
    }

    /**
     * Copies of entities of another store, for this one: with their values, and with the links of all trees and the
     * handles that lead from one to another, but no other handles. It is spawned once.
     */
    static Subtree copyOf(Rows from, long[] entities, Rows rows, Structure structure, RowAllocator allocator) {
        Long2LongHashMap index = new Long2LongHashMap(NOT_A_PART);
        for (long entity : entities) {
            index.put(entity, index.size());
        }
        List<SubtreePart> parts = new ArrayList<>();
        Map<List<Integer>, RowAllocator> allocators = new HashMap<>();
        for (long entity : entities) {
            EntityImage image = EntityImage.of(from, from.entities().require(entity));
            parts.add(part(image, 0, index).withoutHandles());
            allocators.put(image.components().stream().map(ComponentInfo::id).toList(), allocator);
        }
        return new Subtree(rows, structure, null, index, parts, allocators);
    }

    public int count() {
        return parts.length;
    }

    public List<Component<?>> components(int part) {
        return parts[part].captured.components();
    }

    public TreeType type() {
        return tree.type();
    }

    public RowAllocator rootAllocator() {
        return parts[0].allocator;
    }

    public int indexOf(long original) {
        int found = (int) index.get(original);
        if (found == NOT_A_PART) {
            throw new IllegalArgumentException("entity " + Entity.toString(original) + " is none of the " + parts.length
                    + " that the prefab was captured from; give one of these, also if it has died");
        }
        return found;
    }

    /** The index of the part that a lane of the root leads to. */
    public int indexOf(EntityColumn name, int offset) {
        List<PartLink> links = parts[0].captured.links();
        for (int i = 0; i < links.size(); i++) { // without an iterator, which is garbage
            PartLink link = links.get(i);
            if (link.component() == name.component().id() && link.offset() == offset) {
                return link.target();
            }
        }
        throw new IllegalArgumentException("column " + name.field() + " of "
                + name.component().name() + " leads to no part of the prefab: a name is an entity column that the root"
                + " has, with the handle of a part when the prefab is captured");
    }

    /**
     * Finds the part of an instance that a lane of its root leads to. Returns the part; {@link Entity#NULL} if it has
     * died, or the lane is NULL.
     */
    public long find(long instance, EntityColumn name, int offset) {
        indexOf(name, offset);
        long place = rows.entities().require(instance);
        if (!Pools.has(Place.base(place), Place.row(place), name.component().id())) {
            throw new IllegalArgumentException("entity " + Entity.toString(instance)
                    + " is no instance of the prefab, or has lost the name of the part: it lacks component "
                    + name.component().name());
        }
        long part = ColumnMemory.getLong(Place.base(place), Place.row(place), offset);
        return rows.entities().tryLocate(part) != 0 ? part : Entity.NULL;
    }

    /** Finds the part of an instance with an index, by a walk over the parts before it. */
    public long find(long instance, int part) {
        rows.entities().require(instance);
        TreeWalk walk = new TreeWalk(tree, instance);
        long at = instance;
        for (int i = 0; i < part; i++) {
            int expected = parts[i].captured.childCount();
            if (tree.childCount(at) != expected || !walk.next()) {
                if (!components(part).contains(tree.type().childOf())) {
                    throw new IllegalArgumentException("part " + part + " of the prefab is an edge, which is in no"
                            + " tree: find it by its relation, or by a name, an entity column of the root");
                }
                throw new IllegalArgumentException("entity " + Entity.toString(instance)
                        + " is no instance of the prefab, or its tree has changed, so part " + part
                        + " is not found by its index: part " + i + " has " + tree.childCount(at)
                        + " children instead of " + expected
                        + "; find parts of instances that change by a name, an entity column of the root");
            }
            at = walk.entity();
        }
        return at;
    }

    /** {@return a copy whose parts can be changed until it is built} */
    public Changes change() {
        return new Changes();
    }

    /** Changes of parts, for another subtree. */
    public final class Changes {
        private final List<SubtreePart> changed =
                new ArrayList<>(Arrays.stream(parts).map(Part::captured).toList());

        private Changes() {}

        /**
         * Sets the values of a component, which the part may lack. Handles of entities that were captured become links
         * to their parts.
         */
        public void with(int part, RowImage image) {
            Pools.requireNoLink(image.component());
            changed.set(part, changed.get(part).with(image, separate(image, index)));
        }

        public boolean has(int part, Component<?> component) {
            return changed.get(part).components().contains(component);
        }

        public void without(int part, Component<?> component) {
            Pools.requireNoLink(component);
            changed.set(part, changed.get(part).without(component.id()));
        }

        public Subtree build() {
            return prefab(rows, structure, tree, index, changed);
        }
    }

    /**
     * The parts: the root first, each one before its children, children in order; then the edges between them, which
     * are in no tree.
     *
     * @param isOutward whether there are edges to other entities, too
     */
    private static List<SubtreePart> capture(
            Rows rows, Relations relations, boolean isOutward, Tree tree, long root, Long2LongHashMap index) {
        List<Long> entities = new ArrayList<>(List.of(root));
        List<Integer> levels = new ArrayList<>(List.of(0));
        if (tree != null) {
            TreeWalk walk = new TreeWalk(tree, root);
            while (walk.next()) {
                entities.add(walk.entity());
                levels.add(walk.level());
            }
        }
        for (long entity : entities) {
            index.put(entity, index.size());
        }
        List<Long> edges = edges(relations, isOutward, entities, index);
        List<SubtreePart> parts = new ArrayList<>();
        for (int i = 0; i < entities.size(); i++) {
            parts.add(capture(rows, tree, rows.entities().require(entities.get(i)), levels.get(i), index));
        }
        for (long edge : edges) {
            parts.add(capture(rows, null, rows.entities().require(edge), 0, index));
        }
        return parts;
    }

    private static List<Long> edges(
            Relations relations, boolean isOutward, List<Long> entities, Long2LongHashMap index) {
        List<Long> edges = new ArrayList<>();
        for (EdgeIndex relation : relations.edges()) {
            for (long source : entities) {
                for (long edge : relation.edgesFrom(source)) {
                    boolean isWithin = index.get(relation.target(edge)) != NOT_A_PART;
                    if ((isWithin || isOutward && !relation.isSymmetric()) && !index.containsKey(edge)) {
                        index.put(edge, index.size());
                        edges.add(edge);
                    }
                }
            }
        }
        return edges;
    }

    private static SubtreePart capture(Rows rows, Tree tree, long place, int level, Long2LongHashMap index) {
        EntityImage entity = EntityImage.of(rows, place, component -> isKept(tree, component, level));
        for (RowImage image : entity.images()) {
            if (tree != null && image.component() == tree.type().childOf()) {
                image.value(1, level); // the depth
            }
        }
        return part(
                entity,
                tree != null && tree.links().isNode(place) ? tree.links().childCount(place) : 0,
                index);
    }

    private static SubtreePart part(EntityImage entity, int childCount, Long2LongHashMap index) {
        List<PartLink> links = new ArrayList<>();
        for (RowImage image : entity.images()) {
            links.addAll(separate(image, index));
        }
        return new SubtreePart(entity.images(), links, entity.disabled(), entity.isDisabled(), childCount);
    }

    /** Not kept: the root's links to its own parent and siblings, and the links of other trees. */
    private static boolean isKept(Tree tree, Component<?> component, int level) {
        return !component.isLink()
                || tree != null
                        && (component == tree.type().node()
                                || component == tree.type().childOf() && level > 0);
    }

    /** Makes the lanes and elements of lists NULL that lead to parts, and returns where they lead. */
    private static List<PartLink> separate(RowImage image, Long2LongHashMap index) {
        List<PartLink> links = new ArrayList<>();
        int lane = 0;
        for (Column column : image.component().columns()) {
            for (int i = 0; i < ColumnSet.laneCount(column); i++, lane++) {
                if (column.kind() == ColumnKind.ENTITY) {
                    int target = (int) index.get(image.value(lane));
                    if (target != NOT_A_PART) {
                        links.add(new PartLink(image.component().id(), column.laneOffset(i), LANE, target));
                    }
                    if (target != NOT_A_PART || image.component().isLink()) {
                        image.value(lane, Entity.NULL);
                    }
                }
            }
            if (column instanceof ListColumn.OfEntity) {
                long[] list = (long[]) image.reference(ColumnSet.place(image.component(), column));
                separate(list, image.component().id(), column.offset(), index, links);
            }
        }
        return links;
    }

    private static void separate(long[] list, int id, int offset, Long2LongHashMap index, List<PartLink> links) {
        for (int i = 0; list != null && i < list.length; i++) {
            int target = (int) index.get(list[i]);
            if (target != NOT_A_PART) {
                links.add(new PartLink(id, offset, i, target));
                list[i] = Entity.NULL;
            }
        }
    }

    /**
     * One entity of a captured subtree. Immutable.
     *
     * @param images its components and their values, in the order of ids; lanes that lead to parts of the subtree are
     *     NULL
     * @param links these lanes
     * @param disabled the ids of components that are disabled
     * @param isDisabled whether the entity is disabled
     * @param childCount the number of its children
     */
    record SubtreePart(
            List<RowImage> images, List<PartLink> links, List<Integer> disabled, boolean isDisabled, int childCount) {
        SubtreePart {
            images = List.copyOf(images);
            links = List.copyOf(links);
            disabled = List.copyOf(disabled);
        }

        List<Component<?>> components() {
            return images.stream().<Component<?>>map(RowImage::component).toList();
        }

        /** The same components without values. */
        Prototype zero(Pools pools) {
            return new Prototype(components().stream().map(RowImage::zero).toList(), pools);
        }

        SubtreePart with(RowImage image, List<PartLink> imageLinks) {
            int id = image.component().id();
            List<RowImage> newImages = new ArrayList<>(images);
            newImages.removeIf(other -> other.component().id() == id);
            newImages.add(image);
            newImages.sort(Comparator.comparingInt(one -> one.component().id()));
            List<PartLink> newLinks = new ArrayList<>(links);
            newLinks.removeIf(link -> link.component() == id);
            newLinks.addAll(imageLinks);
            return new SubtreePart(newImages, newLinks, disabled, isDisabled, childCount);
        }

        SubtreePart withoutHandles() {
            return new SubtreePart(
                    images.stream().map(RowImage::withoutHandles).toList(), links, disabled, isDisabled, childCount);
        }

        SubtreePart without(int id) {
            return new SubtreePart(
                    images.stream()
                            .filter(image -> image.component().id() != id)
                            .toList(),
                    links.stream().filter(link -> link.component() != id).toList(),
                    disabled.stream().filter(one -> one != id).toList(),
                    isDisabled,
                    childCount);
        }
    }

    /**
     * A lane of entity handles in a part of a subtree, or an element of a list, that leads to a part of the same
     * subtree.
     *
     * @param component the component's id
     * @param offset the lane's offset, or that of the list
     * @param element the index in the list, or LANE
     * @param target the index of the part that it leads to
     */
    record PartLink(int component, int offset, int element, int target) {}

    /**
     * Makes instances of a {@link Subtree}. All instances of a part are spawned at once, part by part, and their
     * handles are kept in a table; then the lanes that lead to other parts get the handles of the same instance.
     * Observers are called last, again part by part: for parents before their children. Reused from call to call. For
     * the store's thread.
     *
     * <pre>
     *   table:  part 0: handle of instance 0, 1, 2, ...  | part 1: handle of instance 0, 1, 2, ... | ...
     * </pre>
     *
     * <p>SAFETY: the table has room for all handles, from {@link #make}; links have the offsets of declared columns, of
     * components that the new rows have.
     */
    public static final class SubtreeSpawn implements PromisedSpawn {
        private static final int MOST_AT_ONCE = 1 << 26;

        private final Subtree subtree;
        private final Structure structure;
        private final Entities entities;
        private final RowMask spawned = new RowMask();

        private long[] handles = {};

        private int instances;
        private int made;

        public SubtreeSpawn(Subtree subtree) {
            this.subtree = subtree;
            this.structure = subtree.structure;
            this.entities = subtree.rows.entities();
        }

        /** Makes instances, whose roots have values of their own or null. {@link #notifySpawned} calls the hooks. */
        public void make(int count, RecordPrototype values) {
            begin(count);
            complete(values);
        }

        /** Makes the instance of a root that was reserved. */
        @Override
        public void activate(long root, RecordPrototype values) {
            begin(1);
            structure.activateOnly(subtree.parts[0].allocator, root, subtree.parts[0].prototype, values);
            handles[made++] = root;
            complete(values);
            notifySpawned();
        }

        @Override
        public List<RowAllocator> allocators() {
            return subtree.allocators;
        }

        private void begin(int count) {
            long size = (long) subtree.count() * count;
            if (size > MOST_AT_ONCE) {
                throw new IllegalArgumentException("instances of a prefab with " + subtree.count() + " parts must be at"
                        + " most " + MOST_AT_ONCE / subtree.count() + " at once: count=" + count
                        + "; spawn them by several calls");
            }
            instances = count;
            made = 0;
            if (handles.length < size) {
                handles = new long[(int) size];
            }
        }

        /** Makes the parts that are not made yet, and links all. */
        private void complete(RecordPrototype values) {
            try {
                if (made > 0) {
                    long place = place(0, 0);
                    disable(subtree.parts[0], Place.base(place), Place.word(place), Place.bit(place));
                }
                for (int part = made; part < subtree.count(); part++) {
                    spawn(subtree.parts[part], part == 0 ? values : null);
                }
                for (int part = 0; part < subtree.count(); part++) {
                    link(part);
                }
                for (int instance = 0; instance < instances && values != null; instance++) {
                    values.write(place(0, instance));
                }
            } catch (RuntimeException e) {
                undo();
                throw e;
            }
        }

        private void spawn(Part part, RecordPrototype values) {
            if (instances > 1) {
                part.allocator().releaseClaimed(); // so that the rows are in ascending order
                part.allocator().reserveRows(instances);
            }
            for (int left = instances; left > 0; ) {
                structure.spawnInWord(part.allocator(), part.prototype(), values, left, spawned);
                long base = spawned.base();
                int word = spawned.word();
                long rows = spawned.rows();
                long[] to = handles;
                int next = made;
                for (long rest = rows; rest != 0; rest &= rest - 1) {
                    to[next++] = Entities.handle(base, (word << 6) + Long.numberOfTrailingZeros(rest));
                }
                made = next;
                left -= Long.bitCount(rows);
                disable(part, base, word, rows);
            }
        }

        private void disable(Part part, long base, int word, long rows) {
            List<Integer> disabled = part.captured().disabled();
            for (int i = 0; i < disabled.size(); i++) { // without an iterator, which is garbage
                structure.disableSpawned(base, word, rows, disabled.get(i));
            }
            if (part.captured().isDisabled()) {
                structure.disableSpawned(base, word, rows, DISABLED_ID); // last, because the block may move
            }
        }

        /** Writes the handles of parts to the lanes and elements of lists that lead to them. */
        private void link(int index) {
            PartLink[] links = subtree.parts[index].links();
            long[] from = handles;
            int count = instances;
            for (int instance = 0; instance < count; instance++) {
                long place = entities.require(from[index * count + instance]);
                if (subtree.tree != null) {
                    subtree.tree.linked(place);
                }
                for (PartLink link : links) {
                    long target = from[link.target() * count + instance];
                    if (link.element() == LANE) {
                        ColumnMemory.putLong(Place.base(place), Place.row(place), link.offset(), target);
                    } else {
                        long list = Place.base(place) + link.offset() + ((long) Place.row(place) << 3);
                        subtree.rows.references().elements().set(list, 3, link.element(), target);
                    }
                }
            }
        }

        private long place(int part, int instance) {
            return entities.require(handle(part, instance));
        }

        public long handle(int part, int instance) {
            return handles[part * instances + instance];
        }

        /** Calls the observers for all parts that are still alive. */
        public void notifySpawned() {
            for (int part = 0; part < subtree.count(); part++) {
                for (int instance = 0; instance < instances; instance++) {
                    structure.notifySpawned(subtree.parts[part].prototype, handle(part, instance));
                }
            }
        }

        /** Destroys what was made, without calling observers: nothing has seen it. */
        public void undo() {
            for (int i = 0; i < made; i++) {
                long place = entities.tryLocate(handles[i]);
                if (place != 0) {
                    structure.undoSpawn(Place.base(place), Place.word(place), Place.bit(place));
                }
            }
            made = 0;
        }
    }
}
