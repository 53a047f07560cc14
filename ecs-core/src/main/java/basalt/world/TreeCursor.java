package basalt.world;

import basalt.component.Entity;
import basalt.storage.relation.TreeLinks.TreeWalk;

/**
 * A walk over the children of an entity, or over all that is below it, in order. The caller drives the loop, and may
 * skip what is below the current entity:
 *
 * <pre>{@code
 * TreeCursor walk = tree.cursor();                     // once
 * walk.below(tank);
 * while (walk.next()) {
 *     if (world.has(walk.entity(), Hidden.TYPE)) walk.skipChildren(); else draw(walk.entity(), walk.level());
 * }
 * }</pre>
 *
 * <p>It goes by the links, takes no memory, however deep the tree is, and need not be closed. The tree must not change
 * during a walk; other components may. A step takes O(1), and one up several levels takes O(levels). For the threads
 * that may read the {@link Hierarchy}, one at a time.
 */
public final class TreeCursor {
    private final Hierarchy tree;
    private final TreeWalk walk;
    private long version;
    private boolean isBegun;
    private boolean isOver;
    private boolean isOn;
    private boolean isSkipping;
    private boolean isOverChildren;

    TreeCursor(Hierarchy tree, TreeWalk walk) {
        this.tree = tree;
        this.walk = walk;
    }

    /**
     * Begins a walk over all that is below an entity, before the first: each entity before its children, children in
     * order. Ends the walk before.
     *
     * @param entity an entity, in a tree or not
     * @throws basalt.component.DeadEntityException if the entity is not alive
     * @throws IllegalStateException on a wrong thread, or after the world was closed
     */
    public TreeCursor below(long entity) {
        begin(entity, false);
        return this;
    }

    /**
     * Begins a walk over the children of an entity, before the first. Ends the walk before.
     *
     * @param entity an entity, in a tree or not
     * @throws basalt.component.DeadEntityException if the entity is not alive
     * @throws IllegalStateException on a wrong thread, or after the world was closed
     */
    public TreeCursor children(long entity) {
        begin(entity, true);
        return this;
    }

    private void begin(long entity, boolean overChildren) {
        isBegun = false;
        isOn = false;
        version = tree.beginWalk(entity);
        walk.begin(entity);
        isBegun = true;
        isOver = false;
        isSkipping = false;
        isOverChildren = overChildren;
    }

    /**
     * Moves to the next entity.
     *
     * @return false if there is none, or the walk is over
     * @throws basalt.component.DeadEntityException if the walk began at an entity in no tree that is dead now
     * @throws IllegalStateException before a walk was begun; if the tree has changed since then; on a wrong thread, or
     *     after the world was closed
     */
    public boolean next() {
        checkUnchanged();
        if (isOver) {
            return false;
        }
        boolean isWithin = !isOn || !isOverChildren && !isSkipping;
        isSkipping = false;
        isOn = isWithin ? walk.next() : walk.nextBeside();
        isOver = !isOn;
        return isOn;
    }

    /**
     * Lets the next step pass over what is below the current entity.
     *
     * @throws IllegalStateException if the cursor is not on an entity; on a wrong thread, or after the world was closed
     */
    public void skipChildren() {
        requireOn();
        isSkipping = true;
    }

    /**
     * The current entity.
     *
     * @throws IllegalStateException if the cursor is not on an entity: before the first {@link #next()} or after the
     *     last; on a wrong thread, or after the world was closed
     */
    public long entity() {
        requireOn();
        return walk.entity();
    }

    /**
     * How many levels the current entity is below the one where the walk began.
     *
     * @return levels; 1 for a child
     * @throws IllegalStateException if the cursor is not on an entity; on a wrong thread, or after the world was closed
     */
    public int level() {
        requireOn();
        return walk.level();
    }

    private void requireOn() {
        tree.version(); // checks the thread
        if (!isOn) {
            throw new IllegalStateException(
                    "the cursor is not on an entity; call next() first, and go on while it is true");
        }
    }

    private void checkUnchanged() {
        long now = tree.version();
        if (!isBegun) {
            throw new IllegalStateException("the cursor has no walk; call below(entity) or children(entity) first");
        }
        if (now != version) {
            isBegun = false;
            isOn = false;
            throw new IllegalStateException("the tree has changed during the walk over what is below "
                    + Entity.toString(walk.top()) + "; collect the entities first, or record commands");
        }
    }
}
