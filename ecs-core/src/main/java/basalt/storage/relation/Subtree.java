package basalt.storage.relation;

import static basalt.component.layout.BlockLayout.DISABLED_ID;

import basalt.component.ChildOf;
import basalt.component.Column;
import basalt.component.ColumnKind;
import basalt.component.Component;
import basalt.component.Entity;
import basalt.component.EntityColumn;
import basalt.component.ReferenceColumn;
import basalt.component.TreeType;
import basalt.component.layout.ComponentAreas;
import basalt.storage.ColumnMemory;
import basalt.storage.Entities;
import basalt.storage.Entities.RowMask;
import basalt.storage.Place;
import basalt.storage.Pools;
import basalt.storage.Prototype;
import basalt.storage.RowAllocator;
import basalt.storage.RowAllocator.PromisedSpawn;
import basalt.storage.RowImage;
import basalt.storage.Rows;
import basalt.storage.change.Structure;
import basalt.storage.relation.TreeLinks.TreeWalk;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.agrona.UnsafeApi;
import org.agrona.collections.Long2LongHashMap;

/**
 * A copy of an entity and all that is below it, from which {@link SubtreeSpawn} makes instances. Parts with the same
 * components get their rows from the same blocks. Immutable, and on the heap. For the store's thread; {@link #find}
 * also for workers.
 */
public final class Subtree {
    private final Rows rows;
    private final Structure structure;
    private final Tree tree;
    private final PartIndex index;
    private final Part[] parts;

    /** How a part is spawned: the values, where its rows come from, and the lanes that lead to other parts. */
    record Part(
            SubtreePart captured,
            Prototype prototype,
            RowAllocator allocator,
            int[] linkOffsets,
            int[] linkTargets,
            int[] disabled) {}

    private Subtree(Rows rows, Structure structure, Tree tree, PartIndex index, List<SubtreePart> captured) {
        this.rows = rows;
        this.structure = structure;
        this.tree = tree;
        this.index = index;
        this.parts = new Part[captured.size()];
        Map<List<Integer>, RowAllocator> allocators = new LinkedHashMap<>();
        for (int i = 0; i < parts.length; i++) {
            parts[i] = part(captured.get(i), allocators);
        }
        parts[0].allocator.promises(new SubtreeSpawn.PromisedInstance(this, List.copyOf(allocators.values())));
    }

    private Part part(SubtreePart captured, Map<List<Integer>, RowAllocator> allocators) {
        Prototype prototype = new Prototype(captured.images(), rows.pools());
        List<Integer> ids = Arrays.stream(prototype.ids()).boxed().toList();
        return new Part(
                captured,
                prototype,
                allocators.computeIfAbsent(ids, some -> new RowAllocator(rows, prototype, true)),
                captured.links().stream().mapToInt(PartLink::offset).toArray(),
                captured.links().stream().mapToInt(PartLink::target).toArray(),
                captured.disabled().stream().mapToInt(Integer::intValue).toArray());
    }

    static Subtree of(Rows rows, Structure structure, Tree tree, long root) {
        SubtreeCapture capture = new SubtreeCapture(rows, tree, root);
        return new Subtree(rows, structure, tree, capture.index(), capture.parts());
    }

    /** The same for the store of other rows and a tree of the same type, without the handles of entities outside. */
    Subtree copy(Rows otherRows, Structure otherStructure, Tree otherTree) {
        List<SubtreePart> copies =
                Arrays.stream(parts).map(part -> part.captured.withoutHandles()).toList();
        return new Subtree(otherRows, otherStructure, otherTree, new PartIndex(), copies);
    }

    /** {@return the number of parts, the root included} */
    public int count() {
        return parts.length;
    }

    /** {@return the components of a part, in the order of their ids} */
    public List<Component<?>> components(int part) {
        return parts[part].captured.components();
    }

    public TreeType type() {
        return tree.type();
    }

    /** {@return the allocator of the roots; a reserved root becomes a whole instance} */
    public RowAllocator rootAllocator() {
        return parts[0].allocator;
    }

    public int indexOf(long original) {
        int found = index.of(original);
        if (found == PartIndex.NOT_A_PART) {
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
            changed.set(part, changed.get(part).with(image, index.separate(image)));
        }

        public boolean has(int part, Component<?> component) {
            return changed.get(part).components().contains(component);
        }

        public void without(int part, Component<?> component) {
            Pools.requireNoLink(component);
            changed.set(part, changed.get(part).without(component.id()));
        }

        public Subtree build() {
            return new Subtree(rows, structure, tree, index, changed);
        }
    }

    /**
     * Reads an entity and all that is below it. Its links to its own parent and siblings are left out, and so are the
     * links of trees of other types. For the store's thread.
     */
    static final class SubtreeCapture {
        private final Rows rows;
        private final Tree tree;
        private final List<Long> entities = new ArrayList<>();
        private final List<Integer> levels = new ArrayList<>();
        private final PartIndex index = new PartIndex();

        SubtreeCapture(Rows rows, Tree tree, long root) {
            this.rows = rows;
            this.tree = tree;
            rows.entities().require(root);
            add(root, 0);
            TreeWalk below = new TreeWalk(tree, root);
            while (below.next()) {
                add(below.entity(), below.level());
            }
        }

        private void add(long entity, int level) {
            index.add(entity);
            entities.add(entity);
            levels.add(level);
        }

        PartIndex index() {
            return index;
        }

        /** The parts: the root first, each one before its children, children in order. */
        List<SubtreePart> parts() {
            List<SubtreePart> parts = new ArrayList<>();
            for (int i = 0; i < entities.size(); i++) {
                parts.add(part(rows.entities().require(entities.get(i)), levels.get(i)));
            }
            return parts;
        }

        private SubtreePart part(long place, int level) {
            List<RowImage> images = new ArrayList<>();
            List<PartLink> links = new ArrayList<>();
            List<Integer> disabled = new ArrayList<>();
            for (int id = 0; id < ComponentAreas.process().count(); id++) {
                Component<?> component = rows.pools().component(id);
                if (component != null
                        && Pools.has(Place.base(place), Place.row(place), id)
                        && isKept(component, level)) {
                    RowImage image = image(component, place, level);
                    links.addAll(index.separate(image));
                    images.add(image);
                    if (!Pools.isEnabled(Place.base(place), Place.row(place), id)) {
                        disabled.add(id);
                    }
                }
            }
            boolean isDisabled = Pools.has(Place.base(place), Place.row(place), DISABLED_ID);
            int childCount = tree.links().isNode(place) ? tree.links().childCount(place) : 0;
            return new SubtreePart(images, links, disabled, isDisabled, childCount);
        }

        private boolean isKept(Component<?> component, int level) {
            return !component.isLink()
                    || component == tree.type().node()
                    || component == tree.type().childOf() && level > 0;
        }

        private RowImage image(Component<?> component, long place, int level) {
            return component == tree.type().childOf()
                    ? RowImage.of(component, new ChildOf(tree.links().parent(place), level))
                    : RowImage.of(component, place, rows.references());
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

        /** The components, in the order of their ids. */
        List<Component<?>> components() {
            return images.stream().<Component<?>>map(RowImage::component).toList();
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

        /** The part for another world, without the handles of entities outside. */
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

    /** The parts of a captured subtree, by the entities that they are copies of. */
    static final class PartIndex {
        static final int NOT_A_PART = -1;

        private final Long2LongHashMap indices = new Long2LongHashMap(NOT_A_PART);

        void add(long entity) {
            indices.put(entity, indices.size());
        }

        /** The index of the copy of an entity; {@link #NOT_A_PART} if there is none. */
        int of(long entity) {
            return (int) indices.get(entity);
        }

        List<PartLink> separate(RowImage image) {
            List<PartLink> links = new ArrayList<>();
            int lane = 0;
            for (Column column : image.component().columns()) {
                int lanes = column instanceof ReferenceColumn<?> ? 0 : column.length();
                for (int i = 0; i < lanes; i++, lane++) {
                    if (column.kind() == ColumnKind.ENTITY) {
                        int target = of(image.value(lane));
                        if (target != NOT_A_PART) {
                            links.add(new PartLink(image.component().id(), column.laneOffset(i), target));
                        }
                        if (target != NOT_A_PART || image.component().isLink()) {
                            image.value(lane, Entity.NULL);
                        }
                    }
                }
            }
            return links;
        }
    }

    /**
     * A lane of entity handles in a part of a subtree that leads to a part of the same subtree.
     *
     * @param component the component's id
     * @param offset the lane's offset
     * @param target the index of the part that it leads to
     */
    record PartLink(int component, int offset, int target) {}

    /**
     * Makes instances of a {@link Subtree}. All instances of a part are spawned at once, part by part, and their
     * handles are kept in a table; then the lanes that lead to other parts get the handles of the same instance.
     * Observers are called last, again part by part: for parents before their children. Reused from call to call. For
     * the store's thread.
     *
     * <p>An instance whose root was promised is made in the same way, and has its table on the heap.
     *
     * <pre>
     *   table:  part 0: handle of instance 0, 1, 2, ...  | part 1: handle of instance 0, 1, 2, ... | ...
     * </pre>
     *
     * <p>SAFETY: the table has room for all handles, from {@link #make}; links have the offsets of declared columns, of
     * components that the new rows have.
     */
    public static final class SubtreeSpawn {
        private final Subtree subtree;
        private final Structure structure;
        private final Entities entities;
        private final RowMask spawned = new RowMask();

        /** The table of one instance; null if {@link #table} is the address of one off heap. */
        private long[] single;

        private long table;
        private int instances;
        private long made;

        /** Creates an object that makes nothing yet. */
        public SubtreeSpawn(Subtree subtree) {
            this.subtree = subtree;
            this.structure = subtree.structure;
            this.entities = subtree.rows.entities();
        }

        /** {@return bytes of the table for a number of instances} */
        public long tableBytes(int count) {
            return (long) subtree.count() * count * Long.BYTES;
        }

        /** Makes instances without calling observers. */
        public void make(long memory, int count) {
            single = null;
            table = memory;
            instances = count;
            made = 0;
            complete();
        }

        /** Makes the instance of a root that was reserved, without calling observers. */
        public void make(long[] handles, long root) {
            single = handles;
            instances = 1;
            made = 0;
            structure.activateOnly(subtree.parts[0].allocator, root);
            handles[(int) made++] = root;
            complete();
        }

        /** Makes the parts that are not made yet, and links all. */
        private void complete() {
            try {
                if (made > 0) {
                    long place = place(0, 0);
                    disable(subtree.parts[0], Place.base(place), Place.word(place), Place.bit(place));
                }
                for (int part = (int) made; part < subtree.count(); part++) {
                    spawn(subtree.parts[part]);
                }
                for (int part = 0; part < subtree.count(); part++) {
                    link(part);
                }
                subtree.tree.linked();
            } catch (RuntimeException e) {
                undo();
                throw e;
            }
        }

        private void spawn(Part part) {
            if (instances > 1) {
                part.allocator().releaseClaimed(); // so that the rows are in ascending order
                part.allocator().reserveRows(instances);
            }
            for (int left = instances; left > 0; ) {
                structure.spawnInWord(part.allocator(), part.prototype(), left, spawned);
                long base = spawned.base();
                int word = spawned.word();
                long rows = spawned.rows();
                for (long rest = rows; rest != 0; rest &= rest - 1) {
                    addMade(Entities.handle(base, (word << 6) + Long.numberOfTrailingZeros(rest)));
                }
                left -= Long.bitCount(rows);
                disable(part, base, word, rows);
            }
        }

        private void addMade(long handle) {
            if (single != null) {
                single[(int) made] = handle;
            } else {
                UnsafeApi.putLong(null, table + made * Long.BYTES, handle);
            }
            made++;
        }

        private long made(long at) {
            return single != null ? single[(int) at] : UnsafeApi.getLong(null, table + at * Long.BYTES);
        }

        private void disable(Part part, long base, int word, long rows) {
            for (int id : part.disabled()) {
                structure.disable(base, word, rows, id);
            }
            if (part.captured().isDisabled()) {
                structure.addTag(base, word, rows, DISABLED_ID); // last, because the block may move
            }
        }

        /** Writes the handles of parts to the lanes that lead to them. */
        private void link(int index) {
            Part part = subtree.parts[index];
            int[] offsets = part.linkOffsets();
            int[] targets = part.linkTargets();
            for (int instance = 0; instance < instances; instance++) {
                long place = place(index, instance);
                for (int i = 0; i < offsets.length; i++) {
                    ColumnMemory.putLong(Place.base(place), Place.row(place), offsets[i], handle(targets[i], instance));
                }
            }
        }

        private long place(int part, int instance) {
            return entities.require(handle(part, instance));
        }

        public long handle(int part, int instance) {
            return made((long) part * instances + instance);
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
            for (long i = 0; i < made; i++) {
                long place = entities.tryLocate(made(i));
                if (place != 0) {
                    structure.undoSpawn(Place.base(place), Place.word(place), Place.bit(place));
                }
            }
            made = 0;
        }

        /**
         * Makes the instances of a subtree whose roots were reserved. Reused from call to call. For the store's thread.
         */
        static final class PromisedInstance implements PromisedSpawn {
            private final Subtree subtree;
            private final SubtreeSpawn spawn;
            private final List<RowAllocator> allocators;
            private long[] handles = {};

            PromisedInstance(Subtree subtree, List<RowAllocator> allocators) {
                this.subtree = subtree;
                this.spawn = new SubtreeSpawn(subtree);
                this.allocators = List.copyOf(allocators);
            }

            @Override
            public void activate(long root) {
                if (handles.length < subtree.count()) {
                    handles = new long[subtree.count()];
                }
                spawn.make(handles, root);
                spawn.notifySpawned();
            }

            @Override
            public List<RowAllocator> allocators() {
                return allocators;
            }
        }
    }
}
