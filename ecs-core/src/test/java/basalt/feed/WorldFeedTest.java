package basalt.feed;

import static basalt.feed.Quantisation.inRange;
import static basalt.feed.Quantisation.quantised;
import static basalt.feed.Things.assertWrong;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import basalt.component.ChildOf;
import basalt.component.Component;
import basalt.component.Entity;
import basalt.component.StringColumn;
import basalt.feed.Things.Frozen;
import basalt.feed.Things.Kinds;
import basalt.feed.Things.Place;
import basalt.feed.Things.Speed;
import basalt.feed.Things.Turn;
import basalt.query.Query;
import basalt.save.Saves;
import basalt.save.Snapshots;
import basalt.system.Schedule;
import basalt.world.Hierarchy;
import basalt.world.World;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.agrona.concurrent.UnsafeBuffer;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class WorldFeedTest {
    private record Named(String name) {
        static final Component<Named> TYPE = Component.of(Named.class);
        static final StringColumn NAME = TYPE.string("name");
    }

    private final FeedPair pair = new FeedPair(Things.schema(32));

    @AfterEach
    void close() {
        pair.close();
    }

    @ParameterizedTest
    @ValueSource(ints = {0, 1, 63, 64, 65, 127, 128, 129, 1023, 1024, 1025, 16_383, 16_384, 16_385})
    void shouldShowAnyNumberOfEntities(int count) {
        pair.server.template().with(Place.TYPE).build().spawn(count, row -> row.set(Place.X, row.index() * 0.5f));
        int first = pair.exchange();
        int still = pair.exchange();
        assertTrue(still <= 20, "bytes at rest: " + still + ", at first " + first);
        pair.mirror.show();
        assertEquals(count, pair.client.entityCount());
        pair.server.query().all(Place.TYPE).build().forEach(row -> {
            long local = pair.local(row.entity());
            assertEquals(row.get(Place.X), pair.client.get(local, Place.X), 1e-3f);
        });
        pair.server.query().all(Place.TYPE).build().bulk().destroy();
        pair.exchange();
        pair.mirror.show();
        assertEquals(0, pair.client.entityCount());
    }

    @Test
    void shouldSendEntitiesOfTheSameIndexAsOthers() {
        long first = pair.server.spawn(new Place(1, 1));
        pair.update();
        long local = pair.local(first);
        pair.server.destroy(first);
        long second = spawnWithIndexOf(first, pair.server);
        pair.update();
        assertEquals(Entity.NULL, pair.local(first));
        assertEquals(2, pair.get(second, Place.X));
        assertEquals(false, pair.client.isAlive(local));
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
        pair.spawn(100);
        int all = pair.exchange();
        for (int i = 0; i < 40; i++) {
            int bytes = pair.encode(WorldFeed.NONE);
            assertEquals(all, bytes, 2);
            pair.mirror.rejoin(pair.peer.session());
            pair.assertApplied(bytes);
        }
    }

    @Test
    void shouldKeepPacketsWithinTheBudget() {
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
            int bytes = pair.encode(pair.mirror.tick());
            assertTrue(bytes <= 64, "bytes " + bytes);
            pair.assertApplied(bytes);
        }
    }

    @Test
    void shouldKeepPacketsWithinTheBudgetIfBatchesMoveAndRestInTurn() {
        long[] entities = pair.spawn(16_384);
        pair.exchange();
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

    @Test
    void shouldRemoveEntitiesAlsoIfThereIsNoRoomForChanges() {
        long[] entities = pair.spawn(4_000);
        pair.exchange();
        pair.peer.budget(400);
        pair.server.destroy(entities[3_900]);
        for (int frame = 0; frame < 12; frame++) {
            for (int i = 0; i < 3_000; i++) {
                pair.server.set(entities[i], Place.Y, 7.3f * (frame + 1) + i);
            }
            pair.exchange();
        }
        pair.mirror.show();
        assertEquals(Entity.NULL, pair.local(entities[3_900]));
    }

    @Test
    void shouldSendAllWithinABudgetAlsoIfAcknowledgementsAreLate() {
        long[] entities = pair.spawn(500);
        pair.exchange();
        pair.peer.budget(400);
        for (long entity : entities) {
            pair.server.set(entity, Place.Y, 5);
        }
        Deque<Long> acks = new ArrayDeque<>();
        for (int i = 0; i < 6; i++) {
            acks.add(pair.mirror.tick());
        }
        int frames = 0;
        int missing = entities.length;
        while (missing > 0) {
            int bytes = pair.encode(acks.remove());
            pair.assertApplied(bytes);
            acks.add(pair.mirror.tick());
            pair.mirror.show();
            missing = 0;
            for (long entity : entities) {
                missing += pair.get(entity, Place.Y) == 5 ? 0 : 1;
            }
            assertTrue(++frames < 80, missing + " missing");
        }
    }

    @Test
    void shouldSendFirstWhatHasPriority() {
        long[] entities = pair.spawn(1_000);
        pair.exchange();
        pair.peer.budget(300).priority(entity -> Entity.index(entity) % 10 == 0 ? 1_000 : 1);
        for (long entity : entities) {
            pair.server.set(entity, Place.X, 5_000 + Entity.index(entity) * 3.5f);
        }
        pair.update();
        int first = 0;
        int others = 0;
        for (long entity : entities) {
            if (pair.get(entity, Place.X) >= 4_999) {
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

    @Test
    void shouldNotCountAsWritingWhatItReads() {
        pair.server.spawn(new Place(1, 1));
        Query changed = pair.server.query().changed(Place.TYPE).build();
        changed.forEach(row -> {});
        pair.exchange();
        assertEquals(0, changed.count());
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
                pair.update();
                long local = pair.local(entity);
                assertEquals(values[1], pair.client.get(local, Place.X));
                assertEquals(values[3], pair.client.get(local, Place.Y));
                assertEquals(values[0], pair.client.get(local, Turn.X));
            }
        }
    }

    @Test
    void shouldRejectWrongSchemas() {
        FeedSchemaBuilder builder = FeedSchema.builder();
        FeedSchemaBuilder taken = FeedSchema.builder().column(Place.X);
        FeedSchemaBuilder unknown = FeedSchema.builder().moving(Place.X, quantised(1), Speed.DX, 1);
        FeedSchemaBuilder ranged =
                FeedSchema.builder().column(Speed.DX, inRange(-10, 10, 12)).moving(Place.X, quantised(1), Speed.DX, 1);
        assertWrong(
                builder::build,
                () -> builder.column(null),
                () -> builder.column(Named.NAME),
                () -> builder.component((Component<?>) null),
                () -> builder.component(ChildOf.TYPE),
                () -> builder.column(Kinds.COUNT, quantised(1)),
                () -> builder.column(Place.X, null),
                () -> builder.frames(3),
                () -> builder.frames(2048),
                () -> builder.rotation(Turn.X, Turn.Y, Turn.Z, Place.X, 9),
                () -> builder.rotation(Kinds.RANGED, 9),
                () -> builder.rotation(Turn.X, Turn.Y, Turn.Z, Turn.W, 25),
                () -> builder.moving(Place.X, quantised(1), Speed.DX, Double.NaN),
                () -> builder.moving(Place.X, quantised(1), Kinds.RANGED, 1),
                () -> quantised(0),
                () -> quantised(Double.POSITIVE_INFINITY),
                () -> inRange(1, 1, 8),
                () -> inRange(0, 1, 32),
                () -> taken.column(Place.X),
                unknown::build,
                ranged::build);
    }

    @Test
    void shouldTakeAColumnAfterARefusedCall() {
        FeedSchemaBuilder builder = FeedSchema.builder();
        assertThrows(IllegalArgumentException.class, () -> builder.moving(Place.X, quantised(1), Speed.DX, Double.NaN));
        assertThrows(IllegalArgumentException.class, () -> builder.rotation(Turn.X, Turn.Y, Turn.Z, Turn.W, 99));
        builder.column(Speed.DX, quantised(1)).moving(Place.X, quantised(1), Speed.DX, 1);
        builder.rotation(Turn.X, Turn.Y, Turn.Z, Turn.W, 9);
        assertEquals(3, builder.build().components().size());
    }

    @Test
    void shouldEncodeAfterAFailedPriority() {
        pair.spawn(1_000);
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
        FeedSchema schema = Things.schema(4);
        World server = pair.server;
        Query ofOther = pair.client.query().all(Place.TYPE).build();
        Query all = server.query().all(Place.TYPE).build();
        Query changes = server.query().changed(Place.TYPE).build();
        FeedClient other = WorldFeed.of(server, schema, all).connect(1);
        UnsafeBuffer small = new UnsafeBuffer(new byte[70]);
        assertThrows(IllegalStateException.class, () -> pair.feed.encode(pair.peer, 0, pair.buffer, 0));
        assertEquals(WorldFeed.NONE, pair.feed.tick());
        pair.mirror.show();
        assertEquals(0, pair.mirror.hash());
        pair.exchange();
        assertThrows(IllegalStateException.class, pair.feed::capture);
        assertThrows(IllegalStateException.class, () -> pair.feed.encode(pair.peer, 0, pair.buffer, 0));
        Things.tick(server);
        pair.feed.capture();
        assertWrong(
                () -> WorldFeed.of(server, schema, ofOther),
                () -> WorldFeed.of(server, schema, changes),
                () -> WorldFeed.of(server, null, ofOther),
                () -> WorldMirror.of(null, schema, 1),
                () -> pair.feed.encode(other, 0, pair.buffer, 0),
                () -> pair.feed.encode(null, 0, pair.buffer, 0),
                () -> pair.feed.encode(pair.peer, 0, small, 7),
                () -> pair.feed.encode(pair.peer, 0, small, -1),
                () -> pair.peer.hash(77),
                () -> pair.mirror.show(Double.NaN));
        assertTrue(pair.feed.encode(pair.peer, 0, small, 6) <= 64);
        assertEquals(0, pair.peer.shown(77));
    }

    @Test
    void shouldRefuseAWorldThatWasPutBack() {
        try (Snapshots ring = Saves.snapshots(pair.server, 4)) {
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

    /** Calls each of some calls, which must be refused. Returns the number of those that were. */
    private static int refused(Map<String, Runnable> calls) {
        int refused = 0;
        for (Map.Entry<String, Runnable> call : calls.entrySet()) {
            String message = assertThrows(IllegalStateException.class, call.getValue()::run, call.getKey())
                    .getMessage();
            assertTrue(message.startsWith(call.getKey()) && message.contains("call it afterwards"), message);
            refused++;
        }
        return refused;
    }

    @Test
    void shouldRefuseToChangeAFeedInAPriority() {
        pair.spawn(100);
        long secret = pair.server.spawn(new Place(-1, -1));
        pair.server.add(secret, Frozen.TYPE);
        Query open = pair.server.query().all(Place.TYPE).none(Frozen.TYPE).build();
        Hierarchy tree = pair.server.hierarchy();
        FeedClient admin = pair.feed.connect(7);
        FeedInterest interest = pair.peer.interest().clear().matching(open);
        Map<String, Runnable> calls = new LinkedHashMap<>();
        calls.put(
                "feed.encode(...)",
                () -> pair.feed.encode(admin, WorldFeed.NONE, new UnsafeBuffer(new byte[10_000]), 0));
        calls.put("feed.capture()", pair.feed::capture);
        calls.put("feed.connect(...)", () -> pair.feed.connect(8));
        calls.put("feed.grid(...)", () -> pair.feed.grid(Place.X, Place.Y, 10));
        calls.put("client.budget(...)", () -> pair.peer.budget(1_000));
        calls.put("client.priority(...)", () -> admin.priority(entity -> 1));
        calls.put("interest.all()", interest::all);
        calls.put("interest.clear()", interest::clear);
        calls.put("interest.matching(...)", () -> interest.matching(open));
        calls.put("interest.near(...)", () -> interest.near(0, 0, 1, 1));
        calls.put("interest.below(...)", () -> interest.below(tree, secret));
        calls.put("interest.entity(...)", () -> interest.entity(secret));
        int[] refused = {0, 0};
        pair.peer.budget(100).priority(entity -> {
            refused[0] += refused(calls);
            refused[1]++;
            return 1;
        });
        int bytes = pair.encode(WorldFeed.NONE);
        assertTrue(bytes <= 100, () -> "bytes: " + bytes);
        pair.assertApplied(bytes);
        pair.mirror.show();
        assertEquals(Entity.NULL, pair.local(secret));
        assertTrue(refused[1] >= 100 && refused[0] == calls.size() * refused[1]);
        pair.feed.encode(admin, WorldFeed.NONE, new UnsafeBuffer(new byte[10_000]), 0);
    }

    @Test
    void shouldRefuseToChangeAMirrorInAnObserverOfShow() {
        Map<String, Runnable> calls = new LinkedHashMap<>();
        calls.put("mirror.rejoin(...)", () -> pair.mirror.rejoin(9));
        calls.put("mirror.apply(...)", () -> pair.mirror.apply(pair.buffer, 0, 100));
        calls.put("mirror.show(...)", pair.mirror::show);
        int[] refused = {0};
        pair.client.observers().onAdd(Place.TYPE, added -> refused[0] += refused(calls));
        pair.client.observers().onDestroy(gone -> refused[0] += refused(calls));
        long entity = pair.server.spawn(new Place(1, 2));
        pair.update();
        assertEquals(3, refused[0]);
        assertEquals(1, pair.get(entity, Place.X), 0.1f);
        pair.server.destroy(entity);
        pair.update();
        assertEquals(6, refused[0]);
        pair.mirror.rejoin(9);
    }

    @Test
    void shouldRefuseToChangeAPredictionWhileItAppliesAnInput() {
        long ship = pair.server.spawn(new Place(1, 2));
        pair.update();
        List<Prediction<String>> made = new ArrayList<>();
        Map<String, Runnable> calls = new LinkedHashMap<>();
        calls.put("prediction.control(...)", () -> made.get(0).control(ship));
        calls.put("prediction.control(...) and release(...)", () -> made.get(0).release(ship));
        calls.put("prediction.tick(...)", () -> made.get(0).tick(1, "again"));
        calls.put("prediction.correct(...)", () -> made.get(0).correct(0));
        int[] refused = {0};
        try (Schedule schedule = Schedule.builder(pair.client).build();
                Snapshots ring = Saves.snapshots(pair.client, 8)) {
            made.add(new Prediction<>(
                    pair.mirror, schedule, ring, (World world, String input) -> refused[0] += refused(calls)));
            made.get(0).control(ship).tick(1, "once");
            assertEquals(4, refused[0]);
            made.get(0).release(ship);
        }
    }
}
