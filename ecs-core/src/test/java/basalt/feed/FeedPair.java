package basalt.feed;

import static org.junit.jupiter.api.Assertions.assertEquals;

import basalt.query.Query;
import basalt.world.World;
import java.util.function.Function;
import org.agrona.concurrent.UnsafeBuffer;

/** A server and a client with one connection, on which nothing is lost. */
final class FeedPair implements AutoCloseable {
    private static final long SESSION = 5;

    final World server = World.create();
    final World client = World.create();
    final WorldFeed feed;
    final FeedClient peer;
    final WorldMirror mirror;
    final UnsafeBuffer buffer = new UnsafeBuffer(new byte[1 << 16]);

    FeedPair(FeedSchema schema, Function<World, Query> shown) {
        feed = WorldFeed.of(server, schema, shown.apply(server));
        peer = feed.connect(SESSION);
        mirror = WorldMirror.of(client, schema, SESSION);
    }

    /** A tick without systems, a frame, and its packet. Returns the packet's size. */
    int exchange() {
        Things.tick(server);
        return send();
    }

    /** A frame and its packet. */
    int send() {
        feed.capture();
        int bytes = feed.encode(peer, mirror.tick(), buffer, 0);
        assertEquals(Received.APPLIED, mirror.apply(buffer, 0, bytes), mirror::problem);
        assertEquals(peer.hash(mirror.tick()), mirror.hash());
        return bytes;
    }

    @Override
    public void close() {
        server.close();
        client.close();
    }
}
