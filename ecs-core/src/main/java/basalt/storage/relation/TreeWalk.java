package basalt.storage.relation;

import basalt.component.Entity;

/**
 * A walk over all that is below an entity: each entity before its children, children in order. Goes by the links, so it
 * takes no memory, however deep the tree is. The links must not change during a walk.
 */
public final class TreeWalk {
    private final TreeLinks links;
    private long top;
    private long entity;
    private int level;

    /** How many entities may still come; damaged links could go in circles. */
    private int limit;

    /** A walk before its first entity. */
    public TreeWalk(Tree tree, long top) {
        this.links = tree.links();
        begin(top);
    }

    public void begin(long other) {
        top = other;
        entity = other;
        level = 0;
        limit = links.entityCount();
    }

    /** Moves to the next entity. */
    public boolean next() {
        long child = links.tryFirstChild(entity);
        if (child == Entity.NULL) {
            return nextBeside();
        }
        level++;
        return moveTo(child);
    }

    /** Moves to the next entity that is not below the current one. */
    public boolean nextBeside() {
        return moveTo(beside());
    }

    private boolean moveTo(long next) {
        if (next == Entity.NULL) {
            return false;
        }
        if (limit-- == 0) {
            throw links.damaged("what is below " + Entity.toString(top) + " never ends");
        }
        entity = next;
        return true;
    }

    /** The next sibling of the entity, or of the nearest one above it that has a next sibling, below the top. */
    private long beside() {
        long at = entity;
        while (at != top) {
            long place = links.node(at);
            long next = links.nextSibling(place);
            if (next != Entity.NULL) {
                return next;
            }
            at = links.parent(place);
            level--;
        }
        return Entity.NULL;
    }

    /** {@return the entity where the walk began} */
    public long top() {
        return top;
    }

    public long entity() {
        return entity;
    }

    /** {@return how many levels the entity is below the top, from 1} */
    public int level() {
        return level;
    }
}
