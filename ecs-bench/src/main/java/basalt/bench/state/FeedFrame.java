package basalt.bench.state;

import static basalt.feed.Quantisation.quantised;
import static basalt.system.Access.writes;

import basalt.bench.OperationBenchmark;
import basalt.bench.scene.Position;
import basalt.bench.scene.Velocity;
import basalt.feed.FeedClient;
import basalt.feed.FeedSchema;
import basalt.feed.Received;
import basalt.feed.WorldFeed;
import basalt.feed.WorldMirror;
import basalt.query.RowKernel;
import basalt.system.Schedule;
import basalt.world.World;
import java.util.SplittableRandom;
import java.util.stream.IntStream;
import org.agrona.concurrent.UnsafeBuffer;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.Level;
import org.openjdk.jmh.annotations.OperationsPerInvocation;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.TearDown;

/**
 * One frame of a world in which all entities move: captured once, and encoded for a hundred clients, each of which has
 * acknowledged the frame before. The time of an encoding is that of one client. The same bytes raw, copied into one
 * buffer a client, are the least that a feed without differences would do.
 */
public class FeedFrame extends OperationBenchmark {
    private static final int CLIENTS = 100;

    /** The side of the field in which the entities are. */
    private static final float FIELD = 1_000;

    /** How far a client sees that does not see all: a twentieth of the field. */
    private static final float SIGHT = 126;

    /** A world with a feed, and its clients. */
    @State(Scope.Thread)
    public static class Game {
        /** The number of entities. */
        @Param({"1000", "20000"})
        public int entities;

        private World world;
        private World mirrored;
        private Schedule schedule;
        private WorldFeed feed;
        private FeedClient[] clients;
        private WorldMirror mirror;
        private final UnsafeBuffer buffer = new UnsafeBuffer(new byte[1 << 20]);
        private final UnsafeBuffer raw = new UnsafeBuffer(new byte[1 << 20]);
        private int bytes;
        private long acked = WorldFeed.NONE;

        /** Makes the world. */
        @Setup
        public void make() {
            world = World.create();
            mirrored = World.create();
            SplittableRandom random = new SplittableRandom(1);
            world.template().with(Position.TYPE, Velocity.TYPE).build().spawn(entities, row -> {
                row.set(Position.X, (float) random.nextDouble() * FIELD);
                row.set(Position.Y, (float) random.nextDouble() * FIELD);
                row.set(Velocity.DX, (float) random.nextDouble() * 100 - 50);
                row.set(Velocity.DY, (float) random.nextDouble() * 100 - 50);
            });
            RowKernel move = world.query()
                    .all(Position.TYPE, Velocity.TYPE)
                    .build()
                    .kernel(row -> {
                        float x = row.get(Position.X) + row.get(Velocity.DX) / 60;
                        float y = row.get(Position.Y) + row.get(Velocity.DY) / 60;
                        row.set(Position.X, x);
                        row.set(Position.Y, y);
                        if (x < 0 && row.get(Velocity.DX) < 0 || x > FIELD && row.get(Velocity.DX) > 0) {
                            row.set(Velocity.DX, -row.get(Velocity.DX)); // they stay in the field
                        }
                        if (y < 0 && row.get(Velocity.DY) < 0 || y > FIELD && row.get(Velocity.DY) > 0) {
                            row.set(Velocity.DY, -row.get(Velocity.DY));
                        }
                    });
            schedule = Schedule.builder(world)
                    .workers(1)
                    .add("move", move, writes(Velocity.TYPE, Position.TYPE))
                    .build();
            FeedSchema schema = FeedSchema.builder()
                    .moving(Position.X, quantised(1 / 512f), Velocity.DX, 1 / 60.0)
                    .moving(Position.Y, quantised(1 / 512f), Velocity.DY, 1 / 60.0)
                    .column(Velocity.DX, quantised(1 / 512f))
                    .column(Velocity.DY, quantised(1 / 512f))
                    .build();
            feed = WorldFeed.of(world, schema, world.query().all(Position.TYPE).build())
                    .grid(Position.X, Position.Y, SIGHT / 2);
            clients = IntStream.range(0, CLIENTS).mapToObj(feed::connect).toArray(FeedClient[]::new);
            mirror = WorldMirror.of(mirrored, schema, CLIENTS - 1);
        }

        /** What is to be done before each run, outside of the measured time. */
        @Setup(Level.Invocation)
        public void prepare() {
            // Nothing.
        }

        final void tick() {
            acked = feed.tick();
            schedule.tick(1 / 60f);
        }

        /** Each client sees a twentieth, at a place of its own. */
        final void lookAround() {
            for (int i = 0; i < CLIENTS; i++) {
                float x = SIGHT + (FIELD - 2 * SIGHT) * (i % 10) / 9;
                float y = SIGHT + (FIELD - 2 * SIGHT) * (i / 10) / 9;
                clients[i].interest().clear().near(x, y, SIGHT, SIGHT * 1.1f);
            }
        }

        final void frame() {
            tick();
            feed.capture();
        }

        final void encode() {
            for (FeedClient client : clients) {
                bytes = feed.encode(client, acked, buffer, 0);
            }
        }

        private void apply() {
            if (mirror.apply(buffer, 0, bytes) != Received.APPLIED) {
                throw new IllegalStateException("the packet was not applied: " + mirror.problem());
            }
        }

        /** Ends it. */
        @TearDown
        public void close() {
            schedule.close();
            world.close();
            mirrored.close();
        }
    }

    /** A world that has ticked, without a frame. */
    public static class Ticked extends Game {
        @Override
        public void prepare() {
            tick();
        }
    }

    /** A frame that was not encoded. */
    public static class Captured extends Game {
        @Override
        public void prepare() {
            frame();
        }
    }

    /** A frame that was not encoded, of which each client sees a twentieth, at a place of its own. */
    public static class Near extends Game {
        @Override
        public void prepare() {
            lookAround();
            frame();
        }
    }

    /** A frame that was encoded, and not applied. */
    public static class Encoded extends Game {
        @Override
        public void prepare() {
            frame();
            encode();
        }
    }

    /** A frame that was encoded for clients of which each sees a twentieth, and not applied. */
    public static class EncodedNear extends Game {
        @Override
        public void prepare() {
            lookAround();
            frame();
            encode();
        }
    }

    /** Captures a frame. */
    @Benchmark
    public void capture(Ticked game) {
        ((Game) game).feed.capture();
    }

    /** Encodes a frame for all clients. */
    @Benchmark
    @OperationsPerInvocation(CLIENTS)
    public void encode(Captured game) {
        game.encode();
    }

    /** Encodes a frame for all clients, each of which sees a twentieth. */
    @Benchmark
    @OperationsPerInvocation(CLIENTS)
    public void encodeNear(Near game) {
        game.encode();
    }

    /** Copies the columns for all clients. */
    @Benchmark
    @OperationsPerInvocation(CLIENTS)
    public void copy(Game game) {
        int length = game.entities * 16;
        for (int client = 0; client < CLIENTS; client++) {
            game.buffer.putBytes(0, game.raw, 0, length);
        }
    }

    /** Applies a packet. */
    @Benchmark
    public void apply(Encoded game) {
        ((Game) game).apply();
    }

    /** Applies a packet with a twentieth of the entities. */
    @Benchmark
    public void applyNear(EncodedNear game) {
        ((Game) game).apply();
    }
}
