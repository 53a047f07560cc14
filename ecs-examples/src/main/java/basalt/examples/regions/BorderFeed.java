package basalt.examples.regions;

import static basalt.feed.Quantisation.quantised;

import basalt.examples.regions.Region.Motion;
import basalt.examples.regions.Region.Numbers;
import basalt.feed.FeedClient;
import basalt.feed.FeedSchema;
import basalt.feed.Mirrored;
import basalt.feed.Received;
import basalt.feed.WorldFeed;
import basalt.feed.WorldMirror;
import basalt.query.Query;
import basalt.world.World;
import org.agrona.DirectBuffer;
import org.agrona.MutableDirectBuffer;
import org.agrona.collections.LongHashSet;

/**
 * Shows the neighbour what is near the border. The feed is no part of the region's state: after a restart another one
 * starts, with a greater number, and the neighbour's mirror begins anew.
 *
 * <pre>
 *   0  long  start: the number of the feed
 *   8  long  joins: the neighbour's number of its mirror
 *  16  int   bytes of the packet; 0 if there is none
 *  20  the packet of the feed
 * </pre>
 */
final class BorderFeed {
    /** What a region shows. */
    static final FeedSchema SCHEMA = FeedSchema.builder()
            .column(Region.Id.ID)
            .column(Motion.DX, quantised(1 / 256f))
            .column(Motion.DY, quantised(1 / 256f))
            .moving(Region.Place.X, quantised(1 / 256f), Motion.DX, Region.Movement.TICK_SECONDS)
            .moving(Region.Place.Y, quantised(1 / 256f), Motion.DY, Region.Movement.TICK_SECONDS)
            .build();

    static final int HEADER_BYTES = 20;
    private static final int TICKS = 3; // between two packets

    private final World world;
    private final long start;
    private final WorldFeed feed;
    private FeedClient client;
    private long joins;
    private long ackedTick = WorldFeed.NONE;

    BorderFeed(World world, Query shown, long start) {
        this.world = world;
        this.start = start;
        feed = WorldFeed.of(world, SCHEMA, shown);
    }

    /** Takes what the neighbour's mirror says that it has. */
    void acknowledge(long mirrorStart, long mirrorJoins, long tick) {
        if (mirrorJoins > joins) {
            joins = mirrorJoins;
            client = feed.connect(Region.Numbers.session(start, joins));
            ackedTick = WorldFeed.NONE;
        }
        if (mirrorStart == start && mirrorJoins == joins) {
            ackedTick = Math.max(ackedTick, tick);
        }
    }

    /** Writes a packet after every third tick, once the neighbour was heard. Returns the number of bytes. */
    int write(MutableDirectBuffer to, int offset) {
        int bytes = 0;
        if (client != null && world.time().tick() % TICKS == 0) {
            feed.capture();
            bytes = feed.encode(client, ackedTick, to, offset + HEADER_BYTES);
        }
        to.putLong(offset, start);
        to.putLong(offset + 8, joins);
        to.putInt(offset + 16, bytes);
        return HEADER_BYTES + bytes;
    }

    /**
     * What the neighbour shows, in this world. A ghost has {@link Mirrored}, so the queries of the region's own
     * entities leave it out. While an entity is handed over, the neighbour shows it still: its ghost is disabled.
     *
     * <p>What is written to the neighbour, which {@link BorderFeed} takes:
     *
     * <pre>
     *   0  long  start: the feed that the mirror shows
     *   8  long  joins: the number of the mirror
     *  16  long  tick of the last state that it has
     * </pre>
     */
    static final class Ghosts {
        static final int BYTES = 24;

        /** The ghosts that are seen. */
        final Query seen;

        private final Numbers numbers;
        private final LongHashSet owned;
        private final WorldMirror mirror;

        Ghosts(World world, Numbers numbers, LongHashSet owned) {
            this.numbers = numbers;
            this.owned = owned;
            mirror = WorldMirror.of(world, BorderFeed.SCHEMA, Numbers.session(numbers.start, numbers.joins));
            seen = world.query().all(Region.Id.TYPE, Mirrored.TYPE).build();
        }

        /** Begins anew, before the world is saved: a mirror of the saved world has no states of the feed. */
        void rejoin() {
            numbers.joins++;
            mirror.rejoin(Numbers.session(numbers.start, numbers.joins));
        }

        /** Reads what {@link BorderFeed} has written. */
        void read(DirectBuffer from, int offset) {
            long start = from.getLong(offset);
            int length = from.getInt(offset + 16);
            if (start > numbers.start) {
                numbers.start = start;
                mirror.rejoin(Numbers.session(start, numbers.joins));
            }
            if (length > 0 && start == numbers.start && from.getLong(offset + 8) == numbers.joins) {
                if (mirror.apply(from, offset + BorderFeed.HEADER_BYTES, length) == Received.DAMAGED) {
                    throw new IllegalStateException("the neighbour's packet is damaged: " + mirror.problem());
                }
            }
        }

        /** Shows the newest state. */
        void show() {
            mirror.show();
            seen.forEach((row, commands) -> {
                if (owned.contains(row.get(Region.Id.ID))) {
                    commands.disable(row.entity());
                }
            });
        }

        /** The neighbour's tick that is shown; {@link WorldFeed#NONE} if there is none. */
        long tick() {
            return mirror.tick();
        }

        /** Writes which state the mirror has. */
        void write(MutableDirectBuffer to, int offset) {
            to.putLong(offset, numbers.start);
            to.putLong(offset + 8, numbers.joins);
            to.putLong(offset + 16, mirror.tick());
        }
    }
}
