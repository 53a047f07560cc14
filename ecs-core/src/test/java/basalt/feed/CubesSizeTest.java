package basalt.feed;

import static basalt.feed.Quantisation.quantised;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import basalt.component.Component;
import basalt.component.FloatColumn;
import basalt.feed.Things.Turn;
import basalt.world.World;
import java.util.ArrayDeque;
import java.util.Deque;
import org.agrona.concurrent.UnsafeBuffer;
import org.junit.jupiter.api.Test;

/**
 * The size of packets for 901 cubes: 900 lie on a field, and a large one rolls through them in curves, and pushes and
 * turns those that it touches. They slow down, and lie still again. Frames are sent 20 times a second, and acknowledged
 * 100 ms later.
 */
class CubesSizeTest {
    private static final int SIDE = 30;
    private static final int CUBES = SIDE * SIDE + 1;
    private static final int RAW_BYTES = CUBES * 7 * Float.BYTES;
    private static final float SECONDS = 1 / 60f;
    private static final int TICKS_PER_FRAME = 3;
    private static final int FRAMES_BEHIND = 2;
    private static final float REACH = 2.2f;

    private record Spot(float x, float y, float z) {
        static final Component<Spot> TYPE = Component.of(Spot.class);
        static final FloatColumn X = TYPE.float32("x");
        static final FloatColumn Y = TYPE.float32("y");
        static final FloatColumn Z = TYPE.float32("z");
    }

    private static final FeedSchema SCHEMA = FeedSchema.builder()
            .column(Spot.X, quantised(1 / 512.0))
            .column(Spot.Y, quantised(1 / 512.0))
            .column(Spot.Z, quantised(1 / 512.0))
            .rotation(Turn.X, Turn.Y, Turn.Z, Turn.W, 9)
            .build();

    /** The motion of a cube, which is not sent. */
    private final float[] dx = new float[CUBES];

    private final float[] dy = new float[CUBES];
    private final float[] spin = new float[CUBES];
    private final float[] angle = new float[CUBES];
    private final long[] cubes = new long[CUBES];

    @Test
    void shouldSendTwoPercentOfCubesAtRestAndPushed() {
        try (World server = World.create();
                World client = World.create()) {
            cubes[0] = server.spawn(new Spot(-6, SIDE, 1), new Turn(0, 0, 0, 1));
            for (int i = 1; i < CUBES; i++) {
                float x = (i - 1) % SIDE * 2;
                float y = (i - 1) / SIDE * 2;
                cubes[i] = server.spawn(new Spot(x, y, 0.2f), new Turn(0, 0, 0, 1));
            }
            WorldFeed feed =
                    WorldFeed.of(server, SCHEMA, server.query().all(Spot.TYPE).build());
            FeedClient peer = feed.connect(1);
            WorldMirror mirror = WorldMirror.of(client, SCHEMA, 1);
            Deque<Long> acks = new ArrayDeque<>();
            for (int i = 0; i < FRAMES_BEHIND; i++) {
                acks.add(WorldFeed.NONE);
            }
            UnsafeBuffer buffer = new UnsafeBuffer(new byte[1 << 16]);
            long[] bytes = new long[2];
            int[] frames = new int[2];
            int moving = 0;
            int most = 0;
            for (int tick = 0; tick < 60 * 30; tick++) {
                boolean isPushed = tick >= 600;
                int moved = isPushed ? push(server, tick - 600) : 0;
                Things.tick(server);
                if (tick % TICKS_PER_FRAME == 0) {
                    feed.capture();
                    int size = feed.encode(peer, acks.remove(), buffer, 0);
                    assertEquals(Received.APPLIED, mirror.apply(buffer, 0, size), mirror.problem());
                    assertEquals(peer.hash(mirror.tick()), mirror.hash());
                    acks.add(mirror.tick());
                    if (tick > 60) {
                        int phase = isPushed ? 1 : 0;
                        bytes[phase] += size;
                        frames[phase]++;
                        moving += moved;
                        most = Math.max(most, size);
                    }
                }
            }
            double atRest = 100.0 * bytes[0] / frames[0] / RAW_BYTES;
            double pushed = 100.0 * bytes[1] / frames[1] / RAW_BYTES;
            String sizes = "percent of raw: %.3f at rest, %.2f pushed (%d bytes of %d, at most %d), %d moving"
                    .formatted(atRest, pushed, bytes[1] / frames[1], RAW_BYTES, most, moving / frames[1]);
            assertTrue(moving / frames[1] > 20, sizes);
            assertTrue(atRest <= 0.1 && pushed <= 2, sizes);
        }
    }

    /** A tick of all cubes. Returns how many move. */
    private int push(World server, int tick) {
        float time = tick * SECONDS;
        float x = SIDE + SIDE * (float) Math.sin(time * 0.5);
        float y = SIDE + SIDE * (float) Math.sin(time * 0.35 + 1);
        server.set(cubes[0], new Spot(x, y, 1));
        turn(server, 0, 1.5f * SECONDS);
        int moving = 1;
        for (int i = 1; i < CUBES; i++) {
            float atX = server.get(cubes[i], Spot.X);
            float atY = server.get(cubes[i], Spot.Y);
            float distance = (float) Math.hypot(atX - x, atY - y);
            if (distance < REACH) {
                dx[i] = (atX - x) / Math.max(distance, 0.1f) * 6;
                dy[i] = (atY - y) / Math.max(distance, 0.1f) * 6;
                spin[i] = 5;
            }
            if (spin[i] > 0.05f) {
                moving++;
                server.set(cubes[i], Spot.X, atX + dx[i] * SECONDS);
                server.set(cubes[i], Spot.Y, atY + dy[i] * SECONDS);
                server.set(cubes[i], Spot.Z, 0.2f + 0.05f * Math.abs((float) Math.sin(angle[i] * 2)));
                turn(server, i, spin[i] * SECONDS);
                dx[i] *= 0.96f;
                dy[i] *= 0.96f;
                spin[i] *= 0.96f;
            }
        }
        return moving;
    }

    /** Turns a cube around an axis of its own. */
    private void turn(World server, int i, float by) {
        angle[i] += by;
        double half = angle[i] / 2;
        double tilt = i * 0.7;
        float sin = (float) Math.sin(half);
        server.set(cubes[i], new Turn(sin * (float) Math.cos(tilt), sin * (float) Math.sin(tilt), 0, (float)
                Math.cos(half)));
    }
}
