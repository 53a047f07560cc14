package basalt.examples.cluster;

import static basalt.feed.Quantisation.quantised;

import basalt.examples.cluster.Arena.Position;
import basalt.examples.cluster.Arena.Velocity;
import basalt.examples.cluster.ClusterConfig.Setting;
import basalt.feed.FeedClient;
import basalt.feed.FeedSchema;
import basalt.feed.WorldFeed;
import basalt.query.Query;
import basalt.world.World;
import io.aeron.Image;
import io.aeron.Publication;
import io.aeron.Subscription;
import io.aeron.exceptions.AeronException;
import io.aeron.logbuffer.FragmentHandler;
import io.aeron.logbuffer.Header;
import java.nio.ByteOrder;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.TimeUnit;
import java.util.function.ObjLongConsumer;
import org.agrona.CloseHelper;
import org.agrona.DirectBuffer;
import org.agrona.MutableDirectBuffer;
import org.agrona.concurrent.UnsafeBuffer;

/**
 * Sends the feed of an observer's world to spectators, so that the cluster does not pay for them. A spectator says
 * several times a second where it looks and what it has; one that says nothing for a while is forgotten. What does not
 * get through is not repeated: the next packet is the difference to what the spectator has.
 *
 * <p>For the observer's thread.
 */
final class FeedServer implements ObjLongConsumer<World>, AutoCloseable {
    static final int REQUESTS = 30;
    static final int FEEDS = 31;

    /** How far a spectator sees, in units of the arena. */
    private static final float SIGHT = Arena.SIZE / 8;

    private static final double PLACE_STEP = 1 / 64.0;
    private static final double SPEED_STEP = 1 / 16.0;
    private static final int TICKS_A_FRAME = 2;
    private static final long MOST_SILENT_NANOS = TimeUnit.MILLISECONDS.toNanos(2_500);

    /** Between two frames, also while the observer makes the ticks that it has missed. */
    private static final long LEAST_FRAME_NANOS = TimeUnit.MILLISECONDS.toNanos(40);

    private static final int REQUESTS_A_TICK = 1_000;
    private static final int PACKET_BYTES = 4_000; // three datagrams
    private static final int TICKS_A_HASH = 30;

    private final ClusterConfig config;
    private final EmbeddedAeron embedded = new EmbeddedAeron();
    private final Subscription requests;
    private final FragmentHandler handler = this::onRequest;
    private final FeedSchema schema;
    private final Map<Long, Viewer> viewers = new LinkedHashMap<>(); // by session
    private final UnsafeBuffer message = new UnsafeBuffer(new byte[FeedHeader.LENGTH + PACKET_BYTES]);

    /** Tells spectators that they are shown another world's feed than before. */
    private final long number = ThreadLocalRandom.current().nextLong();

    private WorldFeed feed;
    private long tick;
    private long frameNanos = System.nanoTime();
    private int first;
    private long bytes;

    /**
     * What a spectator says several times a second, little endian:
     *
     * <pre>
     *    0  session  long: a number of its own
     *    8  tick     long: that of its newest state
     *   16  x        float: where it looks
     *   20  y        float
     *   24  port     int: to which the feed goes, at the address from which the request comes
     *   28  {@link Credentials}
     * </pre>
     */
    record Request(long session, long tick, float x, float y, int port) {
        private static final int CREDENTIALS = 28;
        private static final int MOST_PORT = 0xFFFF;

        /** Reads a message; null if it is no request with the right token. */
        static Request read(DirectBuffer from, int offset, int length, String token) {
            if (length < CREDENTIALS) {
                return null;
            }
            byte[] credentials = new byte[length - CREDENTIALS];
            from.getBytes(offset + CREDENTIALS, credentials);
            Request request = new Request(
                    from.getLong(offset, ByteOrder.LITTLE_ENDIAN),
                    from.getLong(offset + 8, ByteOrder.LITTLE_ENDIAN),
                    from.getFloat(offset + 16, ByteOrder.LITTLE_ENDIAN),
                    from.getFloat(offset + 20, ByteOrder.LITTLE_ENDIAN),
                    from.getInt(offset + 24, ByteOrder.LITTLE_ENDIAN));
            return Credentials.areValid(credentials, token) && request.isValid() ? request : null;
        }

        private boolean isValid() {
            return Float.isFinite(x) && Float.isFinite(y) && port > 0 && port <= MOST_PORT;
        }

        /** Writes the message. Returns its length. */
        int write(MutableDirectBuffer to, byte[] credentials) {
            to.putLong(0, session, ByteOrder.LITTLE_ENDIAN);
            to.putLong(8, tick, ByteOrder.LITTLE_ENDIAN);
            to.putFloat(16, x, ByteOrder.LITTLE_ENDIAN);
            to.putFloat(20, y, ByteOrder.LITTLE_ENDIAN);
            to.putInt(24, port, ByteOrder.LITTLE_ENDIAN);
            to.putBytes(CREDENTIALS, credentials);
            return CREDENTIALS + credentials.length;
        }
    }

    /**
     * What stands before a packet of the feed, little endian: the session of the spectator; the hash of what it has
     * with this packet, 0 if it was not taken; and a number of the feed, of which another server has another.
     */
    record FeedHeader(long session, long hash, long feed) {
        static final int LENGTH = 3 * Long.BYTES;

        static FeedHeader read(DirectBuffer from, int offset) {
            return new FeedHeader(
                    from.getLong(offset, ByteOrder.LITTLE_ENDIAN),
                    from.getLong(offset + 8, ByteOrder.LITTLE_ENDIAN),
                    from.getLong(offset + 16, ByteOrder.LITTLE_ENDIAN));
        }

        void write(MutableDirectBuffer to) {
            to.putLong(0, session, ByteOrder.LITTLE_ENDIAN);
            to.putLong(8, hash, ByteOrder.LITTLE_ENDIAN);
            to.putLong(16, feed, ByteOrder.LITTLE_ENDIAN);
        }
    }

    /** A spectator. */
    private static final class Viewer {
        private final FeedClient client;
        private final long registration;
        private Publication publication; // null until it is open
        private long acked = WorldFeed.NONE;
        private long heardNanos;

        Viewer(FeedClient client, long registration) {
            this.client = client;
            this.registration = registration;
        }
    }

    /** Begins to take requests at a free port. */
    FeedServer(ClusterConfig config, String endpoint) {
        this.config = config;
        schema = schema(config.arena().ticksPerSecond());
        try {
            requests = embedded.aeron().addSubscription("aeron:udp?endpoint=" + endpoint, REQUESTS);
        } catch (Throwable e) {
            CloseHelper.closeAll(e::addSuppressed, embedded);
            throw e;
        }
    }

    /**
     * What spectators of an arena are sent: where ships and bullets are and how they move. Equal
     * on both sides.
     */
    static FeedSchema schema(int ticksPerSecond) {
        return FeedSchema.builder()
                .column(Velocity.DX, quantised(SPEED_STEP))
                .column(Velocity.DY, quantised(SPEED_STEP))
                .moving(Position.X, quantised(PLACE_STEP), Velocity.DX, 1.0 / ticksPerSecond)
                .moving(Position.Y, quantised(PLACE_STEP), Velocity.DY, 1.0 / ticksPerSecond)
                .component(Arena.Player.TYPE)
                .component(Arena.Bullet.TYPE)
                .build();
    }

    /** After a tick of the observer. */
    @Override
    public void accept(World observed, long newTick) {
        tick = newTick;
        if (feed == null) {
            Query shown = observed.query().all(Position.TYPE).build();
            feed = WorldFeed.of(observed, schema, shown).grid(Position.X, Position.Y, SIGHT / 2);
        }
        requests.poll(handler, REQUESTS_A_TICK);
        if (tick % TICKS_A_FRAME == 0 && System.nanoTime() - frameNanos >= LEAST_FRAME_NANOS) {
            feed.capture();
            removeSilent();
            sendAll();
            frameNanos = System.nanoTime();
        }
    }

    private void removeSilent() {
        long now = System.nanoTime();
        viewers.values().removeIf(viewer -> {
            boolean isSilent = now - viewer.heardNanos > MOST_SILENT_NANOS;
            if (isSilent) {
                embedded.aeron().asyncRemovePublication(viewer.registration);
            }
            return isSilent;
        });
    }

    /** Each frame begins with another spectator: one endpoint has one buffer, and the last ones may find it full. */
    private void sendAll() {
        List<Viewer> all = new ArrayList<>(viewers.values());
        Collections.rotate(all, ++first);
        all.forEach(this::send);
    }

    private void send(Viewer viewer) {
        if (!isConnected(viewer)) {
            return;
        }
        int length = feed.encode(viewer.client, viewer.acked, message, FeedHeader.LENGTH);
        new FeedHeader(viewer.client.session(), hash(viewer.client), number).write(message);
        if (viewer.publication.offer(message, 0, FeedHeader.LENGTH + length) > 0) {
            bytes += length;
        }
    }

    /** The hash of what a spectator has with this packet; 0 if it is not time for one, or it cannot be computed. */
    private long hash(FeedClient client) {
        if (tick % TICKS_A_HASH != 0) {
            return 0;
        }
        try {
            return client.hash(tick);
        } catch (IllegalArgumentException e) {
            return 0; // for want of room the spectator has values that are too old for the server to know
        }
    }

    private boolean isConnected(Viewer viewer) {
        if (viewer.publication == null) {
            try {
                viewer.publication = embedded.aeron().getPublication(viewer.registration);
            } catch (AeronException e) {
                return false; // what a spectator asks for must not end the server
            }
        }
        return viewer.publication != null && viewer.publication.isConnected();
    }

    private void onRequest(DirectBuffer from, int offset, int length, Header header) {
        Request request = Request.read(from, offset, length, config.text(Setting.TOKEN));
        if (request == null) {
            return;
        }
        Viewer viewer = viewers.get(request.session);
        if (viewer == null) {
            if (viewers.size() >= config.number(Setting.SESSIONS)) {
                return;
            }
            viewer = open(request.session, header, request.port);
        }
        viewer.heardNanos = System.nanoTime();
        viewer.acked = request.tick;
        viewer.client.interest().clear().near(request.x, request.y, SIGHT, SIGHT * 1.1f);
    }

    /** A new spectator. The feed goes to the address from which the request has come. */
    private Viewer open(long session, Header header, int port) {
        String source = ((Image) header.context()).sourceIdentity();
        String channel = "aeron:udp?term-length=64k|endpoint="
                + ClusterConfig.Member.parse(0, source).host() + ":" + port;
        long registration = embedded.aeron().asyncAddPublication(channel, FEEDS);
        Viewer viewer = new Viewer(feed.connect(session).budget(PACKET_BYTES), registration);
        viewers.put(session, viewer);
        return viewer;
    }

    /** The number of spectators. */
    int viewers() {
        return viewers.size();
    }

    /** The bytes of all packets that were sent. */
    long bytes() {
        return bytes;
    }

    @Override
    public void close() {
        CloseHelper.closeAll(requests, embedded);
    }
}
