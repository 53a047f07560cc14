package basalt.inspect;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assumptions.assumeFalse;

import basalt.internal.Strict;
import basalt.memory.HeapBytes;
import basalt.query.SpatialGrid;
import basalt.storage.fixture.Position;
import basalt.storage.fixture.Velocity;
import basalt.world.World;
import java.io.IOException;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

/** What is watched makes no garbage on the world's thread. */
class InspectorGarbageTest {
    private static final int WARM_UP_EVENTS = 600;
    private static final int WARM_UP_PICTURES = 20;
    private static final int EVENTS = 60;

    @Test
    void shouldAnswerStreamsWithoutGarbageOnTheWorldsThread() throws Exception {
        assumeFalse(Strict.ON, "strict mode makes garbage");
        World world = World.create();
        long[] first = new long[1];
        for (int i = 0; i < 50_000; i++) {
            long entity = world.spawn(new Position(i, 0), new Velocity(1, 1));
            first[0] = i == 0 ? entity : first[0];
        }
        SpatialGrid grid =
                world.query(Position.class).grid(Position::x, Position::y).radius(10);
        grid.rebuild();
        AtomicInteger events = new AtomicInteger();
        AtomicInteger pictures = new AtomicInteger();
        try (InspectedScene scene = InspectedScene.of(world, options -> options.watch("all", grid));
                RawRequest stream = new RawRequest(scene.inspector.port());
                RawRequest scatter = new RawRequest(scene.inspector.port())) {
            scatter.send("GET /api/v1/watch?token=" + InspectedScene.TOKEN + "&hz=30"
                    + "&view=points%3Fx%3DPosition.x%26y%3DPosition.y%26z%3DVelocity.dx"
                    + " HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n");
            stream.send("GET /api/v1/watch?token=" + InspectedScene.TOKEN + "&hz=30&view=cells%3Fgrid%3Dall"
                    + "&view=entities%3Fquery%3DPosition%2CVelocity%26limit%3D200"
                    + "&view=entities%3Fquery%3DPosition%26limit%3D50%26sort%3DPosition.x%26descending%3Dtrue"
                    + "&view=entity%3Fid%3D" + InspectedScene.encoded(InspectedScene.text(first[0]))
                    + "&view=systems&view=timeline&view=memory&view=blocks"
                    + " HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n");
            scene.tick = () -> {
                world.set(first[0], Position.Y, world.get(first[0], Position.Y) + 1); // so that answers are others
                scene.schedule.tick(1);
            };
            startReader(stream, events);
            startReader(scatter, pictures);
            while (events.get() < WARM_UP_EVENTS || pictures.get() < WARM_UP_PICTURES) {
                scene.tick.run();
            }
            long bytes = HeapBytes.medianOf(() -> {
                int before = events.get();
                while (events.get() < before + EVENTS) {
                    scene.tick.run();
                }
            });
            assertEquals(0, bytes, "bytes that the world's thread has allocated");
        }
    }

    private static void startReader(RawRequest stream, AtomicInteger events) {
        Thread reader = new Thread(() -> read(stream, events));
        reader.setDaemon(true);
        reader.start();
    }

    private static void read(RawRequest stream, AtomicInteger events) {
        try {
            while (true) {
                stream.readUntil("event: ");
                events.incrementAndGet();
            }
        } catch (IOException e) {
            // closed by the test
        }
    }
}
