package basalt.storage.relation;

import basalt.component.Component;
import basalt.component.Entity;
import basalt.component.EntityColumn;
import basalt.component.TreeType;
import basalt.storage.ColumnMemory;
import basalt.storage.LinkCheck;
import basalt.storage.Place;
import basalt.storage.Pools;
import basalt.storage.Prototype;
import basalt.storage.RowAllocator;
import basalt.storage.RowImage;
import basalt.storage.Rows;
import basalt.storage.change.Structure;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

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
        parts[0].allocator.promises(new PromisedInstance(this, List.copyOf(allocators.values())));
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

    /** Captures an entity and all that is below it. */
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

    /** The index of the copy of an entity. */
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
            LinkCheck.requireNoLink(image.component());
            changed.set(part, changed.get(part).with(image, index.separate(image)));
        }

        public boolean has(int part, Component<?> component) {
            return changed.get(part).components().contains(component);
        }

        public void without(int part, Component<?> component) {
            LinkCheck.requireNoLink(component);
            changed.set(part, changed.get(part).without(component.id()));
        }

        /** {@return a new subtree with the changes} */
        public Subtree build() {
            return new Subtree(rows, structure, tree, index, changed);
        }
    }

    Part part(int part) {
        return parts[part];
    }

    Rows rows() {
        return rows;
    }

    Structure structure() {
        return structure;
    }

    Tree tree() {
        return tree;
    }
}
