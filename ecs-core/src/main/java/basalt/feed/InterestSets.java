package basalt.feed;

import basalt.component.Entity;
import basalt.feed.wire.Frames;
import basalt.feed.wire.IndexSet;
import basalt.query.Query;
import basalt.query.RowCursor;
import basalt.world.World;
import java.util.IdentityHashMap;
import java.util.Iterator;
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

        void update(int newFrame) {
            frame = Frames.NONE;
            indices.clear();
            cursor.open();
            while (cursor.next()) {
                indices.add(Entity.index(cursor.entity()));
            }
            cursor.close();
            frame = newFrame;
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
            set.update(frames.newest());
        }
        return set.indices;
    }

    /** Adds an entity; returns false if it is dead. */
    boolean addAlive(long entity, IndexSet into) {
        if (!world.isAlive(entity)) {
            return false;
        }
        into.add(Entity.index(entity));
        return true;
    }

    /** Forgets the queries that no client has asked for since the oldest frame. */
    void dropUnused() {
        if (queries.isEmpty()) {
            return;
        }
        Iterator<QuerySet> each = queries.values().iterator();
        while (each.hasNext()) {
            if (each.next().frame < frames.newest() - frames.capacity()) {
                each.remove();
            }
        }
    }
}
