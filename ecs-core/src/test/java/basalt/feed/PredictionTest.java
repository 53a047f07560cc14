package basalt.feed;

import static basalt.feed.Quantisation.quantised;
import static basalt.feed.Things.assertWrong;
import static basalt.system.Access.reads;
import static basalt.system.Access.writes;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import basalt.component.Entity;
import basalt.feed.Things.Frozen;
import basalt.feed.Things.Place;
import basalt.feed.Things.Speed;
import basalt.query.Query;
import basalt.query.RowKernel;
import basalt.save.FileChunks;
import basalt.save.Saves;
import basalt.save.Saving;
import basalt.save.Snapshots;
import basalt.system.Schedule;
import basalt.world.World;
import java.util.ArrayDeque;
import java.util.Deque;
import org.agrona.concurrent.UnsafeBuffer;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** A client that steers a ship, ahead of a server that gets its inputs some ticks later. */
class PredictionTest {
    private static final float SECONDS = 1 / 32f;
    private static final int DELAY = 4;

    private static final FeedSchema SCHEMA = FeedSchema.builder()
            .column(Place.X, quantised(1 / 1024.0))
            .column(Place.Y, quantised(1 / 1024.0))
            .column(Speed.DX, quantised(1 / 1024.0))
            .column(Speed.DY, quantised(1 / 1024.0))
            .component(Frozen.TYPE)
            .build();

    private final World server = World.create();
    private final World client = World.create();
    private final Schedule serverTicks = schedule(server);
    private final Schedule clientTicks = schedule(client);
    private final Snapshots ring = Saves.snapshots(client, 16);
    private final WorldFeed feed =
            WorldFeed.of(server, SCHEMA, server.query().all(Place.TYPE).build());
    private final FeedClient peer = feed.connect(7);
    private final WorldMirror mirror = WorldMirror.of(client, SCHEMA, 7);
    private final UnsafeBuffer buffer = new UnsafeBuffer(new byte[4096]);
    private final long ship = server.spawn(new Place(0, 0), new Speed(0, 0));
    private final Prediction<Float> prediction =
            new Prediction<Float>(mirror, clientTicks, ring, this::steer).control(ship);

    /** Inputs on their way to the server. */
    private final Deque<Float> inputs = new ArrayDeque<>();

    private long lastInput;

    @AfterEach
    void close() {
        serverTicks.close();
        clientTicks.close();
        ring.close();
        server.close();
        client.close();
    }

    private static Schedule schedule(World world) {
        Query moving =
                world.query().all(Place.TYPE, Speed.TYPE).none(Frozen.TYPE).build();
        RowKernel move = moving.kernel(row -> {
            row.set(Place.X, row.get(Place.X) + row.get(Speed.DX) * SECONDS);
            row.set(Place.Y, row.get(Place.Y) + row.get(Speed.DY) * SECONDS);
        });
        return Schedule.builder(world)
                .add("move", move, reads(Speed.TYPE), writes(Place.TYPE))
                .build();
    }

    private void steer(World world, float input) {
        long own = mirror.local(ship);
        if (world.isAlive(own)) {
            world.set(own, Speed.DX, input);
        }
    }

    /** The server applies the input that is due, and the client gets its state. */
    private boolean exchange() {
        if (inputs.size() > DELAY) {
            server.set(ship, Speed.DX, inputs.remove());
            lastInput++;
        }
        serverTicks.tick(SECONDS);
        feed.capture();
        int bytes = feed.encode(peer, mirror.tick(), buffer, 0);
        assertEquals(Received.APPLIED, mirror.apply(buffer, 0, bytes));
        return prediction.correct(lastInput);
    }

    private long tick(float input) {
        inputs.add(input);
        return prediction.tick(SECONDS, input);
    }

    @Test
    void shouldPredictBeyondTheRangeOfAnInt() {
        for (long before : new long[] {(1L << 30) - 5, (1L << 31) - 5, (1L << 32) - 5, 1L << 40}) {
            FileChunks file = new FileChunks(Saving.bytes(client));
            file.get("WRLD").putLong(FileChunks.HEADER + 28, before);
            try (World late = Saving.load(file.complete());
                    Schedule ticks = schedule(late);
                    Snapshots states = Saves.snapshots(late, 8)) {
                WorldMirror shown = WorldMirror.of(late, SCHEMA, before);
                Prediction<Float> own = new Prediction<Float>(
                                shown, ticks, states, (to, speed) -> to.set(shown.local(ship), Speed.DX, speed))
                        .control(ship);
                FeedClient client = feed.connect(before);
                serverTicks.tick(SECONDS);
                feed.capture();
                shown.apply(buffer, 0, feed.encode(client, shown.tick(), buffer, 0));
                assertTrue(own.correct(-1), "the first state is taken over");
                assertEquals(before, late.time().tick());
                for (int i = 1; i <= 10; i++) {
                    assertEquals(before + i, own.tick(SECONDS, 2f));
                    server.set(ship, Speed.DX, i == 7 ? 3f : 2f);
                    serverTicks.tick(SECONDS);
                    feed.capture();
                    shown.apply(buffer, 0, feed.encode(client, shown.tick(), buffer, 0));
                    assertEquals(i == 7, own.correct(before + i), "tick " + i);
                }
                assertEquals(before + 10, late.time().tick());
                assertEquals(server.get(ship, Place.X), late.get(shown.local(ship), Place.X));
                server.set(ship, Speed.DX, 0f);
            }
        }
    }

    /** Lets the client know the ship, before it is steered. */
    private void join() {
        assertTrue(exchange(), "the first state is taken over");
        assertEquals(0f, client.get(mirror.local(ship), Place.X));
        prediction.smoothing(0.1f, 100);
    }

    @Test
    void shouldApplyOwnInputAtOnceAndNotCorrectWhatWasRight() {
        join();
        for (int i = 1; i <= 40; i++) {
            assertEquals(i, tick(i % 8));
            boolean isCorrected = exchange();
            assertFalse(isCorrected && lastInput > 0, "tick " + i);
            assertEquals((float) (i % 8), client.get(mirror.local(ship), Speed.DX));
        }
        float expected = 0;
        for (int i = 1; i <= 40; i++) {
            expected += i % 8 * SECONDS;
        }
        assertEquals(expected, client.get(mirror.local(ship), Place.X), 1e-3f);
    }

    @Test
    void shouldPutTheWorldBackAndTickAgainIfTheServerDiffers() {
        join();
        for (int i = 1; i <= 10; i++) {
            tick(2);
            exchange();
        }
        server.set(ship, Place.Y, 5); // something pushes the ship that the client does not know of
        float before = client.get(mirror.local(ship), Place.X);
        assertTrue(exchange());
        assertEquals(5, client.get(mirror.local(ship), Place.Y));
        assertEquals(before, client.get(mirror.local(ship), Place.X), 2f * SECONDS + 1e-3f);
        assertEquals(0, prediction.smoothed(ship, Place.Y), 1e-6f);
        tick(2);
        float first = prediction.smoothed(ship, Place.Y);
        assertTrue(first > 0 && first < 5, "value " + first);
        for (int i = 0; i < 60; i++) {
            tick(2);
            exchange();
        }
        assertEquals(5, prediction.smoothed(ship, Place.Y), 0.01f);
        assertEquals(2, prediction.corrections(), "the first state, and the push");
    }

    @Test
    void shouldRepeatTheFirstInputsIfTheServerHasNoneYet() {
        join();
        for (int i = 1; i <= 3; i++) {
            tick(4);
            server.set(ship, Place.Y, i); // drifts on the server while the first input is on its way
            assertTrue(exchange());
            assertEquals(i, client.get(mirror.local(ship), Place.Y));
            assertEquals(4 * SECONDS * i, client.get(mirror.local(ship), Place.X), 1e-3f);
        }
    }

    @Test
    void shouldNotTakeAnotherRotationForTheSame() {
        FeedSchema schema = FeedSchema.builder()
                .rotation(Things.Turn.X, Things.Turn.Y, Things.Turn.Z, Things.Turn.W, 9)
                .build();
        try (FeedPair pair = new FeedPair(
                        schema, world -> world.query().all(Things.Turn.TYPE).build());
                Schedule still = Schedule.builder(pair.client).build();
                Snapshots states = Saves.snapshots(pair.client, 8)) {
            long head = pair.server.spawn(turned(30));
            Prediction<Float> turns =
                    new Prediction<Float>(pair.mirror, still, states, (world, angle) -> {}).control(head);
            pair.exchange();
            assertTrue(turns.correct(0));
            long number = turns.tick(SECONDS, 0f);
            pair.server.set(head, turned(30.2));
            pair.exchange();
            assertFalse(turns.correct(number), "a step or two");
            pair.server.set(head, turned(150));
            pair.exchange();
            assertTrue(turns.correct(number), "the same parts, in other places");
            pair.server.set(head, turned(89.9));
            pair.exchange();
            assertTrue(turns.correct(number));
            pair.server.set(head, turned(90.1));
            pair.exchange();
            assertFalse(turns.correct(number), "another part is the largest, and it is nearly the same rotation");
        }
    }

    private static Things.Turn turned(double degrees) {
        double half = Math.toRadians(degrees) / 2;
        return new Things.Turn(0, 0, (float) Math.sin(half), (float) Math.cos(half));
    }

    @Test
    void shouldNotSmoothAcrossALargeDistance() {
        join();
        tick(0);
        server.set(ship, Place.X, 500);
        assertTrue(exchange());
        assertEquals(500, prediction.smoothed(ship, Place.X));
    }

    @Test
    void shouldTakeOverIfTheTickIsNotKeptAnyMore() {
        join();
        for (int i = 0; i < 30; i++) {
            tick(1);
        }
        server.set(ship, Place.Y, 3);
        inputs.clear();
        assertTrue(exchange());
        assertEquals(3, client.get(mirror.local(ship), Place.Y));
        assertEquals(30, client.time().tick());
    }

    @Test
    void shouldFollowOtherEntitiesThroughACorrection() {
        join();
        for (int i = 1; i <= 6; i++) {
            tick(1);
            exchange();
        }
        long other = server.spawn(new Place(9, 9), new Speed(0, 0));
        long gone = server.spawn(new Place(1, 1));
        tick(1);
        exchange();
        mirror.show();
        assertEquals(9, client.get(mirror.local(other), Place.X));
        server.set(ship, Place.Y, 5);
        server.destroy(gone);
        assertTrue(exchange());
        assertEquals(9, client.get(mirror.local(other), Place.X));
        assertEquals(Entity.NULL, mirror.local(gone));
        assertEquals(2, client.entityCount());
    }

    @Test
    void shouldWriteTheServersValuesAgainAfterRelease() {
        join();
        tick(8);
        prediction.release(ship);
        exchange();
        mirror.show();
        assertEquals(0, client.get(mirror.local(ship), Place.X));
        assertThrows(IllegalArgumentException.class, () -> prediction.smoothed(ship, Place.X));
    }

    @Test
    void shouldRejectWrongArguments() {
        join();
        try (World other = World.create();
                Snapshots others = Saves.snapshots(other, 2);
                Schedule otherTicks = Schedule.builder(other).build()) {
            assertWrong(
                    () -> prediction.correct(1),
                    () -> prediction.tick(-1, 0f),
                    () -> prediction.tolerance(-1),
                    () -> prediction.smoothing(Float.NaN, 1),
                    () -> prediction.smoothing(1, -1),
                    () -> prediction.smoothed(ship, Things.Turn.X),
                    () -> new Prediction<>(mirror, clientTicks, null, (world, input) -> {}),
                    () -> new Prediction<>(mirror, clientTicks, others, (world, input) -> {}),
                    () -> new Prediction<>(mirror, otherTicks, ring, (world, input) -> {}));
        }
    }
}
