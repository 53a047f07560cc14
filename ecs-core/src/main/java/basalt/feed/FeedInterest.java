package basalt.feed;

import basalt.component.Entity;
import basalt.query.Query;
import basalt.query.RowCursor;
import basalt.world.Hierarchy;
import basalt.world.Relation;
import basalt.world.SourceCursor;
import basalt.world.TreeCursor;
import basalt.world.World;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;

/**
 * Which entities a client is sent, among those that its feed shows: all, or those that at least one of the other
 * methods names. Evaluated by {@link WorldFeed#encode}, for places as they were at the frame. For the world's thread; a
 * change during {@code encode} throws {@link IllegalStateException}.
 */
public final class FeedInterest {
    private static final int AREA = 4;

    private final WorldFeed feed;
    private boolean isAll = true;
    private final List<Part> parts = new ArrayList<>();
    private float[] areas = new float[AREA];
    private int areaCount;

    /** Something that names entities. */
    @FunctionalInterface
    private interface Part {
        void collect(Sets sets, IndexSet into);
    }

    FeedInterest(WorldFeed feed) {
        this.feed = feed;
    }

    /** All entities that the feed shows. */
    public FeedInterest all() {
        feed.requireNotEncoding("interest.all()");
        isAll = true;
        return this;
    }

    /** No entities, until others are named. */
    public FeedInterest clear() {
        feed.requireNotEncoding("interest.clear()");
        isAll = false;
        parts.clear();
        areaCount = 0;
        return this;
    }

    /**
     * The entities that a query matches. Clients that share the query share the work. The first call of a method that
     * names entities ends {@link #all}.
     *
     * @param query a query of the feed's world that does not look for changes
     * @throws IllegalArgumentException if it is null, of another world, or looks for changes
     */
    public FeedInterest matching(Query query) {
        feed.requireNotEncoding("interest.matching(...)");
        if (query == null || query.looksForChanges()) {
            throw new IllegalArgumentException("query must not be null, or look for changes: " + query);
        }
        feed.requireOwn(query);
        return add((sets, into) -> into.addAll(sets.matching(query)));
    }

    /**
     * The entities around a point, as far as {@link WorldFeed#grid} knows where they are. Those that the client has
     * stay until they are further away, so that they do not come and go at the border.
     *
     * @param radius the distance within which entities come
     * @param leaveRadius the distance within which entities stay
     * @throws IllegalArgumentException if x or y is not finite, or the radii are not positive, finite and in this order
     */
    public FeedInterest near(float x, float y, float radius, float leaveRadius) {
        feed.requireNotEncoding("interest.near(...)");
        if (!Float.isFinite(x)
                || !Float.isFinite(y)
                || !(radius > 0 && leaveRadius >= radius && leaveRadius <= Float.MAX_VALUE)) {
            throw new IllegalArgumentException("x and y must be finite, and 0 < radius <= leaveRadius: x=" + x + ", y="
                    + y + ", radius=" + radius + ", leaveRadius=" + leaveRadius);
        }
        isAll = false;
        int at = AREA * areaCount++;
        if (at == areas.length) {
            areas = Arrays.copyOf(areas, 2 * at);
        }
        areas[at] = x;
        areas[at + 1] = y;
        areas[at + 2] = radius;
        areas[at + 3] = leaveRadius;
        return this;
    }

    /**
     * An entity and those that point at it, such as a room and its guests. None if the entity is dead.
     *
     * @param relation a relation of the feed's world
     * @throws IllegalArgumentException if the relation is null, or of another world
     */
    public FeedInterest sources(Relation relation, long target) {
        feed.requireNotEncoding("interest.sources(...)");
        if (relation == null) {
            throw new IllegalArgumentException("relation must not be null; world.relation(...) returns it");
        }
        feed.requireOwn(relation);
        SourceCursor sources = relation.closedCursor();
        return add((sets, into) -> {
            if (sets.addAlive(target, into)) {
                sources.open(target);
                while (sources.next()) {
                    sets.add(sources.entity(), into);
                }
                sources.close();
            }
        });
    }

    /**
     * An entity and all below it in a tree. None if the entity is dead.
     *
     * @param tree a tree of the feed's world
     * @throws IllegalArgumentException if the tree is null, or of another world
     */
    public FeedInterest below(Hierarchy tree, long root) {
        feed.requireNotEncoding("interest.below(...)");
        if (tree == null) {
            throw new IllegalArgumentException("tree must not be null; world.hierarchy() returns it");
        }
        feed.requireOwn(tree);
        TreeCursor walk = tree.cursor();
        return add((sets, into) -> {
            if (sets.addAlive(root, into)) {
                walk.below(root);
                while (walk.next()) {
                    sets.add(walk.entity(), into);
                }
            }
        });
    }

    /** An entity, such as the client's own. None if it is dead. */
    public FeedInterest entity(long entity) {
        feed.requireNotEncoding("interest.entity(...)");
        return add((sets, into) -> sets.addAlive(entity, into));
    }

    private FeedInterest add(Part part) {
        isAll = false;
        parts.add(part);
        return this;
    }

    void collect(Sets sets, ShownRows known, IndexSet into) {
        if (isAll) {
            into.addAll(sets.all);
            return;
        }
        for (int i = 0; i < parts.size(); i++) {
            parts.get(i).collect(sets, into);
        }
        for (int at = 0; at < AREA * areaCount; at += AREA) {
            sets.requireGrid().collect(areas[at], areas[at + 1], areas[at + 2], areas[at + 3], known, into);
        }
    }

    /** The sets of entities that interests are made of. Those of a frame are made once for all clients. */
    static final class Sets {
        private final World world;
        private final Frames frames;
        private final IndexSet all;
        private final Map<Query, QuerySet> queries = new IdentityHashMap<>();
        private FeedGrid grid;

        /** The entities that a query matched at a frame. */
        private static final class QuerySet {
            private final IndexSet indices = new IndexSet();
            private final RowCursor cursor;
            private int frame = Frames.NONE;

            QuerySet(Query query) {
                cursor = query.closedCursor();
            }
        }

        Sets(World world, Frames frames, IndexSet all) {
            this.world = world;
            this.frames = frames;
            this.all = all;
        }

        void grid(FeedGrid newGrid) {
            grid = newGrid;
        }

        private FeedGrid requireGrid() {
            if (grid == null) {
                throw new IllegalStateException("a client is interested in what is near, and the feed has no grid; call"
                        + " feed.grid(x, y, cellSize)");
            }
            return grid;
        }

        private IndexSet matching(Query query) {
            QuerySet set = queries.get(query);
            if (set == null) {
                set = new QuerySet(query);
                queries.put(query, set);
            }
            if (set.frame != frames.newest()) {
                set.frame = Frames.NONE;
                set.indices.clear();
                set.cursor.open();
                while (set.cursor.next()) {
                    add(set.cursor.entity(), set.indices);
                }
                set.cursor.close();
                set.frame = frames.newest();
            }
            return set.indices;
        }

        /** Adds an entity; returns false if it is dead. */
        private boolean addAlive(long entity, IndexSet into) {
            boolean isAlive = world.isAlive(entity);
            if (isAlive) {
                add(entity, into);
            }
            return isAlive;
        }

        /** Adds an entity, unless another one had its index at the frame. */
        private void add(long entity, IndexSet into) {
            int index = Entity.index(entity);
            if (frames.generation(frames.newest(), index) == Entity.generation(entity)) {
                into.add(index);
            }
        }

        /** Forgets the queries that no client has asked for since the oldest frame. */
        void dropUnused() {
            int oldest = frames.newest() - frames.capacity();
            if ((frames.newest() & frames.capacity() - 1) == 0) { // now and then is enough
                queries.values().removeIf(set -> set.frame < oldest);
            }
        }
    }
}
