package basalt.feed;

import basalt.component.FloatColumn;
import basalt.internal.Friend;
import basalt.internal.NoState;
import basalt.query.Query;
import basalt.runtime.RowQuery;
import basalt.runtime.WorldRuntime;
import basalt.world.Hierarchy;
import basalt.world.Relation;
import basalt.world.World;
import org.agrona.MutableDirectBuffer;

/**
 * What the clients of a world are sent. After each tick, or after some, {@link #capture} keeps a frame: the rounded
 * values of the entities of a query. For each client, {@link #encode} then writes a packet: the difference between the
 * newest frame and what the client has acknowledged, of the entities that it is interested in, within its budget.
 *
 * <pre>{@code
 * WorldFeed feed = WorldFeed.of(world, schema, world.query(Bullet.class).rows());
 * FeedClient client = feed.connect(sessionId);
 * ...
 * schedule.tick(1 / 60f);
 * feed.capture();
 * int bytes = feed.encode(client, ackedTick, buffer, 0);        // to be sent; ackedTick came from the client
 * }</pre>
 *
 * <p>Packets may be lost, repeated, or arrive in any order. The client's {@link WorldMirror#tick} comes back by any
 * message, also late or not at all: the feed then writes the difference to an older state, or everything.
 *
 * <p>A disabled component counts as missing, and a disabled entity is not shown unless the query includes it. The
 * values of frames are on the Java heap, {@link #reservedBytes} of them; a steady tick makes no garbage. A capture
 * costs about as much as a loop over all entities of the query.
 *
 * <p>For the world's thread, outside of ticks.
 */
@NoState
public final class WorldFeed {
    /** The tick of a client that has nothing. */
    public static final long NONE = -1;

    private static final Friend<World, WorldRuntime> RUNTIMES = Friend.of(World.class, WorldRuntime.class);
    private static final Friend<Query, RowQuery> QUERIES = Friend.of(Query.class, RowQuery.class);

    private static final String OTHER_QUERY = "query is of another world; build it with world.query()";

    private final World world;
    private final WorldRuntime runtime;
    private final RowQuery shown;
    private final FeedSchema schema;
    private final Frames frames;
    private final IndexSet indices = new IndexSet();
    private final IndexSet captured = new IndexSet();
    private final FrameEncoder encoder;
    private final PacketWriter writer;
    private final FeedInterest.Sets sets;

    /** The entities that the client of a call is interested in. */
    private final IndexSet wanted = new IndexSet();

    private boolean isEncoding;

    private WorldFeed(World world, FeedSchema schema, RowQuery shown) {
        this.world = world;
        this.runtime = RUNTIMES.internal(world);
        this.shown = shown;
        this.schema = schema;
        frames = new Frames(schema.frames(), schema.fields());
        encoder = new FrameEncoder(
                schema, frames, captured, runtime.store().references().elements(), false);
        writer = new PacketWriter(schema, frames);
        sets = new FeedInterest.Sets(world, frames, indices);
    }

    /**
     * A feed without frames.
     *
     * @param shown which entities are sent, at most
     * @throws IllegalArgumentException if an argument is null; if the query is of another world, or looks for changes,
     *     because each run clears them
     */
    public static WorldFeed of(World world, FeedSchema schema, Query shown) {
        if (world == null || schema == null || shown == null) {
            throw new IllegalArgumentException(
                    "world, schema and query must not be null: " + world + ", " + schema + ", " + shown);
        }
        RowQuery rows = QUERIES.internal(shown);
        requireOwn(rows.runtime() == RUNTIMES.internal(world), OTHER_QUERY);
        if (shown.looksForChanges()) {
            throw new IllegalArgumentException("the query looks for changes, and a feed shows all entities in each"
                    + " frame; leave out added() and changed()");
        }
        return new WorldFeed(world, schema, rows);
    }

    /**
     * Lets clients be interested in what is near, see {@link FeedInterest#near}.
     *
     * @param x a scalar column of floats of the schema
     * @param cellSize the size of a cell, about that of the radius
     * @throws IllegalArgumentException if a column is not in the schema, or is a vector or part of a rotation; if
     *     cellSize is not positive and finite
     */
    public WorldFeed grid(FloatColumn x, FloatColumn y, float cellSize) {
        requireNotEncoding("feed.grid(...)");
        if (x == null || y == null) {
            throw new IllegalArgumentException("columns must not be null: x=" + x + ", y=" + y);
        }
        sets.grid(new FeedGrid(schema, frames, indices, x, y, cellSize));
        return this;
    }

    /**
     * Keeps a frame of the world as it is now, as that of its tick. It replaces the one that is older by {@link
     * FeedSchema#frames}.
     *
     * @throws IllegalStateException if a list or a string is longer than the schema sends: there is no frame then;
     *     during a tick, an iteration or {@link #encode}; if the tick is not later than that
     *     of the last frame, because the world was put back: make a new feed then, and let the clients join again, as
     *     after 2<sup>31</sup> - 1 frames; if the query or the world is closed; on the wrong thread
     */
    public void capture() {
        requireNotEncoding("feed.capture()");
        runtime.requireIdle("feed.capture()");
        long tick = world.time().tick();
        int newest = frames.newest();
        if (newest != Frames.NONE && tick <= frames.tick(newest)) {
            throw new IllegalStateException("there is a frame of this tick, or of a later one: tick=" + tick
                    + ", last=" + frames.tick(newest) + "; capture once a tick, and make a new feed if the world was"
                    + " put back");
        }
        if (newest == Integer.MAX_VALUE) {
            throw new IllegalStateException("the feed has had as many frames as it can, " + newest
                    + "; make a new feed, and let the clients join again");
        }
        frames.begin(newest + 1, tick);
        try {
            captured.clear();
            shown.run(encoder);
            frames.shareEqual();
        } catch (Throwable e) {
            frames.drop();
            throw e;
        }
        frames.commit();
        indices.clear();
        indices.addAll(captured);
        sets.dropUnused();
    }

    /**
     * Adds a client that has nothing yet. It needs no removal.
     *
     * @param session a number that client and server know, different for each connection: packets of another session
     *     are refused by the client
     */
    public FeedClient connect(long session) {
        requireNotEncoding("feed.connect(...)");
        return new FeedClient(this, session, frames);
    }

    /**
     * Writes the packet of the newest frame for a client.
     *
     * @param client a client of this feed
     * @param ackedTick what the client's {@link WorldMirror#tick} was, as late as is known; {@link #NONE} if it has
     *     nothing. If that frame is not kept any more, the packet has everything
     * @param buffer where to; what is behind its capacity, unless it is expandable, limits the packet like the budget
     * @param offset place of the first byte
     * @return the size of the packet in bytes
     * @throws IllegalArgumentException if the client is of another feed, or there is no room for 64 bytes
     * @throws IllegalStateException if there is no frame, or the client was sent this one; send the same bytes again;
     *     during another call of this method, such as in a {@link FeedPriority}
     */
    public int encode(FeedClient client, long ackedTick, MutableDirectBuffer buffer, int offset) {
        requireNotEncoding("feed.encode(...)");
        runtime.requireIdle("feed.encode(...)");
        if (client == null || client.feed != this) {
            throw new IllegalArgumentException("the client is null, or of another feed: " + client);
        }
        if (buffer == null) {
            throw new IllegalArgumentException("buffer must not be null");
        }
        int newest = frames.newest();
        if (newest == Frames.NONE) {
            throw new IllegalStateException("there is no frame; call feed.capture() first");
        }
        if (client.states.find(newest) != null) {
            throw new IllegalStateException("the packet of tick " + frames.tick(newest) + " was encoded for this client"
                    + " before; send the same bytes again, or call feed.capture() after another tick");
        }
        int room = buffer.isExpandable() ? Integer.MAX_VALUE : buffer.capacity() - offset;
        if (offset < 0 || room < PacketWriter.LEAST_BYTES) {
            throw new IllegalArgumentException("a packet needs room for " + PacketWriter.LEAST_BYTES + " bytes: offset="
                    + offset + ", capacity=" + buffer.capacity());
        }
        ShownRows base = ackedTick < 0 ? null : client.states.find(frames.find(ackedTick));
        isEncoding = true;
        try {
            wanted.clear();
            client.interest().collect(sets, base, wanted);
            wanted.retainAll(indices);
            int bytes = writer.write(
                    client.session(), client.states, base, wanted, Math.min(client.budget, room), client.priority);
            writer.copyTo(buffer, offset);
            return bytes;
        } finally {
            isEncoding = false;
        }
    }

    /**
     * The tick of the newest frame.
     *
     * @return the number of the tick; {@link #NONE} if there is no frame
     */
    public long tick() {
        requireThread();
        return frames.newest() == Frames.NONE ? NONE : frames.tick(frames.newest());
    }

    /** The entities of the newest frame. */
    public int count() {
        requireThread();
        return indices.count();
    }

    /**
     * The memory of the frames, without that of the clients.
     *
     * @return bytes of the Java heap
     */
    public long reservedBytes() {
        requireThread();
        return frames.bytes();
    }

    /** Throws if a query, a relation or a tree is of another world, and tells what makes one of this one. */
    private static void requireOwn(boolean isOwn, String what) {
        if (!isOwn) {
            throw new IllegalArgumentException("the " + what);
        }
    }

    void requireOwn(Query query) {
        requireOwn(QUERIES.internal(query).runtime() == runtime, OTHER_QUERY);
    }

    void requireOwn(Relation relation) {
        boolean isKnown = runtime.store().relations().all().stream()
                .anyMatch(index -> index.column() == relation.column() && index.policy() == relation.onTargetDestroy());
        requireOwn(
                isKnown && world.relation(relation.column(), relation.onTargetDestroy()) == relation,
                "relation is of another world; world.relation(...) returns it");
    }

    void requireOwn(Hierarchy tree) {
        boolean isKnown = runtime.store().trees().has(tree.type()); // else the question would make it
        requireOwn(
                isKnown && world.hierarchy(tree.type()) == tree,
                "tree is of another world; world.hierarchy() returns it");
    }

    /** Throws on the wrong thread, if the world is closed, or while a packet is written. */
    void requireNotEncoding(String call) {
        requireThread();
        if (isEncoding) {
            throw new IllegalStateException(
                    call + " is refused during feed.encode(...), which has called a FeedPriority"
                            + " or other code of the program; call it afterwards");
        }
    }

    /** Throws on the wrong thread, or if the world is closed. */
    void requireThread() {
        runtime.store().checkOwner();
    }
}
