package basalt.feed;

import static org.junit.jupiter.api.Assertions.assertEquals;

import basalt.component.FloatColumn;
import basalt.feed.Things.Place;
import basalt.query.Query;
import basalt.world.World;
import java.util.function.Function;
import org.agrona.ExpandableArrayBuffer;

/** A server and a client with one connection, on which nothing is lost. */
final class FeedPair implements AutoCloseable {
    private static final long SESSION = 5;

    final World server = World.create();
    final World client = World.create();
    final WorldFeed feed;
    final FeedClient peer;
    final WorldMirror mirror;
    final ExpandableArrayBuffer buffer = new ExpandableArrayBuffer(1 << 16);

    /** With entities that have a place. */
    FeedPair(FeedSchema schema) {
        this(schema, world -> world.query().all(Place.TYPE).build());
    }

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
        assertApplied(bytes);
        assertEquals(peer.hash(mirror.tick()), mirror.hash());
        return bytes;
    }

    /** A tick, a frame and its packet, and what they show. */
    void update() {
        exchange();
        mirror.show();
    }

    /** The packet of a frame of another tick, for the client's state of a tick. Returns its size. */
    int encode(long acked) {
        Things.tick(server);
        feed.capture();
        return feed.encode(peer, acked, buffer, 0);
    }

    void assertApplied(int bytes) {
        assertEquals(Received.APPLIED, mirror.apply(buffer, 0, bytes), mirror::problem);
    }

    /** The client's entity of one of the server. */
    long local(long entity) {
        return mirror.local(entity);
    }

    /** The value that the client has. */
    float get(long entity, FloatColumn column) {
        return client.get(local(entity), column);
    }

    /** Entities on the server, each at its number. */
    long[] spawn(int count) {
        long[] entities = new long[count];
        for (int i = 0; i < count; i++) {
            entities[i] = server.spawn(new Place(i, i));
        }
        return entities;
    }

    @Override
    public void close() {
        server.close();
        client.close();
    }
}
