package basalt.world;

import basalt.component.Entity;
import basalt.component.TreeType;
import basalt.internal.Friend;
import basalt.internal.NoState;
import basalt.query.Query;
import basalt.query.QueryBuilder;
import basalt.runtime.WorldRuntime;
import basalt.storage.access.Store;
import basalt.storage.relation.Subtree;
import basalt.storage.relation.Tree;
import basalt.storage.relation.TreeLinks.TreeWalk;
import java.util.function.LongConsumer;

/**
 * The trees of one {@link TreeType} in a world: which entity is the parent of which, and the order of children.
 *
 * <pre>{@code
 * Hierarchy tree = world.hierarchy();
 * tree.attach(wheel, car);
 * for (long child = tree.firstChild(car); child != Entity.NULL; child = tree.nextSibling(child)) {
 *     world.set(child, Spin.SPEED, 3f);
 * }
 * }</pre>
 *
 * <p>The links are columns of the components {@link TreeType#childOf()} and {@link TreeType#node()}: queries find roots
 * and children, change queries find entities with another parent, and snapshots, files and the state hash contain them.
 * Only the methods of this class write them, and the same methods of {@link basalt.query.Commands}. An entity without
 * a parent is a root; it counts as one from the first time on that it has a child or a parent, or was {@linkplain #add
 * added}.
 *
 * <p>When a parent is destroyed, by whatever call, {@link TreeType#onParentDestroy()} says what happens to its
 * children. With {@link basalt.component.TreeType.OnParentDestroy#DESTROY} all that is below it is destroyed in the
 * same change, and observers are called for children before their parents.
 *
 * <p>Each operation takes O(1), with these exceptions: an entity that gets another depth passes it on to all that is
 * below it; an entity with children is attached after a search for a cycle, which goes from the new parent upwards.
 * Nothing is recursive, so a chain of a million entities is fine.
 *
 * <p>For the world's thread. Methods that only read may also be called by systems that declare {@code
 * reads(type.childOf(), type.node())}. A dead entity is a {@link basalt.component.DeadEntityException}. A change in an
 * observer is an {@link IllegalStateException}; if there is not enough memory for one, which is a {@link
 * basalt.memory.NativeMemoryException}, nothing has changed. Writing the links by kernels is an error that only strict
 * mode detects; a method that meets damaged links throws {@link IllegalStateException}.
 */
@NoState
public final class Hierarchy {
    private static final Friend<QueryBuilder, WorldRuntime> QUERIES = Friend.of(QueryBuilder.class, WorldRuntime.class);

    private final WorldRuntime runtime;
    private final Store store;
    private final TreeType type;
    private final Tree tree;
    private Names names;

    Hierarchy(WorldRuntime runtime, TreeType type) {
        this.runtime = runtime;
        this.type = type;
        store = runtime.store();
        tree = store.trees().of(type);
    }

    WorldRuntime runtime() {
        return runtime;
    }

    /** {@return the type of these trees} */
    public TreeType type() {
        return type;
    }

    /**
     * Makes an entity the last child of a parent. It leaves the parent that it had, and keeps its own children. A child
     * of this parent becomes the last one; that is no change of its parent.
     *
     * @param parent another entity, not below the child
     * @throws IllegalArgumentException if the parent is the child or below it
     */
    public void attach(long child, long parent) {
        store.checkOwnerForChange();
        tree.attach(child, parent, Entity.NULL);
    }

    /**
     * Makes an entity a child of a sibling's parent, in the place before the sibling. Otherwise like {@link #attach}.
     *
     * @param sibling another entity, which has a parent
     * @throws IllegalArgumentException if the sibling is the child or has no parent, or its parent is the child or
     *     below it
     */
    public void attachBefore(long child, long sibling) {
        store.checkOwnerForChange();
        tree.attachBefore(child, sibling);
    }

    /**
     * Makes a child a root. It keeps its own children.
     *
     * @return false if it has no parent
     */
    public boolean detach(long child) {
        store.checkOwnerForChange();
        return tree.detach(child);
    }

    /**
     * Makes an entity a root, so that {@link #roots()} finds it before it has children.
     *
     * @return false if it is in a tree already, where it stays
     */
    public boolean add(long entity) {
        store.checkOwnerForChange();
        return tree.add(entity);
    }

    /**
     * Whether an entity is in a tree: it has or has had a child or a parent, or was added.
     *
     * @return true until it is destroyed
     */
    public boolean contains(long entity) {
        checkRead();
        return tree.contains(entity);
    }

    /**
     * The parent of an entity.
     *
     * @return the parent; {@link Entity#NULL} if it has none
     */
    public long parent(long entity) {
        checkRead();
        return tree.parent(entity);
    }

    /**
     * The first child of an entity.
     *
     * @return the child; {@link Entity#NULL} if it has none
     */
    public long firstChild(long entity) {
        checkRead();
        return tree.firstChild(entity);
    }

    /**
     * The last child of an entity.
     *
     * @return the child; {@link Entity#NULL} if it has none
     */
    public long lastChild(long entity) {
        checkRead();
        return tree.lastChild(entity);
    }

    /**
     * The child of the same parent after an entity.
     *
     * @return the sibling; {@link Entity#NULL} if it is the last child, or has no parent
     */
    public long nextSibling(long entity) {
        checkRead();
        return tree.nextSibling(entity);
    }

    /**
     * The child of the same parent before an entity.
     *
     * @return the sibling; {@link Entity#NULL} if it is the first child, or has no parent
     */
    public long previousSibling(long entity) {
        checkRead();
        return tree.previousSibling(entity);
    }

    /**
     * The number of children of an entity.
     *
     * @return children, without their own ones
     */
    public int childCount(long entity) {
        checkRead();
        return tree.childCount(entity);
    }

    /**
     * How many entities are above an entity: its parent, that one's parent, and so on.
     *
     * @return 0 for a root, and for an entity in no tree
     */
    public int depth(long entity) {
        checkRead();
        return tree.depth(entity);
    }

    /**
     * The topmost entity above an entity. Takes O(depth).
     *
     * @return the root; the entity itself if it has no parent
     */
    public long root(long entity) {
        checkRead();
        return tree.root(entity);
    }

    /**
     * Whether an entity is above another one: its parent, that one's parent, and so on. Takes O(difference of depths).
     *
     * @return false also if both are the same
     */
    public boolean isAncestor(long ancestor, long entity) {
        checkRead();
        return tree.isAncestor(ancestor, entity);
    }

    /**
     * Calls a body for each child of an entity, in order. The body may detach, attach and destroy the child that it
     * gets. If it does so with the next child, that is an {@link IllegalStateException}.
     *
     * @param body gets the handle of each child
     */
    public void forEachChild(long entity, LongConsumer body) {
        checkRead();
        long child = tree.firstChild(entity);
        while (child != Entity.NULL) {
            long next = tree.nextSibling(child);
            body.accept(child);
            checkRead(); // the body may have closed the world
            if (next != Entity.NULL && !tree.isChildOf(next, entity)) {
                throw new IllegalStateException("the body of forEachChild has moved or destroyed "
                        + Entity.toString(next) + ", the next child, during the walk over the children of "
                        + Entity.toString(entity) + "; change the child that it gets, or collect them first");
            }
            child = next;
        }
    }

    /**
     * Calls a body for all that is below an entity: each entity before its children, children in order. The body must
     * not change the tree.
     *
     * @param body gets the handle of each entity
     * @throws IllegalStateException if the body has changed the tree
     */
    public void forEachBelow(long entity, LongConsumer body) {
        checkRead();
        long version = tree.version();
        TreeWalk walk = new TreeWalk(tree, entity);
        while (walk.next()) {
            body.accept(walk.entity());
            checkRead(); // the body may have closed the world
            if (tree.version() != version) {
                throw new IllegalStateException("the body of forEachBelow has changed the tree during the walk over"
                        + " what is below " + Entity.toString(entity) + "; collect the entities first");
            }
        }
    }

    /** A cursor over children and subtrees, not on a walk. Keep it, so that walks make no garbage. */
    public TreeCursor cursor() {
        checkRead();
        return new TreeCursor(this, new TreeWalk(tree, Entity.NULL));
    }

    /**
     * Finds entities by the names from their root on. Always the same object.
     *
     * @throws IllegalStateException on a wrong thread, in an observer, or after close
     */
    public Names names() {
        store.checkOwner("world.hierarchy().names()", "get it before the tick, and keep it");
        store.hookScope().requireOutside();
        if (names == null) {
            names = new Names(runtime, this);
            runtime.owner().recordOpenWrites();
        }
        return names;
    }

    /** A number that grows when links change. */
    long version() {
        checkRead();
        return tree.version();
    }

    /** As {@link #version()}; throws if the entity is not alive. */
    long beginWalk(long entity) {
        checkRead();
        tree.contains(entity);
        return tree.version();
    }

    /**
     * Makes a query of the roots: entities in a tree without a parent.
     *
     * @return a new query; keep it, or close it
     */
    public Query roots() {
        return QUERIES.exported(runtime).all(type.node()).none(type.childOf()).build();
    }

    /**
     * Copies an entity and all that is below it, as an instance of a prefab of them: handles that point to one of them
     * point to its copy, and the copy of the root has no parent. A prefab is cheaper for many copies, and commands make
     * its instances, too. Takes O(entities below and their edges).
     *
     * <p>Edges of {@link ManyToMany} relations between these entities are copied, with the copies as their ends. An
     * edge to another entity is copied, too: the copy has the same target. Not copied are edges from other entities,
     * and those of symmetric relations, which have no direction, to others.
     *
     * @param root an entity, in a tree or not
     * @return the copy of the root
     */
    public long copy(long root) {
        store.checkOwner(
                "world.hierarchy().copy(...)", "declare the system exclusive(), or spawn a prefab by commands");
        return store.trees().spawnCopy(type, root);
    }

    /**
     * Captures an entity and all that is below it, as a prefab; and the edges between these, of {@link ManyToMany}
     * relations.
     *
     * @param root an entity, in a tree or not
     */
    public Prefab prefab(long root) {
        store.checkOwner("world.hierarchy().prefab(...)", "make the prefab before the tick");
        return new Prefab(runtime, store.trees().capture(type, root));
    }

    /**
     * Copies a prefab of another world, so that it makes instances in this one. Its parts have the same indices and
     * names. Handles of entities outside of the prefab become {@link Entity#NULL}. The other world may be closed.
     *
     * @param other the prefab, made by a hierarchy of the same type
     * @throws IllegalArgumentException if the prefab is null, or of another type of trees
     */
    public Prefab prefab(Prefab other) {
        store.checkOwner("world.hierarchy().prefab(...)", "make the prefab before the tick");
        if (other == null) {
            throw new IllegalArgumentException("the prefab must not be null: pass one of another world");
        }
        Subtree subtree = other.subtree();
        if (subtree.type() != type) {
            throw new IllegalArgumentException(
                    "the prefab has links of the tree '" + subtree.type().name() + "', not of '" + type.name()
                            + "'; copy it by world.hierarchy(type) of its type");
        }
        return new Prefab(runtime, store.trees().copy(subtree));
    }

    /** Throws on a wrong thread, after close, or, in strict mode, in a system that has not declared the components. */
    void checkRead() {
        store.checkRead(type.childOf());
        store.checkRead(type.node());
    }
}
