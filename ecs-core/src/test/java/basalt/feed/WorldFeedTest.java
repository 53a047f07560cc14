package basalt.feed;

import static basalt.feed.Quantisation.inRange;
import static basalt.feed.Quantisation.quantised;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import basalt.component.ChildOf;
import basalt.component.Component;
import basalt.component.Entity;
import basalt.component.ReferenceColumn;
import basalt.feed.Things.Frozen;
import basalt.feed.Things.Kinds;
import basalt.feed.Things.Place;
import basalt.feed.Things.Speed;
import basalt.feed.Things.Turn;
import basalt.query.Query;
import basalt.save.Saves;
import basalt.save.Snapshots;
import basalt.world.World;
import java.util.ArrayDeque;
import java.util.Deque;
import org.agrona.ExpandableArrayBuffer;
import org.agrona.concurrent.UnsafeBuffer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class WorldFeedTest {
    private record Named(String name) {
        static final Component<Named> TYPE = Component.of(Named.class);
        static final ReferenceColumn<String> NAME = TYPE.reference("name", String.class);
    }

    private static FeedPair places() {
        return new FeedPair(
                Things.schema(16), world -> world.query().all(Place.TYPE).build());
    }

    @ParameterizedTest
    @ValueSource(ints = {0, 1, 63, 64, 65, 127, 128, 129, 1023, 1024, 1025, 16_383, 16_384, 16_385})
    void shouldShowAnyNumberOfEntities(int count) {
        try (FeedPair pair = places()) {
            pair.server.template().with(Place.TYPE).build().spawn(count, row -> row.set(Place.X, row.index() * 0.5f));
            int first = sendAll(pair);
            int still = sendAll(pair);
            assertTrue(still <= 20, "bytes at rest: " + still + ", at first " + first);
            pair.mirror.show();
            assertEquals(count, pair.client.entityCount());
            pair.server.query().all(Place.TYPE).build().forEach(row -> {
                long local = pair.mirror.local(row.entity());
                assertEquals(row.get(Place.X), pair.client.get(local, Place.X), 1e-3f);
            });
            pair.server.query().all(Place.TYPE).build().bulk().destroy();
            sendAll(pair);
            pair.mirror.show();
            assertEquals(0, pair.client.entityCount());
        }
    }

    /** Through a buffer that grows. */
    private static int sendAll(FeedPair pair) {
        Things.tick(pair.server);
        pair.feed.capture();
        ExpandableArrayBuffer buffer = new ExpandableArrayBuffer();
        int bytes = pair.feed.encode(pair.peer, pair.mirror.tick(), buffer, 0);
        assertEquals(Received.APPLIED, pair.mirror.apply(buffer, 0, bytes), pair.mirror::problem);
        assertEquals(pair.peer.hash(pair.mirror.tick()), pair.mirror.hash());
        return bytes;
    }

    @Test
    void shouldSendEntitiesOfTheSameIndexAsOthers() {
        try (FeedPair pair = places()) {
            long first = pair.server.spawn(new Place(1, 1));
            pair.exchange();
            pair.mirror.show();
            long local = pair.mirror.local(first);
            pair.server.destroy(first);
            long second = spawnWithIndexOf(first, pair.server);
            pair.exchange();
            pair.mirror.show();
            assertEquals(Entity.NULL, pair.mirror.local(first));
            assertEquals(2, pair.client.get(pair.mirror.local(second), Place.X));
            assertEquals(false, pair.client.isAlive(local));
        }
    }

    private static long spawnWithIndexOf(long dead, World world) {
        for (int i = 0; i < 200; i++) {
            long entity = world.spawn(new Place(2, 2));
            if (Entity.index(entity) == Entity.index(dead)) {
                return entity;
            }
        }
        throw new AssertionError("no entity has the index of " + Entity.toString(dead));
    }

    @Test
    void shouldSendEverythingToAClientThatAcknowledgesNothing() {
        try (FeedPair pair = places()) {
            for (int i = 0; i < 100; i++) {
                pair.server.spawn(new Place(i, i));
            }
            int all = pair.exchange();
            for (int i = 0; i < 40; i++) {
                Things.tick(pair.server);
                pair.feed.capture();
                int bytes = pair.feed.encode(pair.peer, WorldFeed.NONE, pair.buffer, 0);
                assertEquals(all, bytes, 2);
                pair.mirror.rejoin(pair.peer.session());
                assertEquals(Received.APPLIED, pair.mirror.apply(pair.buffer, 0, bytes));
            }
        }
    }

    @Test
    void shouldKeepPacketsWithinTheBudget() {
        try (FeedPair pair = new FeedPair(
                Things.schema(32), world -> world.query().all(Place.TYPE).build())) {
            for (int i = 0; i < 2_000; i++) {
                pair.server.spawn(new Place(i, -i), new Speed(i % 7, 1));
            }
            Query all = pair.server.query().all(Place.TYPE).build();
            pair.peer.budget(600);
            int frames = 0;
            while (pair.peer.shown(pair.mirror.tick()) < 2_000) {
                assertTrue(pair.exchange() <= 600);
                assertTrue(++frames < 100, "frames " + frames);
            }
            for (int i = 0; i < 40; i++) {
                all.forEach(row -> row.set(Place.X, row.get(Place.X) + 0.3f + (row.index() & 3)));
                assertTrue(pair.exchange() <= 600);
            }
            assertThrows(IllegalArgumentException.class, () -> pair.peer.budget(63));
            pair.peer.budget(64);
            for (int i = 0; i < 40; i++) {
                all.forEach(row -> row.set(Place.X, row.get(Place.X) + 0.3f));
                Things.tick(pair.server);
                pair.feed.capture();
                int bytes = pair.feed.encode(pair.peer, pair.mirror.tick(), pair.buffer, 0);
                assertTrue(bytes <= 64, "bytes " + bytes);
                assertEquals(Received.APPLIED, pair.mirror.apply(pair.buffer, 0, bytes), pair.mirror::problem);
            }
        }
    }

    @Test
    void shouldKeepPacketsWithinTheBudgetIfBatchesMoveAndRestInTurn() {
        try (FeedPair pair = places()) {
            long[] entities = new long[16_384];
            for (int i = 0; i < entities.length; i++) {
                entities[i] = pair.server.spawn(new Place(i, 0));
            }
            sendAll(pair);
            for (int budget : new int[] {64, 100, 300, 1_200}) {
                pair.peer.budget(budget);
                for (int frame = 0; frame < 5; frame++) {
                    for (int i = 0; i < entities.length; i++) {
                        if ((i >> 6 & 1) == 0) {
                            pair.server.set(entities[i], Place.Y, frame + i % 50 + budget);
                        }
                    }
                    int bytes = pair.exchange();
                    assertTrue(bytes <= budget, bytes + " bytes of " + budget);
                }
            }
        }
    }

    @Test
    void shouldRemoveEntitiesAlsoIfThereIsNoRoomForChanges() {
        try (FeedPair pair = new FeedPair(
                Things.schema(32), world -> world.query().all(Place.TYPE).build())) {
            long[] entities = new long[4_000];
            for (int i = 0; i < entities.length; i++) {
                entities[i] = pair.server.spawn(new Place(i, 0));
            }
            sendAll(pair);
            pair.peer.budget(400);
            pair.server.destroy(entities[3_900]);
            for (int frame = 0; frame < 12; frame++) {
                for (int i = 0; i < 3_000; i++) {
                    pair.server.set(entities[i], Place.Y, 7.3f * (frame + 1) + i);
                }
                pair.exchange();
            }
            pair.mirror.show();
            assertEquals(Entity.NULL, pair.mirror.local(entities[3_900]));
        }
    }

    @Test
    void shouldSendAllWithinABudgetAlsoIfAcknowledgementsAreLate() {
        try (FeedPair pair = new FeedPair(
                Things.schema(32), world -> world.query().all(Place.TYPE).build())) {
            int count = 500;
            long[] entities = new long[count];
            for (int i = 0; i < count; i++) {
                entities[i] = pair.server.spawn(new Place(i, 0));
            }
            sendAll(pair);
            pair.peer.budget(400);
            for (long entity : entities) {
                pair.server.set(entity, Place.Y, 5);
            }
            Deque<Long> acks = new ArrayDeque<>();
            for (int i = 0; i < 6; i++) {
                acks.add(pair.mirror.tick());
            }
            int frames = 0;
            int missing = count;
            while (missing > 0) {
                Things.tick(pair.server);
                pair.feed.capture();
                int bytes = pair.feed.encode(pair.peer, acks.remove(), pair.buffer, 0);
                assertEquals(Received.APPLIED, pair.mirror.apply(pair.buffer, 0, bytes), pair.mirror::problem);
                acks.add(pair.mirror.tick());
                pair.mirror.show();
                missing = 0;
                for (long entity : entities) {
                    missing += pair.client.get(pair.mirror.local(entity), Place.Y) == 5 ? 0 : 1;
                }
                assertTrue(++frames < 80, missing + " missing");
            }
        }
    }

    @Test
    void shouldSendFirstWhatHasPriority() {
        try (FeedPair pair = places()) {
            long[] entities = new long[1_000];
            for (int i = 0; i < entities.length; i++) {
                entities[i] = pair.server.spawn(new Place(i, i));
            }
            pair.exchange();
            pair.peer.budget(300).priority(entity -> Entity.index(entity) % 10 == 0 ? 1_000 : 1);
            for (long entity : entities) {
                pair.server.set(entity, Place.X, 5_000 + Entity.index(entity) * 3.5f);
            }
            pair.exchange();
            pair.mirror.show();
            int first = 0;
            int others = 0;
            for (long entity : entities) {
                if (pair.client.get(pair.mirror.local(entity), Place.X) >= 4_999) {
                    if (Entity.index(entity) % 10 == 0) {
                        first++;
                    } else {
                        others++;
                    }
                }
            }
            assertTrue(first > 30 && others <= first / 4, first + " with priority, " + others + " others");
            assertThrows(IllegalArgumentException.class, () -> pair.peer.priority(null));
        }
    }

    @Test
    void shouldNotCountAsWritingWhatItReads() {
        try (FeedPair pair = places()) {
            pair.server.spawn(new Place(1, 1));
            Query changed = pair.server.query().changed(Place.TYPE).build();
            changed.forEach(row -> {});
            pair.exchange();
            assertEquals(0, changed.count());
        }
    }

    @Test
    void shouldRoundAsTheSchemaSays() {
        FeedSchema schema = FeedSchema.builder()
                .column(Place.X, quantised(0.5))
                .column(Place.Y, inRange(-1, 1, 2))
                .column(Turn.X)
                .column(Kinds.ROUNDED, quantised(1e-3))
                .build();
        try (FeedPair pair =
                new FeedPair(schema, world -> world.query().all(Place.TYPE).build())) {
            float[][] cases = {
                {0.74f, 0.5f, 0.3f, 1 / 3f},
                {-0.26f, -0.5f, -0.9f, -1},
                {1e30f, 1_073_741_823.5f, 5, 1},
                {Float.NaN, Float.NaN, Float.NaN, Float.NaN},
                {Float.NEGATIVE_INFINITY, -1_073_741_823.5f, -5, -1}
            };
            for (float[] values : cases) {
                long entity = pair.server.spawn(new Place(values[0], values[2]), new Turn(values[0], 0, 0, 0));
                pair.exchange();
                pair.mirror.show();
                long local = pair.mirror.local(entity);
                assertEquals(values[1], pair.client.get(local, Place.X));
                assertEquals(values[3], pair.client.get(local, Place.Y));
                assertEquals(values[0], pair.client.get(local, Turn.X));
            }
        }
    }

    @Test
    void shouldRejectWrongSchemas() {
        FeedSchemaBuilder builder = FeedSchema.builder();
        assertThrows(IllegalArgumentException.class, builder::build);
        assertThrows(IllegalArgumentException.class, () -> builder.column(null));
        assertThrows(IllegalArgumentException.class, () -> builder.column(Named.NAME));
        assertThrows(IllegalArgumentException.class, () -> builder.component(null));
        assertThrows(IllegalArgumentException.class, () -> builder.component(ChildOf.TYPE));
        assertThrows(IllegalArgumentException.class, () -> builder.column(Kinds.COUNT, quantised(1)));
        assertThrows(IllegalArgumentException.class, () -> builder.column(Place.X, null));
        assertThrows(IllegalArgumentException.class, () -> builder.frames(3));
        assertThrows(IllegalArgumentException.class, () -> builder.frames(2048));
        assertThrows(IllegalArgumentException.class, () -> builder.rotation(Turn.X, Turn.Y, Turn.Z, Place.X, 9));
        assertThrows(IllegalArgumentException.class, () -> builder.rotation(Kinds.RANGED, 9));
        assertThrows(IllegalArgumentException.class, () -> quantised(0));
        assertThrows(IllegalArgumentException.class, () -> quantised(Double.POSITIVE_INFINITY));
        assertThrows(IllegalArgumentException.class, () -> inRange(1, 1, 8));
        assertThrows(IllegalArgumentException.class, () -> inRange(0, 1, 32));
        assertThrows(
                IllegalArgumentException.class,
                () -> FeedSchema.builder().column(Place.X).column(Place.X));
        assertThrows(
                IllegalArgumentException.class,
                () -> FeedSchema.builder().rotation(Turn.X, Turn.Y, Turn.Z, Turn.W, 25));
        assertThrows(
                IllegalArgumentException.class,
                () -> FeedSchema.builder().moving(Place.X, quantised(1), Speed.DX, Double.NaN));
        assertThrows(
                IllegalArgumentException.class,
                () -> FeedSchema.builder()
                        .moving(Place.X, quantised(1), Speed.DX, 1)
                        .build());
        assertThrows(
                IllegalArgumentException.class,
                () -> FeedSchema.builder()
                        .moving(Place.X, quantised(1), Kinds.RANGED, 1)
                        .build());
    }

    @Test
    void shouldRejectAVelocityWhoseRestIsNotZero() {
        FeedSchemaBuilder builder =
                FeedSchema.builder().column(Speed.DX, inRange(-10, 10, 12)).moving(Place.X, quantised(1), Speed.DX, 1);
        assertThrows(IllegalArgumentException.class, builder::build);
    }

    @Test
    void shouldTakeAColumnAfterARefusedCall() {
        FeedSchemaBuilder builder = FeedSchema.builder();
        assertThrows(IllegalArgumentException.class, () -> builder.moving(Place.X, quantised(1), Speed.DX, Double.NaN));
        assertThrows(IllegalArgumentException.class, () -> builder.rotation(Turn.X, Turn.Y, Turn.Z, Turn.W, 99));
        builder.column(Speed.DX, quantised(1)).moving(Place.X, quantised(1), Speed.DX, 1);
        assertEquals(
                3,
                builder.rotation(Turn.X, Turn.Y, Turn.Z, Turn.W, 9)
                        .build()
                        .components()
                        .size());
    }

    @Test
    void shouldEncodeAfterAFailedPriority() {
        try (FeedPair pair = places()) {
            for (int i = 0; i < 1_000; i++) {
                pair.server.spawn(new Place(i, i));
            }
            Things.tick(pair.server);
            pair.feed.capture();
            pair.peer.budget(100).priority(entity -> {
                throw new IllegalStateException("on purpose");
            });
            assertThrows(IllegalStateException.class, () -> pair.feed.encode(pair.peer, -1, pair.buffer, 0));
            assertEquals(0, pair.peer.shown(pair.feed.tick()));
            pair.peer.priority(entity -> 1);
            assertTrue(pair.feed.encode(pair.peer, -1, pair.buffer, 0) <= 100);
        }
    }

    @Test
    void shouldKeepTheLastFrameAfterAFailedCapture() {
        try (World server = World.create()) {
            Query shown = server.query().all(Place.TYPE).build();
            WorldFeed feed = WorldFeed.of(server, Things.schema(4), shown);
            server.spawn(new Place(1, 1));
            Things.tick(server);
            feed.capture();
            long tick = feed.tick();
            Things.tick(server);
            shown.close();
            assertThrows(IllegalStateException.class, feed::capture);
            assertEquals(tick, feed.tick());
            assertEquals(1, feed.count());
        }
    }

    @Test
    void shouldRejectWrongCalls() {
        try (FeedPair pair = places()) {
            FeedSchema schema = Things.schema(4);
            World server = pair.server;
            Query ofOther = pair.client.query().all(Place.TYPE).build();
            Query changes = server.query().changed(Place.TYPE).build();
            assertThrows(IllegalArgumentException.class, () -> WorldFeed.of(server, schema, ofOther));
            assertThrows(IllegalArgumentException.class, () -> WorldFeed.of(server, schema, changes));
            assertThrows(IllegalArgumentException.class, () -> WorldFeed.of(server, null, ofOther));
            assertThrows(IllegalArgumentException.class, () -> WorldMirror.of(null, schema, 1));
            assertThrows(IllegalStateException.class, () -> pair.feed.encode(pair.peer, 0, pair.buffer, 0));
            assertEquals(WorldFeed.NONE, pair.feed.tick());
            pair.mirror.show();
            assertEquals(0, pair.mirror.hash());
            pair.exchange();
            assertThrows(IllegalStateException.class, pair.feed::capture);
            assertThrows(IllegalStateException.class, () -> pair.feed.encode(pair.peer, 0, pair.buffer, 0));
            Things.tick(server);
            pair.feed.capture();
            FeedClient other = WorldFeed.of(
                            server, schema, server.query().all(Place.TYPE).build())
                    .connect(1);
            assertThrows(IllegalArgumentException.class, () -> pair.feed.encode(other, 0, pair.buffer, 0));
            assertThrows(IllegalArgumentException.class, () -> pair.feed.encode(null, 0, pair.buffer, 0));
            UnsafeBuffer small = new UnsafeBuffer(new byte[70]);
            assertThrows(IllegalArgumentException.class, () -> pair.feed.encode(pair.peer, 0, small, 7));
            assertThrows(IllegalArgumentException.class, () -> pair.feed.encode(pair.peer, 0, small, -1));
            assertTrue(pair.feed.encode(pair.peer, 0, small, 6) <= 64);
            assertThrows(IllegalArgumentException.class, () -> pair.peer.hash(77));
            assertEquals(0, pair.peer.shown(77));
            assertThrows(IllegalArgumentException.class, () -> pair.mirror.show(Double.NaN));
        }
    }

    @Test
    void shouldRefuseAWorldThatWasPutBack() {
        try (FeedPair pair = places();
                Snapshots ring = Saves.snapshots(pair.server, 4)) {
            pair.server.spawn(new Place(1, 1));
            ring.capture();
            pair.exchange();
            ring.restore(0);
            assertThrows(IllegalStateException.class, pair.feed::capture);
            assertThrows(IllegalStateException.class, pair.feed::capture);
            Things.tick(pair.server);
            Things.tick(pair.server);
            pair.send();
        }
    }

    @Test
    void shouldKeepItsMemoryInASteadyState() {
        try (FeedPair pair = places()) {
            Query all = pair.server.query().all(Place.TYPE).build();
            for (int i = 0; i < 3_000; i++) {
                pair.server.spawn(new Place(i, i), new Frozen());
            }
            for (int i = 0; i < 40; i++) {
                all.forEach(row -> row.set(Place.X, row.get(Place.X) + 1));
                pair.exchange();
            }
            long bytes = pair.feed.reservedBytes();
            assertTrue(bytes > 0);
            for (int i = 0; i < 40; i++) {
                all.forEach(row -> row.set(Place.X, row.get(Place.X) + 1));
                pair.exchange();
            }
            assertEquals(bytes, pair.feed.reservedBytes());
            assertEquals(3_000, pair.feed.count());
        }
    }
}
