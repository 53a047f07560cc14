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
 *     if (world.has(walk.entity(), Hidden.class)) walk.skipChildren(); else draw(walk.entity(), walk.level());
 * }
 * }</pre>
 *
 * <p>It goes by the links, takes no memory, however deep the tree is, and need not be closed. The tree must not change
 * during a walk; other components may. A step takes O(1), and one up several levels takes O(levels). For the threads
 * that may read the {@link Hierarchy}, one at a time; on others, after the world was closed, and where the cursor is
 * not on an entity, methods throw {@link IllegalStateException}.
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
     */
    public TreeCursor below(long entity) {
        begin(entity, false);
        return this;
    }

    /** Begins a walk over the children of an entity, before the first. Ends the walk before. */
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

    /** Lets the next step pass over what is below the current entity. */
    public void skipChildren() {
        requireOn();
        isSkipping = true;
    }

    /** The current entity. */
    public long entity() {
        requireOn();
        return walk.entity();
    }

    /**
     * How many levels the current entity is below the one where the walk began.
     *
     * @return levels; 1 for a child
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
