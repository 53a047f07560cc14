package basalt.feed;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import basalt.component.Entity;
import basalt.feed.Things.Frozen;
import basalt.feed.Things.Place;
import basalt.query.Query;
import basalt.save.Saves;
import basalt.save.Snapshots;
import basalt.system.Schedule;
import basalt.world.Hierarchy;
import basalt.world.World;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.agrona.concurrent.UnsafeBuffer;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Code of the program that is called by a feed, a mirror or a prediction, and calls it in turn. */
class FeedCallbackTest {
    private final FeedPair pair = new FeedPair(
            Things.schema(16), world -> world.query().all(Place.TYPE).build());

    @AfterEach
    void close() {
        pair.close();
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
        for (int i = 0; i < 100; i++) {
            pair.server.spawn(new Place(i * 7.5f, i));
        }
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
        Things.tick(pair.server);
        pair.feed.capture();
        int bytes = pair.feed.encode(pair.peer, WorldFeed.NONE, pair.buffer, 0);
        assertTrue(bytes <= 100, () -> "bytes: " + bytes);
        assertEquals(Received.APPLIED, pair.mirror.apply(pair.buffer, 0, bytes));
        pair.mirror.show();
        assertEquals(Entity.NULL, pair.mirror.local(secret));
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
        pair.exchange();
        pair.mirror.show();
        assertEquals(3, refused[0]);
        assertEquals(1, pair.client.get(pair.mirror.local(entity), Place.X), 0.1f);
        pair.server.destroy(entity);
        pair.exchange();
        pair.mirror.show();
        assertEquals(6, refused[0]);
        pair.mirror.rejoin(9);
    }

    @Test
    void shouldRefuseToChangeAPredictionWhileItAppliesAnInput() {
        long ship = pair.server.spawn(new Place(1, 2));
        pair.exchange();
        pair.mirror.show();
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
