package basalt.examples.regions;

import basalt.examples.framework.program.Closing;
import basalt.examples.framework.program.SmallRandom;
import basalt.feed.Mirrored;
import basalt.memory.MemorySource;
import basalt.query.Query;
import basalt.save.LoadOptions;
import basalt.save.SaveBuffer;
import basalt.save.SaveOptions;
import basalt.system.Schedule;
import basalt.system.ScheduleBuilder;
import basalt.world.World;
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

    /**
     * A region without entities.
     *
     * @param side which one
     * @param isOpen whether entities cross the border, or turn back there
     */
    Region(Side side, boolean isOpen) {
        this(side, World.create(), isOpen, 1);
    }

    /**
     * A region that goes on as the one that was saved.
     *
     * @param side which one
     * @param saved what was saved
     * @param start the number of the feed, greater than those before
     */
    Region(Side side, SaveBuffer saved, long start) {
        this(side, World.load(saved.source(), new LoadOptions()), true, start);
    }

    private Region(Side side, World world, boolean isOpen, long start) {
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
        new Movement(isOpen ? 0 : side.low(), isOpen ? Side.WIDTH : side.high()).addTo(systems, world, living);
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
        world.save(saved, new SaveOptions());
        return saved;
    }

    @Override
    public void close() {
        Closing.all(schedule, world);
    }
}
