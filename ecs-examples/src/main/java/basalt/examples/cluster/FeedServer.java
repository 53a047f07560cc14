package basalt.examples.cluster;

import basalt.examples.cluster.arena.ArenaFeed;
import basalt.examples.framework.program.Closing;
import basalt.feed.FeedClient;
import basalt.feed.FeedSchema;
import basalt.feed.WorldFeed;
import basalt.world.World;
import io.aeron.Image;
import io.aeron.Publication;
import io.aeron.Subscription;
import io.aeron.exceptions.AeronException;
import io.aeron.logbuffer.FragmentHandler;
import io.aeron.logbuffer.Header;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.TimeUnit;
import org.agrona.DirectBuffer;
import org.agrona.collections.Long2ObjectHashMap;
import org.agrona.concurrent.UnsafeBuffer;

/**
 * Sends the feed of an observer's world to spectators, so that the cluster does not pay for them. A spectator says
 * several times a second where it looks and what it has; one that says nothing for a while is forgotten. What does not
 * get through is not repeated: the next packet is the difference to what the spectator has.
 *
 * <p>For the observer's thread.
 */
final class FeedServer implements ObservedTick, AutoCloseable {
    static final int REQUESTS = 30;
    static final int FEEDS = 31;

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
    private final Long2ObjectHashMap<Viewer> bySession = new Long2ObjectHashMap<>();
    private final List<Viewer> viewers = new ArrayList<>();
    private final UnsafeBuffer message = new UnsafeBuffer(new byte[SpectatorMessage.FEED_HEADER + PACKET_BYTES]);

    /** Tells spectators that they are shown another world's feed than before. */
    private final long number = ThreadLocalRandom.current().nextLong();

    private WorldFeed feed;
    private long tick;
    private long frameNanos = System.nanoTime();
    private int first;
    private long bytes;

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

    /**
     * Begins to take requests.
     *
     * @param config the settings of the cluster, with the token for spectators
     * @param endpoint host and free port at which spectators ask
     */
    FeedServer(ClusterConfig config, String endpoint) {
        this.config = config;
        schema = ArenaFeed.schema(config.arena().ticksPerSecond());
        try {
            requests = embedded.aeron().addSubscription("aeron:udp?endpoint=" + endpoint, REQUESTS);
        } catch (Throwable e) {
            Closing.after(e, embedded);
            throw e;
        }
    }

    @Override
    public void onTick(World observed, long newTick) {
        tick = newTick;
        if (feed == null) {
            feed = ArenaFeed.of(observed, schema);
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
        for (int i = viewers.size() - 1; i >= 0; i--) {
            Viewer viewer = viewers.get(i);
            if (now - viewer.heardNanos > MOST_SILENT_NANOS) {
                bySession.remove(viewer.client.session());
                viewers.remove(i);
                embedded.aeron().asyncRemovePublication(viewer.registration);
            }
        }
    }

    /** Each frame begins with another spectator: one endpoint has one buffer, and the last ones may find it full. */
    private void sendAll() {
        int count = viewers.size();
        for (int i = 0; i < count; i++) {
            send(viewers.get((first + i) % count));
        }
        first = count == 0 ? 0 : (first + 1) % count;
    }

    private void send(Viewer viewer) {
        if (!isConnected(viewer)) {
            return;
        }
        int length = feed.encode(viewer.client, viewer.acked, message, SpectatorMessage.FEED_HEADER);
        SpectatorMessage.putFeedHeader(message, 0, viewer.client.session(), hash(viewer.client), number);
        if (viewer.publication.offer(message, 0, SpectatorMessage.FEED_HEADER + length) > 0) {
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
        if (!SpectatorMessage.isRequest(from, offset, length, config.token())) {
            return;
        }
        long session = SpectatorMessage.session(from, offset);
        Viewer viewer = bySession.get(session);
        if (viewer == null) {
            if (viewers.size() >= config.sessions()) {
                return;
            }
            viewer = open(session, header, SpectatorMessage.port(from, offset));
        }
        viewer.heardNanos = System.nanoTime();
        viewer.acked = SpectatorMessage.tick(from, offset);
        float x = SpectatorMessage.x(from, offset);
        float y = SpectatorMessage.y(from, offset);
        viewer.client.interest().clear().near(x, y, ArenaFeed.SIGHT, ArenaFeed.SIGHT * 1.1f);
    }

    /** A new spectator. The feed goes to the address from which the request has come. */
    private Viewer open(long session, Header header, int port) {
        String source = ((Image) header.context()).sourceIdentity();
        String channel =
                "aeron:udp?term-length=64k|endpoint=" + Member.parse(0, source).host() + ":" + port;
        long registration = embedded.aeron().asyncAddPublication(channel, FEEDS);
        Viewer viewer = new Viewer(feed.connect(session).budget(PACKET_BYTES), registration);
        bySession.put(session, viewer);
        viewers.add(viewer);
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
        Closing.all(requests, embedded);
    }
}
