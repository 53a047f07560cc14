package basalt.feed;

import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeFalse;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import basalt.feed.Things.Bag;
import basalt.feed.Things.Place;
import basalt.feed.Things.Speed;
import basalt.internal.Strict;
import basalt.memory.ChildJvm;
import basalt.memory.SteadyRounds;
import basalt.query.Condition;
import basalt.query.Query;
import basalt.system.Access;
import basalt.system.Schedule;
import basalt.world.Hierarchy;
import basalt.world.World;
import com.sun.management.ThreadMXBean;
import java.lang.management.ManagementFactory;
import java.util.Map;
import java.util.Random;
import org.agrona.UnsafeApi;
import org.agrona.concurrent.UnsafeBuffer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.function.Executable;

/** A steady frame makes no garbage, from the capture to what is shown. Measured in a new JVM, without strict mode. */
class FeedGarbageTest {
    private static final int FRAMES = 200;
    private static final int MOST_ROUNDS = 100;

    /** Limit for the bytes of the measurement itself; one small object for each frame would be 3,200. */
    private static final int MEASURING_BYTES = 2_048;

    @Test
    void shouldMakeNoGarbage() {
        assumeFalse(Strict.ON, "strict mode makes garbage");
        assumeTrue(ManagementFactory.getThreadMXBean() instanceof ThreadMXBean, "this JVM does not count heap bytes");
        Map<String, Long> measured = ChildJvm.measure(
                FeedGarbageTest.class,
                World.class,
                Things.class,
                Place.class,
                Speed.class,
                UnsafeApi.class,
                Executable.class);
        assertTrue(measured.get("frame") <= MEASURING_BYTES, () -> "heap bytes in " + FRAMES + " frames: " + measured);
    }

    /** In the child: prints the allocated heap bytes of the median round. */
    public static void main(String[] arguments) {
        FeedSchema schema = Things.schema(8);
        try (World server = World.create();
                World shown = World.create()) {
            Random random = new Random(1);
            long[] entities = new long[2_000];
            for (int i = 0; i < entities.length; i++) {
                entities[i] = server.spawn(new Place(i, i), new Speed(1, i % 3));
                if (i % 4 == 0) {
                    server.add(entities[i], Things.bag(random, new long[] {entities[0]}));
                }
            }
            Hierarchy tree = server.hierarchy();
            tree.attach(entities[1], entities[0]);
            Query all = server.query().all(Place.TYPE, Speed.TYPE).build();
            Query bags = server.query()
                    .all(Bag.TYPE)
                    .where(Condition.onLength(Bag.COUNTS).atLeast(1))
                    .build();
            try (Schedule schedule = Schedule.builder(server)
                    .workers(1)
                    .add(
                            "move",
                            all.kernel(row -> row.set(Place.X, row.get(Place.X) + row.get(Speed.DX) / 60)),
                            Access.writes(Place.TYPE))
                    .add(
                            "count",
                            bags.kernel(row -> row.set(Bag.COUNTS, 0, row.get(Bag.COUNTS, 0) + 1)),
                            Access.writes(Bag.TYPE))
                    .build()) {
                WorldFeed feed = WorldFeed.of(server, schema, all).grid(Place.X, Place.Y, 50);
                FeedClient[] clients = {feed.connect(0), feed.connect(1), feed.connect(2)};
                clients[0].budget(700).priority(entity -> 2);
                clients[1].interest().matching(all).below(tree, entities[0]);
                WorldMirror mirror = WorldMirror.of(shown, schema, 2);
                UnsafeBuffer buffer = new UnsafeBuffer(new byte[1 << 16]);
                Runnable frame = () -> {
                    long acked = feed.tick();
                    schedule.tick(1 / 60f);
                    feed.capture();
                    clients[2].interest().clear().near(1_000, 1_000, 300, 310);
                    int bytes = 0;
                    for (FeedClient each : clients) {
                        bytes = feed.encode(each, acked, buffer, 0);
                    }
                    if (mirror.apply(buffer, 0, bytes) != Received.APPLIED) {
                        throw new IllegalStateException(mirror.problem());
                    }
                    mirror.show(mirror.tick() - 0.5);
                };
                System.out.println("frame=" + SteadyRounds.medianBytes(MOST_ROUNDS, MEASURING_BYTES, FRAMES, frame));
            }
        }
    }
}
