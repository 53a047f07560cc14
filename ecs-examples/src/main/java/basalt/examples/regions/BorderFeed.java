package basalt.examples.regions;

import static basalt.feed.Quantisation.quantised;

import basalt.feed.FeedClient;
import basalt.feed.FeedSchema;
import basalt.feed.WorldFeed;
import basalt.query.Query;
import basalt.world.World;
import org.agrona.MutableDirectBuffer;

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
            .column(Id.ID)
            .column(Motion.DX, quantised(1 / 256f))
            .column(Motion.DY, quantised(1 / 256f))
            .moving(Place.X, quantised(1 / 256f), Motion.DX, Movement.TICK_SECONDS)
            .moving(Place.Y, quantised(1 / 256f), Motion.DY, Movement.TICK_SECONDS)
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
            client = feed.connect(Numbers.session(start, joins));
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
}
