package basalt.bench.feed;

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

    /** What a client is sent. */
    public enum Sent {
        /** Position and velocity, and positions move by velocities. */
        MOTION,
        /** The position alone. */
        POSITION
    }

    /** A world with a feed, and its clients. */
    @State(Scope.Thread)
    public static class Game {
        /** The number of entities. */
        @Param({"1000", "20000"})
        public int entities;

        /** What a client is sent. */
        @Param
        public Sent sent;

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
            FeedSchema schema = schema();
            feed = WorldFeed.of(world, schema, world.query().all(Position.TYPE).build())
                    .grid(Position.X, Position.Y, SIGHT / 2);
            clients = IntStream.range(0, CLIENTS).mapToObj(feed::connect).toArray(FeedClient[]::new);
            mirror = WorldMirror.of(mirrored, schema, CLIENTS - 1);
        }

        private FeedSchema schema() {
            return sent == Sent.POSITION
                    ? FeedSchema.builder()
                            .column(Position.X, quantised(1 / 512f))
                            .column(Position.Y, quantised(1 / 512f))
                            .build()
                    : FeedSchema.builder()
                            .moving(Position.X, quantised(1 / 512f), Velocity.DX, 1 / 60.0)
                            .moving(Position.Y, quantised(1 / 512f), Velocity.DY, 1 / 60.0)
                            .column(Velocity.DX, quantised(1 / 512f))
                            .column(Velocity.DY, quantised(1 / 512f))
                            .build();
        }

        private void tick() {
            acked = feed.tick();
            schedule.tick(1 / 60f);
        }

        /** Each client sees a twentieth, at a place of its own. */
        private void lookAround() {
            for (int i = 0; i < CLIENTS; i++) {
                float x = SIGHT + (FIELD - 2 * SIGHT) * (i % 10) / 9;
                float y = SIGHT + (FIELD - 2 * SIGHT) * (i / 10) / 9;
                clients[i].interest().clear().near(x, y, SIGHT, SIGHT * 1.1f);
            }
        }

        private void frame() {
            tick();
            feed.capture();
        }

        private void encode() {
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
    @State(Scope.Thread)
    public static class Ticked extends Game {
        /** Ticks, outside of the measured time. */
        @Setup(Level.Invocation)
        public void prepare() {
            super.tick();
        }
    }

    /** A frame that was not encoded. */
    @State(Scope.Thread)
    public static class Captured extends Game {
        /** Makes the frame, outside of the measured time. */
        @Setup(Level.Invocation)
        public void prepare() {
            super.frame();
        }
    }

    /** A frame that was not encoded, of which each client sees a twentieth, at a place of its own. */
    @State(Scope.Thread)
    public static class Near extends Game {
        /** Makes the frame, outside of the measured time. */
        @Setup(Level.Invocation)
        public void prepare() {
            super.lookAround();
            super.frame();
        }
    }

    /** A frame that was encoded for clients of which each sees a twentieth, and not applied. */
    @State(Scope.Thread)
    public static class EncodedNear extends Game {
        /** Makes the packet, outside of the measured time. */
        @Setup(Level.Invocation)
        public void prepare() {
            super.lookAround();
            super.frame();
            super.encode();
        }
    }

    /** A frame that was encoded, and not applied. */
    @State(Scope.Thread)
    public static class Encoded extends Game {
        /** Makes the packet, outside of the measured time. */
        @Setup(Level.Invocation)
        public void prepare() {
            super.frame();
            super.encode();
        }
    }

    /**
     * Captures a frame.
     *
     * @param game the world
     */
    @Benchmark
    public void capture(Ticked game) {
        ((Game) game).feed.capture();
    }

    /**
     * Encodes a frame for all clients.
     *
     * @param game the world
     */
    @Benchmark
    @OperationsPerInvocation(CLIENTS)
    public void encode(Captured game) {
        ((Game) game).encode();
    }

    /**
     * Encodes a frame for all clients, each of which sees a twentieth.
     *
     * @param game the world
     */
    @Benchmark
    @OperationsPerInvocation(CLIENTS)
    public void encodeNear(Near game) {
        ((Game) game).encode();
    }

    /**
     * Copies the columns for all clients.
     *
     * @param game the world
     */
    @Benchmark
    @OperationsPerInvocation(CLIENTS)
    public void copy(Game game) {
        int length = game.entities * (game.sent == Sent.POSITION ? 8 : 16);
        for (int client = 0; client < CLIENTS; client++) {
            game.buffer.putBytes(0, game.raw, 0, length);
        }
    }

    /**
     * Applies a packet.
     *
     * @param game the world
     */
    @Benchmark
    public void apply(Encoded game) {
        ((Game) game).apply();
    }

    /**
     * Applies a packet with a twentieth of the entities.
     *
     * @param game the world
     */
    @Benchmark
    public void applyNear(EncodedNear game) {
        ((Game) game).apply();
    }
}
