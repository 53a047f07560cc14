package basalt.examples.cluster;

import basalt.examples.cluster.arena.Arena;
import basalt.examples.cluster.arena.ArenaFeed;
import basalt.examples.framework.program.Closing;
import basalt.feed.FeedSchema;
import basalt.feed.Received;
import basalt.feed.WorldFeed;
import basalt.feed.WorldMirror;
import basalt.world.World;
import io.aeron.ChannelUri;
import io.aeron.CommonContext;
import io.aeron.FragmentAssembler;
import io.aeron.Publication;
import io.aeron.Subscription;
import io.aeron.logbuffer.Header;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.TimeUnit;
import org.agrona.DirectBuffer;
import org.agrona.collections.Long2ObjectHashMap;
import org.agrona.concurrent.UnsafeBuffer;

/** Spectators of an arena, all on one thread. Each looks at a place that moves, and has a world with what it sees. */
final class Spectators implements AutoCloseable {
    private static final long REQUEST_NANOS = TimeUnit.MILLISECONDS.toNanos(50);
    private static final int FRAGMENTS = 64;

    /** After so long without a packet, a spectator joins again: the server may be another one than before. */
    private static final long REJOIN_NANOS = TimeUnit.SECONDS.toNanos(2);

    private final EmbeddedAeron embedded = new EmbeddedAeron();
    private final Subscription feeds;
    private final Publication requests;
    private final FragmentAssembler handler = new FragmentAssembler(this::onFeed);
    private final byte[] credentials;
    private final Long2ObjectHashMap<Spectator> spectators = new Long2ObjectHashMap<>();
    private final List<Spectator> all = new ArrayList<>();
    private final UnsafeBuffer message = new UnsafeBuffer(new byte[1_024]);
    private int port; // to which the feed goes; 0 until it is known
    private long nextRequest = System.nanoTime();
    private long packets;
    private long bytes;
    private long compared;
    private long wrong;

    /** One of them. */
    private static final class Spectator {
        private final World world = World.create();
        private final WorldMirror mirror;
        private long session;
        private long appliedNanos = System.nanoTime();

        Spectator(FeedSchema schema) {
            session = ThreadLocalRandom.current().nextLong();
            mirror = WorldMirror.of(world, schema, session);
        }
    }

    /**
     * Begins to ask.
     *
     * @param config the settings of the cluster
     * @param server host and port of a {@link FeedServer}
     * @param count the number of spectators
     */
    Spectators(ClusterConfig config, String server, int count) {
        credentials = Credentials.of(1, config.token());
        try {
            feeds = embedded.aeron()
                    .addSubscription("aeron:udp?endpoint=" + config.clientHost() + ":0", FeedServer.FEEDS);
            requests = embedded.aeron()
                    .addPublication("aeron:udp?term-length=64k|endpoint=" + server, FeedServer.REQUESTS);
        } catch (Throwable e) {
            Closing.after(e, embedded);
            throw e;
        }
        FeedSchema schema = ArenaFeed.schema(config.arena().ticksPerSecond());
        for (int i = 0; i < count; i++) {
            Spectator spectator = new Spectator(schema);
            spectators.put(spectator.session, spectator);
            all.add(spectator);
        }
    }

    /** Watches for some time. */
    void watch(long millis) {
        EmbeddedAeron.poll(millis, this::poll);
    }

    private int poll() {
        long now = System.nanoTime();
        if (now - nextRequest >= 0) {
            nextRequest = now + REQUEST_NANOS;
            ask(now);
        }
        return feeds.poll(handler, FRAGMENTS);
    }

    private void ask(long now) {
        if (port == 0) {
            String channel = feeds.tryResolveChannelEndpointPort();
            if (channel == null) {
                return;
            }
            String endpoint = ChannelUri.parse(channel).get(CommonContext.ENDPOINT_PARAM_NAME);
            port = Integer.parseInt(endpoint.substring(endpoint.lastIndexOf(':') + 1));
        }
        double seconds = now / 1e9;
        for (int i = 0; i < all.size(); i++) {
            Spectator spectator = all.get(i);
            if (now - spectator.appliedNanos > REJOIN_NANOS) {
                rejoin(spectator, now);
            }
            double angle = seconds / 10 + i;
            float x = Arena.SIZE * (float) (0.5 + 0.4 * Math.cos(angle));
            float y = Arena.SIZE * (float) (0.5 + 0.4 * Math.sin(angle));
            int length = SpectatorMessage.putRequest(
                    message, 0, spectator.session, spectator.mirror.tick(), x, y, port, credentials);
            requests.offer(message, 0, length); // one that does not get through is followed by the next
        }
    }

    /** With another number: packets of the connection before cannot be taken for those of this one. */
    private void rejoin(Spectator spectator, long now) {
        spectators.remove(spectator.session);
        spectator.session = ThreadLocalRandom.current().nextLong();
        spectator.appliedNanos = now;
        spectator.mirror.rejoin(spectator.session);
        spectators.put(spectator.session, spectator);
    }

    private void onFeed(DirectBuffer from, int offset, int length, Header header) {
        if (length < SpectatorMessage.FEED_HEADER) {
            return;
        }
        Spectator spectator = spectators.get(SpectatorMessage.session(from, offset));
        if (spectator == null) {
            return; // of a connection before, or of a program that had this port before
        }
        int packet = length - SpectatorMessage.FEED_HEADER;
        Received received = spectator.mirror.apply(from, offset + SpectatorMessage.FEED_HEADER, packet);
        if (received == Received.APPLIED) {
            spectator.appliedNanos = System.nanoTime();
            packets++;
            bytes += packet;
            spectator.mirror.show();
            long hash = SpectatorMessage.hash(from, offset);
            if (hash != 0) {
                compared++;
                wrong += hash == spectator.mirror.hash() ? 0 : 1;
            }
        }
    }

    /** Spectators that have a state. */
    int ready() {
        return (int) all.stream()
                .filter(each -> each.mirror.tick() != WorldFeed.NONE)
                .count();
    }

    /** Entities in all their worlds. */
    int entities() {
        return all.stream().mapToInt(each -> each.world.entityCount()).sum();
    }

    long packets() {
        return packets;
    }

    long bytes() {
        return bytes;
    }

    /** States of which the server has sent the hash. */
    long compared() {
        return compared;
    }

    /** Those of them with another hash. */
    long wrong() {
        return wrong;
    }

    @Override
    public void close() {
        all.forEach(each -> each.world.close());
        Closing.all(feeds, requests, embedded);
    }
}
