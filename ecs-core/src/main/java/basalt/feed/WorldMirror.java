package basalt.feed;

import basalt.component.Entity;
import basalt.internal.Friend;
import basalt.internal.NoState;
import basalt.runtime.WorldRuntime;
import basalt.storage.change.Hooks.HookScope;
import basalt.world.World;
import org.agrona.DirectBuffer;
import org.agrona.collections.LongHashSet;

/**
 * The client's side of a {@link WorldFeed}: takes its packets, and shows what they say in a world of the client.
 *
 * <pre>{@code
 * WorldMirror mirror = WorldMirror.of(world, schema, sessionId);
 * ...
 * mirror.apply(buffer, offset, length);        // each packet, as it comes
 * send(mirror.tick());                         // what the server needs to know
 * mirror.show(mirror.tick() - 2.5);            // before drawing: the world as it was 2.5 ticks ago, interpolated
 * }</pre>
 *
 * <p><b>The world</b> is an ordinary one, with its own handles. The mirror spawns an entity for each that the server
 * shows, with the components that it has there, and {@link Mirrored}; writes the columns of the schema; and destroys it
 * when it is not shown any more. The program may have other entities, give these other components, and write other
 * columns; one that it destroys does not come back, nor what goes with it. What goes with an entity that {@code show}
 * destroys, such as an edge with an end that the server does not show any more, is spawned again. Observers of an added
 * component are called before its values are written, and their commands are applied when all is shown. If the world is
 * put back by snapshots or loaded, the next {@code show} takes its entities over, and destroys those whose index is
 * over the {@link #limit} or there twice.
 *
 * <p><b>Packets</b> may be lost, repeated, or arrive in any order: older ones are ignored. Damaged and hostile ones are
 * refused, and change nothing. A mirror believes values that a server could have sent, so packets need encryption where
 * attackers can know the session. What a packet can make it allocate is limited by {@link
 * #limit}.
 *
 * <p>For the world's thread, outside of ticks. A steady state makes no garbage.
 */
@NoState
public final class WorldMirror {
    private static final Friend<World, WorldRuntime> RUNTIMES = Friend.of(World.class, WorldRuntime.class);
    private static final int MOST_ROWS = 1 << 20;
    private static final int MOST_INDEX = 1 << 22;
    private static final long MOST_BYTES = 256L << 20;

    private final World world;
    private final WorldRuntime runtime;
    private final FeedSchema schema;
    private final Frames frames;
    private final ShownRows.States states;
    private final MirrorRows rows;
    private final LongHashSet left = new LongHashSet();
    private long session;
    private PacketReader reader;
    private int mostIndex;
    private String problem = "";

    private boolean isShowing;

    private WorldMirror(World world, FeedSchema schema, long session) {
        this.world = world;
        this.runtime = RUNTIMES.internal(world);
        this.session = session;
        this.schema = schema;
        frames = new Frames(schema.frames(), schema.fields());
        states = new ShownRows.States(schema.frames());
        rows = new MirrorRows(world, runtime.store(), schema, frames);
        limit(MOST_ROWS, MOST_INDEX, MOST_BYTES);
    }

    /**
     * A mirror that has no state yet.
     *
     * @param world the client's world; entities with {@link Mirrored} that are in it already are taken over
     * @param session the number of the connection, which {@link WorldFeed#connect} was given
     */
    public static WorldMirror of(World world, FeedSchema schema, long session) {
        if (world == null || schema == null) {
            throw new IllegalArgumentException("world and schema must not be null: " + world + ", " + schema);
        }
        return new WorldMirror(world, schema, session);
    }

    /**
     * Limits what packets may contain, so that a hostile server cannot make the client allocate without end. A packet
     * that needs more is {@link Received#DAMAGED}.
     *
     * @param mostEntities the greatest number of entities, 1,048,576 until this is called
     * @param mostIndex the greatest index of a server's entity, 4,194,304 until this is called
     * @param mostBytes the greatest memory of the values of all kept states, 256 MB until this is called: a state that
     *     differs from the one before takes 256 bytes a field for each 64 indices in which an entity differs
     * @throws IllegalArgumentException if a number is negative
     */
    public WorldMirror limit(int mostEntities, int mostIndex, long mostBytes) {
        runtime.store().checkOwner();
        if (mostEntities < 0 || mostIndex < 0 || mostBytes < 0) {
            throw new IllegalArgumentException("limits must be >= 0: mostEntities=" + mostEntities + ", mostIndex="
                    + mostIndex + ", mostBytes=" + mostBytes);
        }
        frames.limit(mostBytes);
        reader = new PacketReader(schema, frames, mostEntities, mostIndex);
        this.mostIndex = mostIndex;
        return this;
    }

    /**
     * Takes a packet. The world changes with the next {@code show}.
     *
     * @param offset place of the first one
     * @return what was done with it
     * @throws IndexOutOfBoundsException if the buffer has not so many bytes
     * @throws IllegalStateException on the wrong thread; during {@link #show}, such as in an observer
     */
    public Received apply(DirectBuffer buffer, int offset, int length) {
        requireNotShowing("mirror.apply(...)");
        if (buffer == null) {
            throw new IllegalArgumentException("buffer must not be null");
        }
        buffer.boundsCheck(offset, length);
        try {
            reader.open(session, buffer, offset, length);
            if (reader.frame() <= frames.newest()) {
                return Received.OLD;
            }
            ShownRows base = states.find(reader.base());
            if (reader.base() != Frames.NONE && base == null) {
                return Received.WITHOUT_BASE;
            }
            reader.read(base, states);
            return Received.APPLIED;
        } catch (DamagedPacketException e) {
            problem = e.getMessage();
            return Received.DAMAGED;
        }
    }

    /**
     * What was wrong with the last packet that was {@link Received#DAMAGED}.
     *
     * @return a text; empty if there was none
     */
    public String problem() {
        runtime.store().checkOwner();
        return problem;
    }

    /**
     * The tick of the newest state. To be sent to the server.
     *
     * @return the number of the server's tick; {@link WorldFeed#NONE} if there is none
     */
    public long tick() {
        runtime.store().checkOwner();
        return frames.newest() == Frames.NONE ? WorldFeed.NONE : frames.tick(frames.newest());
    }

    /**
     * Makes the world show the newest state. Does nothing if there is none.
     *
     * @throws IllegalStateException during a tick or an iteration; on the wrong thread, or if the world is closed
     */
    public void show() {
        show(Double.MAX_VALUE);
    }

    /**
     * Makes the world show a moment: the entities of the last state before it, with values between that state and the
     * next one. Floats and doubles, but not those of lists, change evenly, rotations on the shortest way, other values
     * with the next state. A moment before the oldest state that is kept shows that one, a moment after the newest one
     * shows that. Does nothing if there is no state. For even motion the moment goes on with the time of the program,
     * some packets behind {@link #tick}, which grows in steps.
     *
     * @param tick the moment, in ticks of the server
     * @throws IllegalArgumentException if it is NaN
     * @throws IllegalStateException during a tick or an iteration; on the wrong thread, or if the world is closed
     */
    public void show(double tick) {
        runtime.requireIdle("mirror.show(...)");
        if (tick != tick) {
            throw new IllegalArgumentException("tick must not be NaN");
        }
        if (frames.newest() == Frames.NONE) {
            return;
        }
        isShowing = true;
        try {
            showStates(tick);
        } finally {
            isShowing = false;
        }
    }

    private void showStates(double tick) {
        rows.adopt(runtime.store().rows().replacements(), mostIndex);
        int from = frames.atOrBefore(tick);
        int to = frames.after(frames.tick(from));
        double part = 0;
        if (to == Frames.NONE) {
            to = from;
        } else {
            long start = frames.tick(from);
            part = Math.max(0, (tick - start) / (frames.tick(to) - start));
        }
        show(states.find(from), to, part);
    }

    /** One change, so that observers' commands do not meet it half made. */
    private void show(ShownRows state, int to, double part) {
        HookScope scope = runtime.store().hookScope();
        scope.begin();
        try {
            rows.show(state, to, part, left);
        } catch (Throwable e) {
            scope.endAfter(e);
            throw e;
        }
        scope.end();
    }

    /**
     * The entity that stands for one of the server.
     *
     * @return the handle of this world; {@link Entity#NULL} if the entity is not shown
     */
    public long local(long serverEntity) {
        runtime.store().checkOwner();
        return rows.local(serverEntity);
    }

    /**
     * The entity of the server for which one stands.
     *
     * @param localEntity a living entity of this world
     * @return the handle of the server's world; {@link Entity#NULL} if the entity is none of the mirror
     * @throws basalt.component.DeadEntityException if the entity is dead
     */
    public long remote(long localEntity) {
        return world.has(localEntity, Mirrored.TYPE)
                ? Entity.of(world.get(localEntity, Mirrored.INDEX), world.get(localEntity, Mirrored.GENERATION))
                : Entity.NULL;
    }

    /**
     * The number of entities in the newest state.
     *
     * @return entities; 0 if there is no state
     */
    public int count() {
        runtime.store().checkOwner();
        ShownRows newest = states.find(frames.newest());
        return newest == null ? 0 : newest.count();
    }

    /**
     * A hash of the entities and rounded values of the newest state. Equal to {@link FeedClient#hash} of its tick.
     *
     * @return the hash; 0 if there is no state
     */
    public long hash() {
        runtime.store().checkOwner();
        ShownRows newest = states.find(frames.newest());
        return newest == null ? 0 : newest.hash(frames, false);
    }

    /**
     * Forgets all states, for a new connection. The entities stay until the first packet of that is shown.
     *
     * @param newSession the number of the new connection
     * @throws IllegalStateException on the wrong thread; during {@link #show}, such as in an observer
     */
    public void rejoin(long newSession) {
        requireNotShowing("mirror.rejoin(...)");
        session = newSession;
        frames.clear();
        states.clear();
    }

    /** The states must stay while the observers of those that are shown are called. */
    private void requireNotShowing(String call) {
        runtime.store().checkOwner();
        if (isShowing) {
            throw new IllegalStateException(
                    call + " is refused during mirror.show(...), such as in an observer; call it afterwards");
        }
    }

    World world() {
        return world;
    }

    FeedSchema schema() {
        return schema;
    }

    /** The server's entities whose values {@code show} does not write after it has spawned them. */
    LongHashSet left() {
        return left;
    }

    /** Whether the newest state has an entity of the server, with values of its tick. */
    boolean isNewest(long serverEntity) {
        ShownRows newest = states.find(frames.newest());
        int index = Entity.index(serverEntity);
        return newest != null
                && newest.isFresh(index)
                && frames.generation(frames.newest(), index) == Entity.generation(serverEntity);
    }

    /** The entities that stand for those of the server. */
    MirrorRows rows() {
        return rows;
    }

    /** The values of the chunk of an entity of the server in the newest state; null if it is not there. */
    int[] newestValues(long serverEntity) {
        return frames.values(frames.newest(), Entity.index(serverEntity));
    }

    /** Writes the newest values of an entity of the server, if it is shown. */
    void write(long serverEntity) {
        if (isNewest(serverEntity)) {
            rows.write(frames.newest(), Entity.index(serverEntity));
        }
    }
}
