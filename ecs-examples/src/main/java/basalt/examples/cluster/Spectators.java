package basalt.examples.cluster;

import basalt.examples.cluster.ClusterConfig.Member;
import basalt.examples.cluster.ClusterConfig.Setting;
import basalt.examples.cluster.FeedServer.FeedHeader;
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
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.TimeUnit;
import org.agrona.CloseHelper;
import org.agrona.DirectBuffer;
import org.agrona.concurrent.UnsafeBuffer;

/**
 * Spectators of an arena, all on one thread. Each looks at a place that moves, and has a world with what it sees, and a
 * port, as if it were a program of its own.
 */
final class Spectators implements AutoCloseable {
    private static final long REQUEST_NANOS = TimeUnit.MILLISECONDS.toNanos(50);
    private static final int FRAGMENTS = 64;

    private final EmbeddedAeron embedded = new EmbeddedAeron();
    private final Publication requests;
    private final byte[] credentials;
    private final List<Spectator> all = new ArrayList<>();
    private final UnsafeBuffer message = new UnsafeBuffer(new byte[1_024]);
    private long nextRequest = System.nanoTime();
    private long packets;
    private long bytes;
    private long compared;
    private long wrong;

    /** One of them. */
    private final class Spectator implements AutoCloseable {
        private final World world = World.create();
        private final WorldMirror mirror;
        private final Subscription subscription;
        private final FragmentAssembler handler =
                new FragmentAssembler((from, offset, length, header) -> onFeed(this, from, offset, length));
        private int port; // to which the feed goes; 0 until it is known
        private long session = ThreadLocalRandom.current().nextLong();
        private long feedNumber;
        private boolean hasFeed;

        Spectator(Subscription subscription, FeedSchema schema) {
            this.subscription = subscription;
            mirror = WorldMirror.of(world, schema, session);
        }

        /** Whether the feed is the one of before. After a server was started again, the spectator joins anew. */
        boolean isSame(long feed) {
            boolean isSame = !hasFeed || feed == feedNumber;
            if (!isSame) {
                session = ThreadLocalRandom.current().nextLong(); // packets of before cannot be taken for those to come
                mirror.rejoin(session);
            }
            hasFeed = true;
            feedNumber = feed;
            return isSame;
        }

        @Override
        public void close() {
            CloseHelper.closeAll(subscription, world);
        }
    }

    /** Begins to ask. */
    Spectators(ClusterConfig config, String server, int count) {
        credentials = Credentials.of(1, config.text(Setting.TOKEN));
        FeedSchema schema = FeedServer.schema(config.arena().ticksPerSecond());
        try {
            requests = embedded.aeron()
                    .addPublication("aeron:udp?term-length=64k|endpoint=" + server, FeedServer.REQUESTS);
            for (int i = 0; i < count; i++) {
                String channel = "aeron:udp?endpoint=" + config.text(Setting.CLIENT_HOST) + ":0";
                all.add(new Spectator(embedded.aeron().addSubscription(channel, FeedServer.FEEDS), schema));
            }
        } catch (Throwable e) {
            CloseHelper.closeAll(e::addSuppressed, this);
            throw e;
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
        int work = 0;
        for (int i = 0; i < all.size(); i++) {
            work += all.get(i).subscription.poll(all.get(i).handler, FRAGMENTS);
        }
        return work;
    }

    private void ask(long now) {
        double seconds = now / 1e9;
        for (int i = 0; i < all.size(); i++) {
            Spectator spectator = all.get(i);
            if (spectator.port == 0) {
                spectator.port = port(spectator.subscription);
            }
            double angle = seconds / 10 + i;
            float x = Arena.SIZE * (float) (0.5 + 0.4 * Math.cos(angle));
            float y = Arena.SIZE * (float) (0.5 + 0.4 * Math.sin(angle));
            if (spectator.port > 0) {
                FeedServer.Request request =
                        new FeedServer.Request(spectator.session, spectator.mirror.tick(), x, y, spectator.port);
                int length = request.write(message, credentials);
                requests.offer(message, 0, length); // one that does not get through is followed by the next
            }
        }
    }

    /** The port of a subscription; 0 if the operating system has not given it one yet. */
    private static int port(Subscription subscription) {
        String channel = subscription.tryResolveChannelEndpointPort();
        if (channel == null) {
            return 0;
        }
        String endpoint = ChannelUri.parse(channel).get(CommonContext.ENDPOINT_PARAM_NAME);
        return Member.parse(0, endpoint).port();
    }

    private void onFeed(Spectator spectator, DirectBuffer from, int offset, int length) {
        int packet = length - FeedHeader.LENGTH;
        if (packet < 0) {
            return;
        }
        FeedHeader head = FeedHeader.read(from, offset);
        if (head.session() != spectator.session || !spectator.isSame(head.feed())) {
            return; // of a connection before
        }
        Received received = spectator.mirror.apply(from, offset + FeedHeader.LENGTH, packet);
        if (received == Received.APPLIED) {
            packets++;
            bytes += packet;
            spectator.mirror.show();
            if (head.hash() != 0) {
                compared++;
                wrong += head.hash() == spectator.mirror.hash() ? 0 : 1;
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
        List<AutoCloseable> resources = new ArrayList<>(all);
        resources.add(requests);
        resources.add(embedded);
        CloseHelper.closeAll(resources);
    }
}
