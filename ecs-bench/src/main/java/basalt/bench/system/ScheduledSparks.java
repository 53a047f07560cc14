package basalt.bench.system;

import static basalt.bench.scene.Position.X;
import static basalt.bench.scene.Position.Y;
import static basalt.bench.scene.Velocity.DX;
import static basalt.bench.scene.Velocity.DY;

import basalt.bench.scene.Burning;
import basalt.bench.scene.Check;
import basalt.bench.scene.Position;
import basalt.bench.scene.Velocity;
import basalt.component.Component;
import basalt.component.EntityColumn;
import basalt.component.EntityHandle;
import basalt.component.EventType;
import basalt.component.FloatColumn;
import basalt.query.Commands;
import basalt.query.Query;
import basalt.system.Access;
import basalt.system.Schedule;
import basalt.world.EventChannel;
import basalt.world.EventReader;
import basalt.world.Template;
import basalt.world.Time;
import basalt.world.World;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.TearDown;

/**
 * A world of particles that a schedule ticks. Kernels move the particles; at the end of its life a particle is
 * destroyed by a command and sends an event, and for each event a new particle is spawned. Each particle burns for a
 * part of its life.
 */
@State(Scope.Thread)
public class ScheduledSparks {
    /** The remaining life of a particle. */
    record Spark(float life, float heat) {
        static final Component<Spark> TYPE = Component.of(Spark.class);
        static final FloatColumn LIFE = TYPE.float32("life");
        static final FloatColumn HEAT = TYPE.float32("heat");
    }

    /** An event: the life of a particle has ended. */
    private record Fizzle(@EntityHandle long spark, float x) {
        static final EventType<Fizzle> TYPE = EventType.of(Fizzle.class);
        static final EntityColumn SPARK = TYPE.entity("spark");
        static final FloatColumn X = TYPE.float32("x");
    }

    private static final float SECONDS = 1f / 64f;
    private static final int TICKS_TO_LIVE = 64;
    private static final float GRAVITY = -9.81f;

    /**
     * Half of all particles burn at any time, as the JIT may not fully compile rare code, which would then allocate row
     * objects.
     */
    private static final float BURNS_FOR = 32 * SECONDS;

    private static final float KINDLED_AT = 0.75f;

    /** Number of particles. With few, no worker is woken, and JMH's own allocation is spread over many ticks. */
    @Param({"2000", "30000"})
    public int particles;

    /** Number of threads. */
    @Param({"1", "2"})
    public int workers;

    private World world;
    private Template spark;
    private Query all;
    private Query burning;
    private EventChannel<Fizzle> fizzles;
    private EventReader<Fizzle> spawnReader;
    private EventReader<Fizzle> account;
    private Schedule schedule;
    private long spawned;
    private float sum;

    /** Builds the world and checks a tick. */
    @Setup
    public void build() {
        world = World.create();
        spark = world.template()
                .with(new Position(0, 0), new Velocity(1, 2), new Spark(1, 1))
                .build();
        all = world.query().all(Position.TYPE, Velocity.TYPE, Spark.TYPE).build();
        burning = world.query().all(Burning.TYPE).build();
        fizzles = world.events(Fizzle.TYPE);
        spawnReader = fizzles.reader();
        account = fizzles.reader();
        for (int i = 0; i < particles; i++) {
            world.set(spark.spawn(), Spark.LIFE, (1 + i % TICKS_TO_LIVE) * SECONDS);
        }
        schedule = schedule();
        for (int i = 0; i < 2 * TICKS_TO_LIVE; i++) {
            check();
        }
    }

    /** Checks more ticks. */
    @TearDown
    public void close() {
        for (int i = 0; i < 2 * TICKS_TO_LIVE; i++) {
            check();
        }
        schedule.close();
        world.close();
    }

    /** Runs the schedule once. */
    public float tick() {
        schedule.tick(SECONDS);
        return sum;
    }

    /** The world. */
    public World world() {
        return world;
    }

    private Schedule schedule() {
        Time time = world.time();
        return Schedule.builder(world)
                .workers(workers)
                .add(
                        "fall",
                        all.kernel(row -> row.set(DY, row.get(DY) + GRAVITY * time.deltaSeconds())),
                        Access.reads(Position.TYPE, Spark.TYPE),
                        Access.writes(Velocity.TYPE))
                .add(
                        "move",
                        all.kernel(row -> {
                            row.set(X, row.get(X) + row.get(DX) * time.deltaSeconds());
                            row.set(Y, row.get(Y) + row.get(DY) * time.deltaSeconds());
                        }),
                        Access.reads(Velocity.TYPE, Spark.TYPE),
                        Access.writes(Position.TYPE))
                .add(
                        "cool",
                        all.kernel(row -> {
                            row.set(Spark.LIFE, row.get(Spark.LIFE) - time.deltaSeconds());
                            row.set(Spark.HEAT, row.get(Spark.HEAT) * 0.5f);
                        }),
                        Access.reads(Position.TYPE, Velocity.TYPE),
                        Access.writes(Spark.TYPE))
                .add(
                        "kindle",
                        all.kernel((row, commands) -> {
                            if (row.get(Spark.LIFE) == KINDLED_AT) {
                                long entity = row.entity();
                                commands.add(entity, Burning.TYPE);
                                commands.set(entity, Burning.SECONDS, BURNS_FOR);
                            }
                        }),
                        Access.reads(Position.TYPE, Velocity.TYPE, Spark.TYPE),
                        Access.restructures(Burning.TYPE),
                        Access.writes(Burning.TYPE))
                .add(
                        "burn",
                        burning.kernel((row, commands) -> {
                            float left = row.get(Burning.SECONDS) - SECONDS;
                            row.set(Burning.SECONDS, left);
                            if (left == 0) {
                                commands.remove(row.entity(), Burning.TYPE);
                            }
                        }),
                        Access.restructures(Burning.TYPE),
                        Access.writes(Burning.TYPE))
                .add(
                        "fizzle",
                        all.kernel((row, commands) -> {
                            if (row.get(Spark.LIFE) == 0) {
                                long entity = row.entity();
                                long event = commands.send(Fizzle.TYPE);
                                commands.set(event, Fizzle.SPARK, entity);
                                commands.set(event, Fizzle.X, row.get(X));
                                commands.destroy(entity);
                            }
                        }),
                        Access.reads(Position.TYPE, Velocity.TYPE, Spark.TYPE),
                        Access.destroys(),
                        Access.sends(Fizzle.TYPE))
                .add("spawn", this::spawn, Access.spawns(), Access.writes(Position.TYPE), Access.receives(Fizzle.TYPE))
                .add("account", this::account, Access.receives(Fizzle.TYPE))
                .build();
    }

    private void spawn() {
        Commands commands = world.commands();
        while (spawnReader.next()) {
            commands.set(spark.spawn(commands), X, fizzles.get(spawnReader.event(), Fizzle.X));
            spawned++;
        }
    }

    private void account() {
        while (account.next()) {
            sum += fizzles.get(account.event(), Fizzle.X);
        }
    }

    private void check() {
        long spawnedBefore = spawned;
        long sentBefore = fizzles.sent();
        sum = 0;
        tick();
        long ended = fizzles.sent() - sentBefore;
        Check.same("particles", particles, all.count());
        Check.same("entities", particles, world.entityCount());
        Check.same("particles spawned", ended, spawned - spawnedBefore);
        Check.same("events missed", 0, spawnReader.missed() + account.missed());
        Check.same("commands dropped", 0, world.statistics().commands().dropped());
        if (ended == 0 || burning.isEmpty() || sum == 0) {
            throw new IllegalStateException("no particle has ended, burns or was reported");
        }
    }
}
