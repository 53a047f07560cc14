package basalt.feed;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import basalt.component.Component;
import basalt.component.Entity;
import basalt.component.FloatColumn;
import basalt.feed.Things.Bag;
import basalt.feed.Things.Frozen;
import basalt.feed.Things.Kinds;
import basalt.feed.Things.Place;
import basalt.feed.Things.Speed;
import basalt.feed.Things.Turn;
import basalt.memory.Soak;
import basalt.query.Query;
import basalt.world.World;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.stream.LongStream;
import org.agrona.ExpandableArrayBuffer;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Random changes of a world, sent over a bad network: the mirrors show what the feed says that they show. */
class FeedModelTest {
    private static final int FRAMES = 16;

    private final FeedSchema schema = Things.schema(FRAMES);

    private record Packet(byte[] bytes, Long hash, int due) {}

    /** A client with a network that loses, repeats and reorders packets in both directions. */
    private final class Peer {
        final World world = World.create();
        final FeedClient client;
        final WorldMirror mirror;
        final List<Packet> down = new ArrayList<>();
        final List<long[]> up = new ArrayList<>();
        int loss;
        long acked = WorldFeed.NONE;
        long sent;
        int applied;
        int compared;

        Peer(WorldFeed feed, long session, int loss) {
            client = feed.connect(session);
            mirror = WorldMirror.of(world, schema, session);
            this.loss = loss;
        }

        void send(WorldFeed feed, Random random, int now) {
            ExpandableArrayBuffer buffer = new ExpandableArrayBuffer();
            int bytes = feed.encode(client, acked, buffer, 3);
            sent = feed.tick();
            byte[] packet = new byte[bytes];
            buffer.getBytes(3, packet);
            for (int copy = random.nextInt(10) == 0 ? 2 : 1; copy > 0; copy--) {
                if (random.nextInt(100) >= loss) {
                    down.add(new Packet(packet, hash(), now + random.nextInt(4)));
                }
            }
        }

        void receive(Random random, int now) {
            for (int i = 0; i < down.size(); i++) {
                if (down.get(i).due() <= now) {
                    take(down.remove(i--));
                }
            }
            if (random.nextInt(100) >= loss) {
                up.add(new long[] {mirror.tick(), now + random.nextInt(4)});
            }
            for (int i = 0; i < up.size(); i++) {
                if (up.get(i)[1] <= now) {
                    acked = up.remove(i--)[0]; // also an older one than before
                }
            }
        }

        /** Null if the client has values that the feed does not keep any more. */
        private Long hash() {
            try {
                return client.hash(sent);
            } catch (IllegalArgumentException e) {
                return null;
            }
        }

        private void take(Packet packet) {
            ExpandableArrayBuffer buffer = new ExpandableArrayBuffer();
            buffer.putBytes(7, packet.bytes());
            Received received = mirror.apply(buffer, 7, packet.bytes().length);
            if (received == Received.APPLIED) {
                applied++;
                if (packet.hash() != null) {
                    compared++;
                    assertEquals(packet.hash(), mirror.hash(), "tick " + mirror.tick());
                }
                assertEquals(client.shown(mirror.tick()), mirror.count());
            } else {
                assertEquals(true, received != Received.DAMAGED, () -> received + ": " + mirror.problem());
            }
        }
    }

    @ParameterizedTest
    @ValueSource(ints = {0, 5, 30})
    void shouldShowWhatTheFeedSaysWhateverTheNetworkDoes(int loss) {
        for (int seed = 0; seed < Soak.times(1, 6); seed++) {
            run(new Random(seed), loss);
        }
    }

    private void run(Random random, int loss) {
        try (World server = World.create()) {
            Query shown = server.query().any(Place.TYPE, Kinds.TYPE).build();
            Query fast = server.query().all(Speed.TYPE).build();
            WorldFeed feed = WorldFeed.of(server, schema, shown).grid(Place.X, Place.Y, 8);
            List<Peer> peers = new ArrayList<>();
            for (int i = 0; i < 4; i++) {
                peers.add(new Peer(feed, 100 + i, loss));
            }
            peers.get(1).client.budget(700).priority(entity -> 1 + Entity.index(entity) % 3);
            peers.get(2).client.interest().near(0, 0, 10, 12);
            peers.get(3).client.interest().matching(fast);
            peers.get(3).client.budget(600);
            List<Long> entities = new ArrayList<>();
            for (int now = 0; now < 150; now++) {
                change(server, entities, random);
                tick(server);
                if (random.nextInt(4) != 0) {
                    feed.capture();
                    for (Peer peer : peers) {
                        peer.send(feed, random, now);
                    }
                }
                for (Peer peer : peers) {
                    peer.receive(random, now);
                    if (random.nextInt(3) == 0) {
                        peer.mirror.show(peer.mirror.tick() - random.nextInt(5) * 0.5);
                    }
                }
            }
            for (Peer peer : peers) {
                assertTrue(peer.applied > 20 && peer.compared > 10, () -> peer.applied + ", " + peer.compared);
            }
            settle(server, feed, peers, random);
            for (Peer peer : peers) {
                peer.world.close();
            }
        }
    }

    /** Without changes and losses, all clients end up with the same values as the server. */
    private void settle(World server, WorldFeed feed, List<Peer> peers, Random random) {
        peers.forEach(peer -> peer.loss = 0);
        for (int now = 200; now < 400; now++) {
            tick(server);
            feed.capture();
            for (Peer peer : peers) {
                peer.down.clear();
                peer.send(feed, random, -9);
                peer.acked = peer.mirror.tick();
                peer.receive(random, 1_000);
                peer.acked = peer.mirror.tick();
            }
        }
        for (Peer peer : peers) {
            assertEquals(feed.tick(), peer.mirror.tick());
            peer.mirror.show();
        }
        assertEqualWorlds(server, server.query().any(Place.TYPE, Kinds.TYPE).build(), peers.get(0));
        assertEqualWorlds(server, server.query().any(Place.TYPE, Kinds.TYPE).build(), peers.get(1));
        assertEqualWorlds(
                server,
                server.query().all(Speed.TYPE).any(Place.TYPE, Kinds.TYPE).build(),
                peers.get(3));
    }

    private static void assertEqualWorlds(World server, Query shown, Peer peer) {
        assertEquals(shown.count(), peer.mirror.count());
        assertEquals(shown.count(), peer.world.entityCount());
        List<Component<?>> components = List.of(Place.TYPE, Speed.TYPE, Turn.TYPE, Kinds.TYPE, Bag.TYPE, Frozen.TYPE);
        shown.forEach(row -> {
            long entity = row.entity();
            long local = peer.mirror.local(entity);
            assertEquals(entity, peer.mirror.remote(local));
            for (Component<?> component : components) {
                assertEquals(server.isEnabled(entity, component), peer.world.has(local, component), component.name());
            }
            for (FloatColumn column : List.of(Place.X, Place.Y, Turn.X, Turn.Y, Turn.Z, Turn.W)) {
                if (peer.world.has(local, (Component<?>) column.component())) {
                    float most = column.component() == Place.TYPE ? (float) Things.STEP / 2 : 0.002f;
                    assertEquals(server.get(entity, column), peer.world.get(local, column), most);
                }
            }
            if (peer.world.has(local, Kinds.TYPE)) {
                assertEqualKinds(server, entity, peer, local);
            }
            if (peer.world.has(local, Bag.TYPE)) {
                Bag bag = server.get(entity, Bag.TYPE);
                Bag other = peer.world.get(local, Bag.TYPE);
                assertEquals(bag.toString(), other.toString());
                long[] friends =
                        LongStream.of(bag.friends()).map(peer.mirror::local).toArray();
                assertArrayEquals(friends, other.friends());
            }
        });
    }

    private static void assertEqualKinds(World server, long entity, Peer peer, long local) {
        World mirror = peer.world;
        assertEquals(server.get(entity, Kinds.EXACT), mirror.get(local, Kinds.EXACT));
        assertEquals(server.get(entity, Kinds.ROUNDED), mirror.get(local, Kinds.ROUNDED), 0.125);
        assertEquals(server.get(entity, Kinds.SMALL), mirror.get(local, Kinds.SMALL));
        assertEquals(server.get(entity, Kinds.MEDIUM), mirror.get(local, Kinds.MEDIUM));
        assertEquals(server.get(entity, Kinds.COUNT), mirror.get(local, Kinds.COUNT));
        assertEquals(server.get(entity, Kinds.LARGE), mirror.get(local, Kinds.LARGE));
        assertEquals(server.get(entity, Kinds.FLAG), mirror.get(local, Kinds.FLAG));
        assertEquals(peer.mirror.local(server.get(entity, Kinds.TARGET)), mirror.get(local, Kinds.TARGET));
        for (int lane = 0; lane < 3; lane++) {
            assertEquals(
                    server.row(entity).get(Kinds.RANGED, lane),
                    mirror.row(local).get(Kinds.RANGED, lane),
                    0.001f);
        }
    }

    private static void tick(World server) {
        server.query().all(Place.TYPE, Speed.TYPE).build().forEach(row -> {
            row.set(Place.X, (float) (row.get(Place.X) + row.get(Speed.DX) * Things.SECONDS));
            row.set(Place.Y, (float) (row.get(Place.Y) + row.get(Speed.DY) * Things.SECONDS));
        });
        Things.tick(server);
    }

    private static void change(World server, List<Long> entities, Random random) {
        int births = random.nextInt(entities.size() < 150 ? 12 : 4);
        for (int i = 0; i < births; i++) {
            entities.add(spawn(server, entities, random));
        }
        for (int i = random.nextInt(5); i > 0 && !entities.isEmpty(); i--) {
            server.destroy(entities.remove(random.nextInt(entities.size())));
        }
        for (int i = random.nextInt(8); i > 0 && !entities.isEmpty(); i--) {
            change(server, entities.get(random.nextInt(entities.size())), entities, random);
        }
        if (random.nextInt(20) == 0) {
            server.rows().compact();
        }
    }

    private static long spawn(World server, List<Long> entities, Random random) {
        long entity = server.spawn();
        for (int i = 0; i < 4; i++) {
            change(server, entity, entities, random);
        }
        return entity;
    }

    private static void change(World server, long entity, List<Long> entities, Random random) {
        switch (random.nextInt(11)) {
            case 0, 1 -> put(server, entity, new Place(random.nextFloat() * 40 - 20, random.nextFloat() * 40 - 20));
            case 2 -> put(server, entity, new Speed(random.nextFloat() * 9 - 4, random.nextFloat() * 9 - 4));
            case 3 -> put(server, entity, turn(random));
            case 4, 5 -> put(server, entity, kinds(entities, random));
            case 6, 7 -> put(server, entity, bag(entities, random));
            case 8 -> {
                if (!server.add(entity, Frozen.TYPE)) {
                    server.remove(entity, Frozen.TYPE);
                }
            }
            case 9 ->
                server.remove(entity, List.of(Speed.TYPE, Turn.TYPE, Bag.TYPE).get(random.nextInt(3)));
            default -> {
                if (server.has(entity, Speed.TYPE)) {
                    if (server.isEnabled(entity, Speed.TYPE)) {
                        server.disable(entity, Speed.TYPE);
                    } else {
                        server.enable(entity, Speed.TYPE);
                    }
                }
            }
        }
    }

    private static void put(World server, long entity, Record value) {
        if (!server.add(entity, value)) {
            server.set(entity, value);
        }
    }

    private static Turn turn(Random random) {
        float half = random.nextFloat() * 1.2f;
        return new Turn((float) Math.sin(half), 0, 0, (float) Math.cos(half));
    }

    private static Bag bag(List<Long> entities, Random random) {
        long[] friends = new long[entities.isEmpty() ? 0 : random.nextInt(Bag.MOST + 1)];
        Arrays.setAll(friends, i -> entities.get(random.nextInt(entities.size())));
        return Things.bag(random, friends);
    }

    private static Kinds kinds(List<Long> entities, Random random) {
        long target = entities.isEmpty() ? Entity.NULL : entities.get(random.nextInt(entities.size()));
        return new Kinds(
                random.nextGaussian() * 1e9,
                random.nextInt(1000),
                (byte) random.nextInt(),
                (short) random.nextInt(),
                random.nextInt(),
                random.nextLong(),
                random.nextBoolean(),
                target,
                new float[] {random.nextFloat(), -random.nextFloat(), 1});
    }
}
