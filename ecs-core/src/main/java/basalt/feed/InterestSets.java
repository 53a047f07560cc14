package basalt.feed;

import basalt.component.Entity;
import basalt.feed.wire.Frames;
import basalt.feed.wire.IndexSet;
import basalt.query.Query;
import basalt.query.RowCursor;
import basalt.world.World;
import java.util.IdentityHashMap;
import java.util.Map;

/** The sets of entities that the interests of clients are made of. Those of a frame are made once for all clients. */
final class InterestSets {
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

        void update(InterestSets sets) {
            frame = Frames.NONE;
            indices.clear();
            cursor.open();
            while (cursor.next()) {
                sets.add(cursor.entity(), indices);
            }
            cursor.close();
            frame = sets.frames.newest();
        }
    }

    InterestSets(World world, Frames frames, IndexSet all) {
        this.world = world;
        this.frames = frames;
        this.all = all;
    }

    void grid(FeedGrid newGrid) {
        grid = newGrid;
    }

    FeedGrid requireGrid() {
        if (grid == null) {
            throw new IllegalStateException(
                    "a client is interested in what is near, and the feed has no grid; call feed.grid(x, y, cellSize)");
        }
        return grid;
    }

    /** All entities of the frame. */
    IndexSet all() {
        return all;
    }

    /** The entities that a query matches. */
    IndexSet matching(Query query) {
        QuerySet set = queries.get(query);
        if (set == null) {
            set = new QuerySet(query);
            queries.put(query, set);
        }
        if (set.frame != frames.newest()) {
            set.update(this);
        }
        return set.indices;
    }

    /** Adds an entity; returns false if it is dead. */
    boolean addAlive(long entity, IndexSet into) {
        if (!world.isAlive(entity)) {
            return false;
        }
        add(entity, into);
        return true;
    }

    /** Adds an entity, unless another one had its index at the frame. */
    void add(long entity, IndexSet into) {
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
