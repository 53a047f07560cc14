package basalt.storage.relation;

import basalt.component.ChildOf;
import basalt.component.Component;
import basalt.component.Entity;
import basalt.component.TreeNode;
import basalt.component.TreeType;
import basalt.storage.ColumnMemory;
import basalt.storage.Entities;
import basalt.storage.Place;
import basalt.storage.Pools;

/**
 * The columns of a tree's links, by place.
 *
 * <pre>
 *                 parent                    ChildOf of each child:   parent, depth
 *      firstChild |    | lastChild          TreeNode of each entity: the other links, and childCount
 *                 v    v
 *   child &lt;-&gt; child &lt;-&gt; child             nextSibling, previousSibling
 * </pre>
 *
 * <p>SAFETY: a place is that of an entity that is alive; the columns of a component are accessed only if the entity has
 * it, which the callers ensure or {@link #node} checks.
 */
public final class TreeLinks {
    private final TreeType type;
    private final Entities entities;
    private final int childOfId;
    private final int nodeId;
    /** The offsets of links, for {@link #put}. */
    final int parent;

    private final int depth;
    final int firstChild;
    final int lastChild;
    final int nextSibling;
    final int previousSibling;
    private final int childCount;

    TreeLinks(TreeType type, Entities entities) {
        Component<ChildOf> childOf = type.childOf();
        Component<TreeNode> node = type.node();
        this.type = type;
        this.entities = entities;
        childOfId = childOf.id();
        nodeId = node.id();
        parent = childOf.entity("parent").offset();
        depth = childOf.int32("depth").offset();
        firstChild = node.entity("firstChild").offset();
        lastChild = node.entity("lastChild").offset();
        nextSibling = node.entity("nextSibling").offset();
        previousSibling = node.entity("previousSibling").offset();
        childCount = node.int32("childCount").offset();
    }

    boolean isChild(long place) {
        return Pools.has(Place.base(place), Place.row(place), childOfId);
    }

    boolean isNode(long place) {
        return Pools.has(Place.base(place), Place.row(place), nodeId);
    }

    long node(long entity) {
        long place = entities.tryLocate(entity);
        if (place == 0 || !isNode(place)) {
            throw damaged("a link leads to " + Entity.toString(entity) + ", which is "
                    + (place == 0 ? "not alive" : "not in the tree"));
        }
        return place;
    }

    /** The exception for links that {@link Tree} has not written. */
    IllegalStateException damaged(String what) {
        return new IllegalStateException("the links of the tree '" + type.name() + "' are damaged: " + what
                + ". Only the methods of its hierarchy may write "
                + type.childOf().name() + " and "
                + type.node().name() + "; a kernel, or a merge without one of them, has changed them");
    }

    /** The parent; {@link Entity#NULL} for an entity without one. */
    long parent(long place) {
        return isChild(place) ? getLong(place, parent) : Entity.NULL;
    }

    /** The depth; 0 for an entity without a parent. */
    int depth(long place) {
        return isChild(place) ? getInt(place, depth) : 0;
    }

    void depth(long child, int to) {
        putInt(child, depth, to);
    }

    void put(long place, int link, long to) {
        ColumnMemory.putLong(Place.base(place), Place.row(place), link, to);
    }

    /** Makes all links of a new node lead nowhere. */
    void clear(long node) {
        put(node, firstChild, Entity.NULL);
        put(node, lastChild, Entity.NULL);
        put(node, nextSibling, Entity.NULL);
        put(node, previousSibling, Entity.NULL);
        putInt(node, childCount, 0);
    }

    long firstChild(long node) {
        return getLong(node, firstChild);
    }

    long lastChild(long node) {
        return getLong(node, lastChild);
    }

    long nextSibling(long node) {
        return getLong(node, nextSibling);
    }

    long previousSibling(long node) {
        return getLong(node, previousSibling);
    }

    int childCount(long node) {
        return getInt(node, childCount);
    }

    void addToCount(long node, int more) {
        putInt(node, childCount, childCount(node) + more);
    }

    private static long getLong(long place, int offset) {
        return ColumnMemory.getLong(Place.base(place), Place.row(place), offset);
    }

    private static int getInt(long place, int offset) {
        return ColumnMemory.getInt(Place.base(place), Place.row(place), offset);
    }

    private static void putInt(long place, int offset, int value) {
        ColumnMemory.putInt(Place.base(place), Place.row(place), offset, value);
    }

    /**
     * A walk over all that is below an entity: each entity before its children, children in order. Goes by the links,
     * so it takes no memory, however deep the tree is. The links must not change during a walk.
     */
    public static final class TreeWalk {
        private final TreeLinks links;
        private long top;
        private long entity;
        private int level;

        /** How many entities may still come; damaged links could go in circles. */
        private int limit;

        public TreeWalk(Tree tree, long top) {
            this.links = tree.links();
            begin(top);
        }

        public void begin(long other) {
            top = other;
            entity = other;
            level = 0;
            limit = links.entities.count();
        }

        public boolean next() {
            long place = links.entities.require(entity);
            long child = links.isNode(place) ? links.firstChild(place) : Entity.NULL;
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

        public long top() {
            return top;
        }

        public long entity() {
            return entity;
        }

        public int level() {
            return level;
        }
    }
}
