package basalt.examples.regions;

import basalt.examples.framework.program.SmallRandom;
import basalt.save.SaveBuffer;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.PriorityQueue;
import org.agrona.CloseHelper;
import org.agrona.ExpandableArrayBuffer;
import org.agrona.concurrent.UnsafeBuffer;

/** A world in two regions, and the network between them. */
final class TwoRegions implements AutoCloseable {
    final Cluster left;
    final Cluster right;
    final Link toLeft;
    final Link toRight;
    private final int snapshotTicks;
    private long now;

    /** Messages to a region that was down. */
    long missed;

    /**
     * The regions before their first tick.
     *
     * @param entities number of entities
     * @param seed equal seeds give equal entities and delays
     * @param loss the part of messages that is lost, 0 to 1, and the part of the others that is delivered twice
     * @param mostDelay the longest delay in ticks
     * @param snapshotTicks ticks between two snapshots of a region
     */
    TwoRegions(int entities, long seed, float loss, int mostDelay, int snapshotTicks) {
        this.snapshotTicks = snapshotTicks;
        left = new Cluster(Region.Side.LEFT, entities, seed);
        right = new Cluster(Region.Side.RIGHT, entities, seed);
        toLeft = new Link(2 * seed, loss, mostDelay);
        toRight = new Link(2 * seed + 1, loss, mostDelay);
    }

    /** Makes a tick of each region that is up. */
    void step() {
        now++;
        step(left, toLeft, toRight);
        step(right, toRight, toLeft);
    }

    private void step(Cluster cluster, Link in, Link out) {
        List<byte[]> messages = in.receive(now);
        if (!cluster.isUp()) {
            missed += messages.size();
            return;
        }
        out.send(now, cluster.tick(messages));
        if (now % snapshotTicks == 0) {
            cluster.snapshot();
        }
    }

    @Override
    public void close() {
        CloseHelper.closeAll(left, right);
    }

    /**
     * A region as its neighbour sees it: a cluster that keeps a snapshot and a log, so that its state outlives its
     * nodes. Here it is one node, with both in memory. The log has the messages that were given to each tick since the
     * snapshot.
     */
    static final class Cluster implements AutoCloseable {
        private final Region.Side side;
        private final List<List<byte[]>> log = new ArrayList<>();
        private final ExpandableArrayBuffer buffer = new ExpandableArrayBuffer();
        private SaveBuffer snapshot;
        private Region region;
        private long start = 1;

        /** Time of all ticks with their messages. */
        long nanos;

        /** Bytes of hand-overs that were sent. */
        long handOverBytes;

        /** Bytes of the border feed that were sent, with the acknowledgements of the other one. */
        long feedBytes;

        Cluster(Region.Side side, int entities, long seed) {
            this.side = side;
            region = new Region(side);
            region.spawn(entities, seed);
            snapshot = region.save();
        }

        /** Whether it makes ticks. */
        boolean isUp() {
            return region != null;
        }

        Region region() {
            return region;
        }

        /** Puts messages into the log, and makes a tick with them. Returns the message for the neighbour. */
        byte[] tick(List<byte[]> messages) {
            log.add(messages);
            long begin = System.nanoTime();
            apply(messages);
            byte[] message = new byte[region.send(buffer)];
            buffer.getBytes(0, message);
            nanos += System.nanoTime() - begin;
            handOverBytes += region.handOverBytes;
            feedBytes += message.length - region.handOverBytes;
            return message;
        }

        private void apply(List<byte[]> messages) {
            for (byte[] message : messages) {
                region.receive(new UnsafeBuffer(message));
            }
            region.tick();
        }

        /** Takes a snapshot, and begins a new log. */
        void snapshot() {
            snapshot.close();
            snapshot = region.save();
            log.clear();
        }

        /** Ends the node. What was not in the snapshot or the log is gone. */
        void crash() {
            region.close();
            region = null;
        }

        /**
         * Starts a node with the snapshot and the log. Messages that the ticks of the log had sent are not sent again.
         */
        void restart() {
            region = new Region(side, snapshot, ++start);
            log.forEach(this::apply);
        }

        /** The number of ticks in the log, which a restart makes again. */
        int logged() {
            return log.size();
        }

        @Override
        public void close() {
            CloseHelper.closeAll(region, snapshot);
        }
    }

    /** One direction of a network: delays each message by another time, loses some, and delivers some twice. */
    static final class Link {
        private static final int LEAST_DELAY = 1;

        private final SmallRandom random;
        private final float loss;
        private final int mostDelay;
        private final PriorityQueue<Flight> flights =
                new PriorityQueue<>(Comparator.comparingLong(Flight::due).thenComparingLong(Flight::order));
        private long order;
        private long newest = -1;

        /** Messages that were not delivered. */
        long lost;

        /** Messages that were delivered twice. */
        long repeated;

        /** Deliveries after that of a later message. */
        long late;

        private record Flight(long due, long order, byte[] message) {}

        /**
         * A link.
         *
         * @param seed equal seeds give equal losses and delays
         * @param loss the part of messages that is lost, 0 to 1, and the part of the others that is delivered twice
         * @param mostDelay the longest delay in ticks, at least 1
         */
        Link(long seed, float loss, int mostDelay) {
            random = new SmallRandom(seed);
            this.loss = loss;
            this.mostDelay = mostDelay;
        }

        /** The number of messages, each counted once. */
        long sent() {
            return order;
        }

        /** Sends a message. */
        void send(long now, byte[] message) {
            order++;
            if (random.next() < loss) {
                lost++;
                return;
            }
            fly(now, message);
            if (random.next() < loss) {
                repeated++;
                fly(now, message);
            }
        }

        private void fly(long now, byte[] message) {
            int delay = LEAST_DELAY + (int) (random.next() * (mostDelay - LEAST_DELAY + 1));
            flights.add(new Flight(now + delay, order, message));
        }

        /** The messages that have arrived. */
        List<byte[]> receive(long now) {
            List<byte[]> arrived = new ArrayList<>();
            while (!flights.isEmpty() && flights.peek().due() <= now) {
                Flight flight = flights.remove();
                late += flight.order() < newest ? 1 : 0;
                newest = Math.max(newest, flight.order());
                arrived.add(flight.message());
            }
            return arrived;
        }
    }

    /**
     * Where each entity is, by its id. An entity that leaves belongs to its region until the neighbour has taken its
     * number. Both regions must be up.
     */
    static final class Census {
        private final int[] owners;

        /** Entities that live in the region of their place. */
        int atHome;

        /** Entities that live in another region than that of their place. */
        int astray;

        /** Entities that have left, and have not arrived. */
        int inFlight;

        /** Ids that nothing has. */
        int lost;

        /** Ids that more than one entity has. */
        int doubled;

        private Census(int entities) {
            owners = new int[entities];
        }

        /** Counts entities that have the ids from 0 to a number. */
        static Census of(TwoRegions regions, int entities) {
            Census census = new Census(entities);
            census.add(regions.left.region(), regions.right.region());
            census.add(regions.right.region(), regions.left.region());
            for (int owner : census.owners) {
                census.lost += owner == 0 ? 1 : 0;
                census.doubled += owner > 1 ? 1 : 0;
            }
            return census;
        }

        private void add(Region region, Region neighbour) {
            region.living.forEach(row -> {
                owners[(int) row.get(Region.Id.ID)]++;
                if (region.side.contains(row.get(Region.Place.X))) {
                    atHome++;
                } else {
                    astray++;
                }
            });
            region.handOver.leaving.forEach(row -> {
                if (row.get(Region.Leaving.NUMBER) > neighbour.numbers.taken) {
                    owners[(int) row.get(Region.Id.ID)]++;
                    inFlight++;
                }
            });
        }

        /** Whether each id has one entity, which is at home or in flight. */
        boolean isSound() {
            return lost == 0 && doubled == 0 && astray == 0;
        }

        @Override
        public String toString() {
            return String.format(
                    Locale.ROOT,
                    "%,d at home, %,d in flight, %,d astray, %,d lost, %,d doubled",
                    atHome,
                    inFlight,
                    astray,
                    lost,
                    doubled);
        }
    }
}
