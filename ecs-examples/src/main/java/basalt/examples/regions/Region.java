package basalt.examples.regions;

import static basalt.system.Access.writes;

import basalt.component.Component;
import basalt.component.FloatColumn;
import basalt.component.LongColumn;
import basalt.examples.framework.program.SmallRandom;
import basalt.examples.regions.BorderFeed.Ghosts;
import basalt.examples.regions.Region.Motion;
import basalt.examples.regions.Region.Place;
import basalt.feed.Mirrored;
import basalt.memory.MemorySource;
import basalt.query.Query;
import basalt.query.Row;
import basalt.query.SpatialGrid;
import basalt.save.LoadOptions;
import basalt.save.SaveBuffer;
import basalt.save.SaveOptions;
import basalt.save.Saves;
import basalt.system.Schedule;
import basalt.system.ScheduleBuilder;
import basalt.world.Restorable;
import basalt.world.World;
import java.nio.ByteOrder;
import org.agrona.CloseHelper;
import org.agrona.DirectBuffer;
import org.agrona.MutableDirectBuffer;
import org.agrona.collections.LongHashSet;

/**
 * One side of the border: a world with its own schedule. What it does follows from its saved state and the messages
 * that it is given before each tick. A message is written after a tick:
 *
 * <pre>
 *   {@link Ghosts}: what the mirror has | {@link HandOver}: acknowledgement, entities | {@link BorderFeed}: a packet
 * </pre>
 */
final class Region implements AutoCloseable {
    final Side side;
    final World world;
    final Numbers numbers;
    final Ghosts ghosts;

    /** The entities that live here: no ghosts, and not leaving. */
    final Query living;

    private final LongHashSet owned = new LongHashSet();
    final HandOver handOver;
    private final BorderFeed feed;
    private final Schedule schedule;

    /** The bytes of the last message that are a hand-over. */
    int handOverBytes;

    /** A region without entities. */
    Region(Side side) {
        this(side, World.create(), 1);
    }

    /** A region that goes on as the one that was saved. */
    Region(Side side, SaveBuffer saved, long start) {
        this(side, Saves.load(saved.source(), new LoadOptions()), start);
    }

    private Region(Side side, World world, long start) {
        this.side = side;
        this.world = world;
        numbers = new Numbers();
        world.resources().put(numbers); // restores those of a loaded world
        Query all = world.query()
                .all(Id.TYPE, Place.TYPE, Motion.TYPE)
                .none(Mirrored.TYPE)
                .build();
        all.forEach(row -> owned.add(row.get(Id.ID)));
        living = world.query()
                .all(Id.TYPE, Place.TYPE, Motion.TYPE)
                .none(Mirrored.TYPE, Leaving.TYPE)
                .build();
        handOver = new HandOver(world, numbers, owned);
        ghosts = new Ghosts(world, numbers, owned);
        feed = new BorderFeed(world, side.shown(all), start);
        ScheduleBuilder systems = Schedule.builder(world).workers(1);
        Movement.addTo(systems, world, living);
        handOver.addTo(systems, side.beyond(living));
        schedule = systems.build();
    }

    /** Makes those of a number of entities that begin on this side. */
    void spawn(int count, long seed) {
        SmallRandom random = new SmallRandom(seed);
        for (int id = 0; id < count; id++) {
            float x = random.next() * Side.WIDTH;
            float y = random.next() * Side.HEIGHT;
            float dx = 30 * random.nextSigned();
            float dy = 30 * random.nextSigned();
            if (side.contains(x)) {
                handOver.spawn(id, x, y, dx, dy);
            }
        }
    }

    /** Takes a message of the neighbour. */
    void receive(DirectBuffer message) {
        feed.acknowledge(message.getLong(0), message.getLong(8), message.getLong(16));
        int bytes = handOver.read(message, Ghosts.BYTES);
        ghosts.read(message, Ghosts.BYTES + bytes);
    }

    /** Makes a tick. */
    void tick() {
        ghosts.show();
        schedule.tick(Movement.TICK_SECONDS);
    }

    /** Writes the message of the last tick. Returns the number of bytes. */
    int send(MutableDirectBuffer to) {
        ghosts.write(to, 0);
        handOverBytes = handOver.write(to, Ghosts.BYTES);
        int at = Ghosts.BYTES + handOverBytes;
        return at + feed.write(to, at);
    }

    /** The number of entities that wait for an acknowledgement. */
    int waiting() {
        return handOver.waiting();
    }

    /** Saves the state. */
    SaveBuffer save() {
        ghosts.rejoin();
        SaveBuffer saved = new SaveBuffer(MemorySource.direct());
        Saves.save(world, saved, new SaveOptions());
        return saved;
    }

    @Override
    public void close() {
        CloseHelper.closeAll(schedule, world);
    }

    /** The permanent number of an entity. It stays the same in all regions, while handles are those of one world. */
    record Id(long id) {
        static final Component<Id> TYPE = Component.of(Id.class);
        static final LongColumn ID = TYPE.int64("id");
    }

    /** Where an entity is. */
    record Place(float x, float y) {
        static final Component<Place> TYPE = Component.of(Place.class);
        static final FloatColumn X = TYPE.float32("x");
        static final FloatColumn Y = TYPE.float32("y");
    }

    /** How an entity moves, per second. */
    record Motion(float dx, float dy) {
        static final Component<Motion> TYPE = Component.of(Motion.class);
        static final FloatColumn DX = TYPE.float32("dx");
        static final FloatColumn DY = TYPE.float32("dy");
    }

    /**
     * The number under which an entity is handed over. An entity with this component has crossed the border. It does
     * not move any more, and stays until the neighbour has acknowledged the number.
     */
    record Leaving(long number) {
        static final Component<Leaving> TYPE = Component.of(Leaving.class);
        static final LongColumn NUMBER = TYPE.int64("number");
    }

    /**
     * A side of the border, which is the vertical line in the middle of the plain.
     *
     * <pre>
     *   0            BORDER - MARGIN   BORDER   BORDER + MARGIN       WIDTH
     *   |    LEFT        | LEFT shows    |   RIGHT shows  |    RIGHT     |
     * </pre>
     */
    enum Side {
        /** From 0 to the border. */
        LEFT,
        /** From the border, inclusive, to the width. */
        RIGHT;

        static final float WIDTH = 1_000;
        static final float HEIGHT = 500;
        static final float BORDER = WIDTH / 2;
        static final float MARGIN = 30;

        boolean contains(float x) {
            return this == LEFT ? x < BORDER : x >= BORDER;
        }

        /** Those of a query that are beyond the border. */
        Query beyond(Query query) {
            return this == LEFT
                    ? query.where(Place.X).atLeast(BORDER)
                    : query.where(Place.X).lessThan(BORDER);
        }

        /** Those of a query that the neighbour is shown. */
        Query shown(Query query) {
            return this == LEFT
                    ? query.where(Place.X).atLeast(BORDER - MARGIN)
                    : query.where(Place.X).lessThan(BORDER + MARGIN);
        }
    }

    /**
     * The numbers of a region's exchange with its neighbour. They are a resource of the world, and so part of its saved
     * state. Entities that wait for an acknowledgement are in the world, too; see {@link Region.Leaving}.
     *
     * <pre>
     *   0  sent     the last number that was given to an entity that leaves
     *   8  acked    the last number that the neighbour has acknowledged
     *  16  taken    the last number of the neighbour that was taken
     *  24  joins    how often the mirror of the neighbour's feed has begun anew
     *  32  start    the neighbour's feed that the mirror shows, 0 for none
     * </pre>
     */
    static final class Numbers implements Restorable {
        private static final int BYTES = 5 * Long.BYTES;

        long sent;
        long acked;
        long taken;
        long joins = 1;
        long start;

        /** The session of a mirror and a feed. */
        static long session(long start, long joins) {
            return start << Integer.SIZE | joins;
        }

        @Override
        public int save(MutableDirectBuffer to, int offset) {
            to.putLong(offset, sent, ByteOrder.LITTLE_ENDIAN);
            to.putLong(offset + 8, acked, ByteOrder.LITTLE_ENDIAN);
            to.putLong(offset + 16, taken, ByteOrder.LITTLE_ENDIAN);
            to.putLong(offset + 24, joins, ByteOrder.LITTLE_ENDIAN);
            to.putLong(offset + 32, start, ByteOrder.LITTLE_ENDIAN);
            return BYTES;
        }

        @Override
        public void restore(DirectBuffer from, int offset, int length) {
            sent = from.getLong(offset, ByteOrder.LITTLE_ENDIAN);
            acked = from.getLong(offset + 8, ByteOrder.LITTLE_ENDIAN);
            taken = from.getLong(offset + 16, ByteOrder.LITTLE_ENDIAN);
            joins = from.getLong(offset + 24, ByteOrder.LITTLE_ENDIAN);
            start = from.getLong(offset + 32, ByteOrder.LITTLE_ENDIAN);
        }
    }

    /**
     * How entities move: those in a crowd turn a little, and all turn back at the walls. A grid counts those near,
     * ghosts too.
     */
    static final class Movement {
        static final float TICK_SECONDS = 1 / 60f;

        private static final float NEAR = 6;
        private static final int CROWD = 4; // entities that are too many
        private static final float COS = 0.99875026f; // of the angle by which an entity turns in a tick: 0.05
        private static final float SIN = 0.04997917f;

        /** Adds the systems. */
        static void addTo(ScheduleBuilder schedule, World world, Query own) {
            Query all = world.query().all(Place.TYPE).build();
            SpatialGrid grid = SpatialGrid.of(all, Place.X, Place.Y).radius(NEAR);
            schedule.add("grid", grid)
                    .add("move", own.kernel(row -> move(row, grid)), writes(Place.TYPE), writes(Motion.TYPE));
        }

        private static void move(Row row, SpatialGrid grid) {
            float x = row.get(Place.X);
            float y = row.get(Place.Y);
            float dx = row.get(Motion.DX);
            float dy = row.get(Motion.DY);
            if (grid.count(x, y, NEAR) > CROWD) { // with itself
                float turned = dx * COS - dy * SIN;
                dy = dx * SIN + dy * COS;
                dx = turned;
            }
            float newX = x + dx * TICK_SECONDS;
            float newY = y + dy * TICK_SECONDS;
            boolean isInX = newX >= 0 && newX < Region.Side.WIDTH;
            boolean isInY = newY >= 0 && newY < Region.Side.HEIGHT;
            row.set(Place.X, isInX ? newX : x);
            row.set(Place.Y, isInY ? newY : y);
            row.set(Motion.DX, isInX ? dx : -dx);
            row.set(Motion.DY, isInY ? dy : -dy);
        }
    }
}
