package basalt.storage.relation;

import basalt.component.ChildOf;
import basalt.component.Component;
import basalt.component.Entity;
import basalt.component.TreeNode;
import basalt.component.TreeType;
import basalt.storage.Entities;
import basalt.storage.Place;
import basalt.storage.Pools;
import basalt.storage.RowImage;
import basalt.storage.Rows;
import basalt.storage.change.Hooks.Moment;
import basalt.storage.change.Structure;
import basalt.storage.relation.TreeLinks.TreeWalk;
import basalt.storage.relation.Trees.LevelOrder;
import java.util.Arrays;
import java.util.function.LongConsumer;
import org.agrona.collections.ArrayUtil;

/**
 * The trees of one type in a store: attaches and detaches entities. See {@link TreeLinks} for the links, and {@link
 * ChildrenRule} for parents that are destroyed. Each operation takes O(1), but for the depths of what is below an
 * entity that gets another depth, and for the search for a cycle if the child has children, which goes from the new
 * parent up to the child's depth. Nothing is recursive.
 *
 * <p>Memory is taken before anything changes. For the store's thread; the reading methods also for workers.
 */
public final class Tree {
    /** The rows whose changes are told apart together. */
    public static final int ROWS_TOGETHER = 256;

    private final TreeType type;
    private final Component<ChildOf> childOf;
    private final Component<TreeNode> node;
    private final Rows rows;
    private final Entities entities;
    private final Pools pools;
    private final Structure structure;
    private final TreeLinks links;
    private final int[] linkIds;
    private final RowImage childImage;
    private final TreeHooks hooks;

    private final TreeWalk below;

    private long version;

    /** For each {@value #ROWS_TOGETHER} rows of the world, the version of the last change of a parent or depth. */
    private long[] linkedAt = {};

    /** That of the last change in any rows. */
    private long allLinkedAt;

    Tree(TreeType type, Rows rows, Structure structure) {
        this.type = type;
        this.rows = rows;
        this.structure = structure;
        childOf = type.childOf();
        node = type.node();
        entities = rows.entities();
        pools = rows.pools();
        links = new TreeLinks(type, entities);
        linkIds = new int[] {childOf.id(), node.id()};
        childImage = RowImage.of(childOf, new ChildOf(Entity.NULL, 0));
        hooks = new TreeHooks(structure, childOf.id());
        below = new TreeWalk(this, Entity.NULL);
    }

    public TreeType type() {
        return type;
    }

    public TreeHooks hooks() {
        return hooks;
    }

    /**
     * Makes an entity the last child of a parent, or the child before a sibling. It leaves the parent that it had, and
     * what is below it stays there.
     */
    public void attach(long child, long parent, long before) {
        long childPlace = entities.require(child);
        long parentPlace = entities.require(parent);
        boolean isNode = links.isNode(childPlace);
        boolean hasChildren = isNode && links.firstChild(childPlace) != Entity.NULL;
        if (child == parent || hasChildren && isAbove(child, childPlace, parent, parentPlace)) {
            throw cycle(child, parent);
        }
        structure.hookScope().begin();
        try {
            long old = isNode ? links.parent(childPlace) : Entity.NULL;
            boolean isParentNode = links.isNode(parentPlace);
            boolean arePlacesSame = old != Entity.NULL && isParentNode
                    || addNodes(child, childPlace, isNode, parent, parentPlace, isParentNode);
            if (structure.isNotifying()) {
                if (old != Entity.NULL && old != parent) {
                    hooks.detaching(child);
                }
                recordWrites(child, old, parent, before);
            }
            if (!arePlacesSame || structure.isNotifying()) {
                childPlace = links.node(child);
                parentPlace = links.node(parent);
            }
            int depth = links.depth(parentPlace) + 1;
            boolean isMoved = hasChildren && depth != links.depth(childPlace);
            if (isMoved) {
                setDepthsBelow(child, depth); // first, because it may meet damaged links
            }
            if (old != Entity.NULL) {
                unlink(childPlace, old);
            }
            link(childPlace, child, parentPlace, before);
            if (old == Entity.NULL) {
                addParent(childPlace, parent, depth);
            } else if (old != parent) {
                changeParent(childPlace, child, parent, depth);
            }
            if (isMoved) {
                notifyDepthsBelow(child);
            }
        } catch (Throwable e) {
            structure.hookScope().endAfter(e);
            throw e;
        }
        structure.hookScope().end();
    }

    /**
     * Makes an entity a child of a sibling's parent, in the place before the sibling. Otherwise like {@link #attach}.
     */
    public void attachBefore(long child, long sibling) {
        long parent = parent(sibling);
        if (child == sibling || parent == Entity.NULL) {
            throw new IllegalArgumentException("entity " + Entity.toString(child) + " cannot come before "
                    + (child == sibling ? "itself" : Entity.toString(sibling) + ", which has no parent")
                    + " in the tree '" + type.name() + "'; give another child of the parent");
        }
        attach(child, parent, sibling);
    }

    private IllegalArgumentException cycle(long child, long parent) {
        return new IllegalArgumentException("entity " + Entity.toString(child) + " cannot become a child of "
                + (child == parent ? "itself" : Entity.toString(parent) + ", which is below it") + " in the tree '"
                + type.name() + "'; detach the parent first");
    }

    /** Lets a parent and its new child have links. Takes the memory for all of them before anything changes. */
    private boolean addNodes(
            long child, long childPlace, boolean isNode, long parent, long parentPlace, boolean isParentNode) {
        long childBase = pools.makeRoom(Place.base(childPlace), linkIds);
        boolean areSame = childBase == Place.base(childPlace);
        if (!isParentNode) {
            long before = Place.base(entities.require(parent));
            areSame &= pools.makeRoom(before, node.id()) == Place.base(parentPlace);
            addNode(entities.require(parent));
        }
        if (!isNode) {
            addNode(areSame && !structure.isNotifying() ? childPlace : entities.require(child));
        }
        return areSame;
    }

    private boolean addNode(long place) {
        version++; // before observers are called
        if (structure.tryInsert(Place.base(place), Place.row(place), node.id())) {
            links.clear(place);
            return true;
        }
        return structure.add(Place.base(place), Place.row(place), node);
    }

    /** Writes the parent of a child that had none. There is room. */
    private void addParent(long place, long parent, int depth) {
        if (structure.isNotifying()) {
            childImage.value(0, parent); // not by a new record, which would be garbage
            childImage.value(1, depth);
            structure.add(Place.base(place), Place.word(place), Place.bit(place), childImage);
        } else {
            if (!structure.tryInsert(Place.base(place), Place.row(place), childOf.id())) {
                structure.add(Place.base(place), Place.row(place), childOf);
            }
            links.put(place, links.parent, parent);
            links.depth(place, depth);
        }
    }

    private void changeParent(long place, long child, long parent, int depth) {
        links.put(place, links.parent, parent);
        links.depth(place, depth);
        if (structure.isNotifying()) {
            structure.written(child, place, childOf);
            hooks.attached(child);
        }
    }

    public boolean detach(long child) {
        long place = entities.require(child);
        if (!links.isChild(place)) {
            structure.hookScope().requireOutside();
            return false;
        }
        long parent = links.parent(place);
        links.node(parent); // throws before anything has changed if the link is damaged
        structure.hookScope().begin();
        try {
            recordWrites(child, parent, Entity.NULL, Entity.NULL);
            structure.remove(Place.base(place), Place.row(place), childOf); // first, because it may have no memory
            recordWrites(child, parent, Entity.NULL, Entity.NULL); // again: an observer may have read the record
            unlink(links.node(child), parent);
            setDepthsBelow(child, 0);
            notifyDepthsBelow(child);
        } catch (Throwable e) {
            structure.hookScope().endAfter(e);
            throw e;
        }
        structure.hookScope().end();
        return true;
    }

    /** Makes an entity a root without children, unless it is in a tree. */
    public boolean add(long entity) {
        long place = entities.require(entity);
        structure.hookScope().requireOutside();
        return !links.isNode(place) && addNode(place);
    }

    private void link(long childPlace, long child, long parentPlace, long before) {
        linked(childPlace);
        long previous = previous(parentPlace, before);
        linkNeighbours(parentPlace, previous, child, before, child);
        links.put(childPlace, links.previousSibling, previous);
        links.put(childPlace, links.nextSibling, before);
        links.addToCount(parentPlace, 1);
    }

    private long previous(long parentPlace, long before) {
        return before == Entity.NULL ? links.lastChild(parentPlace) : links.previousSibling(links.node(before));
    }

    /** Removes a child from the links of its parent and siblings. */
    void unlink(long childPlace, long parent) {
        linked(childPlace);
        long parentPlace = links.node(parent);
        long previous = links.previousSibling(childPlace);
        long next = links.nextSibling(childPlace);
        linkNeighbours(parentPlace, previous, next, next, previous);
        links.put(childPlace, links.previousSibling, Entity.NULL);
        links.put(childPlace, links.nextSibling, Entity.NULL);
        links.addToCount(parentPlace, -1);
    }

    /** Links the child before a place among the children, or the parent, to another one; so the child after it. */
    private void linkNeighbours(long parentPlace, long previous, long afterPrevious, long next, long beforeNext) {
        if (previous == Entity.NULL) {
            links.put(parentPlace, links.firstChild, afterPrevious);
        } else {
            links.put(links.node(previous), links.nextSibling, afterPrevious);
        }
        if (next == Entity.NULL) {
            links.put(parentPlace, links.lastChild, beforeNext);
        } else {
            links.put(links.node(next), links.previousSibling, beforeNext);
        }
    }

    /** Records that a child will leave a parent, and get another one; either may be NULL. Before anything changes. */
    void recordWrites(long child, long from, long to, long before) {
        if (structure.isWriteObserved()) {
            recordWrite(child);
            if (from != Entity.NULL) {
                recordWrite(from);
                recordWrite(links.previousSibling(links.node(child)));
                recordWrite(links.nextSibling(links.node(child)));
            }
            if (to != Entity.NULL) {
                recordWrite(to);
                recordWrite(previous(links.node(to), before));
                recordWrite(before);
            }
        }
    }

    private void recordWrite(long entity) {
        if (entity != Entity.NULL) {
            structure.changeTracker().recordWritten(links.node(entity), node);
        }
    }

    private void setDepthsBelow(long entity, int depth) {
        below.begin(entity);
        while (below.next()) {
            long place = links.node(below.entity());
            linked(place);
            links.depth(place, depth + below.level());
        }
    }

    private void notifyDepthsBelow(long entity) {
        if (structure.isWriteObserved()) {
            below.begin(entity);
            while (below.next()) {
                structure.written(below.entity(), links.node(below.entity()), childOf);
            }
        }
    }

    /** The place of an entity, for reading its links. Returns the {@link Place}; 0 if the entity is in no tree. */
    long tryNode(long entity) {
        long place = entities.require(entity);
        return links.isNode(place) ? place : 0;
    }

    public boolean contains(long entity) {
        return tryNode(entity) != 0;
    }

    public boolean isChildOf(long child, long parent) {
        long place = entities.tryLocate(child);
        return place != 0 && links.parent(place) == parent;
    }

    boolean isAlive(long entity) {
        return entity != Entity.NULL && entities.tryLocate(entity) != 0;
    }

    /** {@return a number that grows when links change} */
    public long version() {
        return version + rows.replacements();
    }

    /** Whether a parent or depth may have changed since a version, in some of {@value #ROWS_TOGETHER} rows. */
    public boolean isChanged(int rowsTogether, long since) {
        return allLinkedAt > since || rowsTogether < linkedAt.length && linkedAt[rowsTogether] > since;
    }

    /** Counts a link of a child that comes or goes, or its depth. */
    void linked(long place) {
        int rowsTogether = Place.rowOfWorld(place) / ROWS_TOGETHER;
        if (rowsTogether >= linkedAt.length) {
            linkedAt = Arrays.copyOf(linkedAt, Math.max(64, 2 * rowsTogether));
        }
        version++;
        linkedAt[rowsTogether] = version();
    }

    /** Counts links that come or go with their entities, any number of them. */
    void linked() {
        version++;
        allLinkedAt = version();
    }

    /** {@return the breadth-first order of the entities, not made yet} */
    public LevelOrder levelOrder() {
        return new LevelOrder(this, rows);
    }

    TreeLinks links() {
        return links;
    }

    public long parent(long entity) {
        return links.parent(entities.require(entity));
    }

    public int depth(long entity) {
        return links.depth(entities.require(entity));
    }

    public long parentAt(long place) {
        return links.parent(place);
    }

    /** {@return the number of parents above the entity in a row; at most that of all entities} */
    public int depthAt(long place) {
        int depth = links.depth(place);
        if (depth < 0 || depth > entities.count()) {
            throw links.damaged("the depth of " + Entity.toString(Entities.handle(place)) + " is " + depth);
        }
        return depth;
    }

    public long firstChild(long entity) {
        long place = tryNode(entity);
        return place == 0 ? Entity.NULL : links.firstChild(place);
    }

    public long lastChild(long entity) {
        long place = tryNode(entity);
        return place == 0 ? Entity.NULL : links.lastChild(place);
    }

    public long nextSibling(long entity) {
        long place = tryNode(entity);
        return place == 0 ? Entity.NULL : links.nextSibling(place);
    }

    public long previousSibling(long entity) {
        long place = tryNode(entity);
        return place == 0 ? Entity.NULL : links.previousSibling(place);
    }

    public int childCount(long entity) {
        long place = tryNode(entity);
        return place == 0 ? 0 : links.childCount(place);
    }

    public boolean isAncestor(long ancestor, long entity) {
        return isAbove(ancestor, entities.require(ancestor), entity, entities.require(entity));
    }

    private boolean isAbove(long ancestor, long ancestorPlace, long entity, long entityPlace) {
        int top = links.depth(ancestorPlace);
        long at = entity;
        long place = entityPlace;
        for (int depth = links.depth(place); depth > top; depth--) {
            at = links.parent(place);
            place = links.node(at);
        }
        return at == ancestor && at != entity;
    }

    /** {@return the entity above an entity that has no parent; the entity itself if it has none} */
    public long root(long entity) {
        long at = entity;
        long place = entities.require(entity);
        for (int depth = links.depth(place); depth > 0; depth--) {
            at = links.parent(place);
            place = links.node(at);
        }
        return at;
    }

    /**
     * Callbacks for children that are attached and detached. The first parent, and the last one, are additions and
     * removals of {@link basalt.component.ChildOf}; a change from one parent to another is called here. For the store's
     * thread.
     */
    public static final class TreeHooks {
        private static final LongConsumer[] NONE = {};

        private final Structure structure;
        private final int childOfId;
        private LongConsumer[] attached = NONE;
        private LongConsumer[] detaching = NONE;

        TreeHooks(Structure structure, int childOfId) {
            this.structure = structure;
            this.childOfId = childOfId;
        }

        /** Registers a hook: called after an entity has got a parent (ADDED), or before it loses it (REMOVING). */
        public void register(Moment moment, LongConsumer hook) {
            structure.hooks().register(moment, childOfId, hook);
            if (moment == Moment.ADDED) {
                attached = ArrayUtil.add(attached, hook);
            } else {
                detaching = ArrayUtil.add(detaching, hook);
            }
        }

        public void unregister(Moment moment, LongConsumer hook) {
            structure.hooks().unregister(moment, childOfId, hook);
            attached = ArrayUtil.remove(attached, hook);
            detaching = ArrayUtil.remove(detaching, hook);
        }

        void attached(long child) {
            structure.hookScope().call(attached, child);
        }

        void detaching(long child) {
            structure.hookScope().call(detaching, child);
        }
    }
}
