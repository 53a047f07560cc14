package basalt.save;

import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeFalse;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import basalt.internal.Strict;
import basalt.memory.ChildJvm;
import basalt.memory.SteadyRounds;
import basalt.query.Query;
import basalt.storage.fixture.Blow;
import basalt.storage.fixture.Health;
import basalt.storage.fixture.Position;
import basalt.storage.fixture.Rare;
import basalt.storage.fixture.Spark;
import basalt.storage.fixture.Velocity;
import basalt.system.Access;
import basalt.system.Schedule;
import basalt.world.EventChannel;
import basalt.world.EventReader;
import basalt.world.RemovedComponents;
import basalt.world.Restorable;
import basalt.world.Template;
import basalt.world.World;
import com.sun.management.ThreadMXBean;
import java.lang.management.ManagementFactory;
import java.util.HashMap;
import java.util.Map;
import org.agrona.DirectBuffer;
import org.agrona.MutableDirectBuffer;
import org.agrona.UnsafeApi;
import org.agrona.concurrent.UnsafeBuffer;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.function.Executable;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * A steady tick with a capture, or with a capture and a hash, or that is recorded, makes no garbage. Measured in a new
 * JVM, because compiled code depends on what has run before. Strict mode may make garbage.
 */
class SaveGarbageTest {
    private static final int TICKS = 1_000;
    private static final int MOST_ROUNDS = 300;

    /** Limit for the bytes of the measurement itself; one small object for each tick would be 16,000. */
    private static final int MEASURING_BYTES = 2_048;

    private static final Map<String, Long> MEASURED = new HashMap<>();

    record Settings(int speed) {}

    private static final class Count implements Restorable {
        private int ticks;

        @Override
        public int save(MutableDirectBuffer to, int offset) {
            to.putInt(offset, ticks++);
            return Integer.BYTES;
        }

        @Override
        public void restore(DirectBuffer from, int offset, int length) {
            ticks = from.getInt(offset);
        }
    }

    @BeforeAll
    static void measureInAChild() {
        assumeFalse(Strict.ON, "strict mode makes garbage");
        assumeTrue(ManagementFactory.getThreadMXBean() instanceof ThreadMXBean, "this JVM does not count heap bytes");
        MEASURED.putAll(ChildJvm.measure(
                SaveGarbageTest.class, World.class, Position.class, UnsafeApi.class, Executable.class));
    }

    @ParameterizedTest
    @ValueSource(strings = {"capture", "hash", "restore", "tick", "exact"})
    void shouldMakeNoGarbage(String kind) {
        assertTrue(MEASURED.get(kind) <= MEASURING_BYTES, () -> "heap bytes in " + TICKS + " ticks: " + MEASURED);
    }

    /** In the child: prints the allocated heap bytes of the median round. */
    public static void main(String[] arguments) {
        try (World world = World.create();
                Schedule schedule = newSchedule(world);
                Snapshots ring = Saves.snapshots(world, 8)) {
            RemovedComponents removals = world.removed(Health.TYPE);
            Runnable tick = () -> {
                schedule.tick(1);
                ring.capture();
                removals.skipAll();
            };
            System.out.println("capture=" + medianBytes(tick));
            System.out.println("hash="
                    + medianBytes(() -> {
                        tick.run();
                        Saves.stateHash(world);
                        Saves.stateHash(world, Position.TYPE);
                    }));
            System.out.println("restore="
                    + medianBytes(() -> {
                        tick.run();
                        ring.restore(ring.newestTick() - 1);
                        ring.restore(ring.newestTick());
                    }));
        }
        measureReplays();
    }

    private static void measureReplays() {
        try (World world = World.create()) {
            long[] entities = new long[100];
            for (int i = 0; i < entities.length; i++) {
                entities[i] = world.spawn(new Position(1, 2), new Velocity(3, 4));
            }
            Query moving = world.query().all(Position.TYPE, Velocity.TYPE).build();
            try (Schedule schedule = Schedule.builder(world)
                            .workers(1)
                            .add(
                                    "move",
                                    moving.kernel(
                                            row -> row.set(Position.X, row.get(Position.X) + row.get(Velocity.DX))),
                                    Access.writes(Position.TYPE))
                            .build();
                    Replay replay = new Replay(schedule, 2, input(entities[0]))) {
                print("tick", world, entities[1], replay);
                try (Replay exact = Replay.ofEachSystem(schedule, input(entities[0]))) {
                    print("exact", world, entities[1], exact);
                }
            }
        }
    }

    private static Replay.Input input(long entity) {
        return (to, buffer, offset, length) -> to.set(entity, Position.Y, buffer.getByte(offset));
    }

    private static void print(String kind, World world, long entity, Replay replay) {
        UnsafeBuffer input = new UnsafeBuffer(new byte[24]);
        System.out.println(kind + "="
                + medianBytes(() -> {
                    world.commands().set(entity, Velocity.DX, 2f);
                    world.commands().destroy(world.commands().spawn());
                    replay.tick(1, input, 8, 16);
                }));
    }

    private static Schedule newSchedule(World world) {
        Template soldier =
                world.template().with(new Position(1, 2), new Velocity(3, 4)).build();
        Template brief = world.template().with(new Health(1)).build();
        soldier.spawn(3_000);
        world.resources().put(new Settings(1));
        world.resources().put(new Count());
        for (int i = 0; i < 100; i++) {
            world.spawn(new Rare(i, "a note"));
        }
        Query noted = world.query().all(Rare.TYPE).build();
        EventChannel<Blow> channel = world.events(Blow.TYPE);
        EventReader<Blow> reader = channel.reader();
        Query moving = world.query().all(Position.TYPE, Velocity.TYPE).build();
        Query healthy = world.query().all(Health.TYPE).build();
        Query changed = world.query().changed(Velocity.TYPE).build();
        return Schedule.builder(world)
                .workers(1)
                .add("spawn", () -> brief.spawn(world.commands()), Access.spawns())
                .add(
                        "note",
                        noted.kernel(row -> row.set(Rare.NOTE, world.time().tick() % 2 == 0 ? "even" : "odd")),
                        Access.writes(Rare.TYPE))
                .add("send", () -> world.commands().send(Blow.TYPE), Access.sends(Blow.TYPE))
                .add("spark", () -> world.commands().send(Spark.TYPE), Access.sends(Spark.TYPE))
                .add("receive", () -> reader.skipAll(), Access.receives(Blow.TYPE))
                .add(
                        "move",
                        moving.kernel(row -> row.set(Position.X, row.get(Position.X) + row.get(Velocity.DX))),
                        Access.writes(Position.TYPE))
                .add("destroy", healthy.kernel((row, commands) -> commands.destroy(row.entity())), Access.destroys())
                .add("changed", changed.kernel(row -> row.get(Velocity.DX)), Access.reads(Velocity.TYPE))
                .build();
    }

    private static long medianBytes(Runnable tick) {
        return SteadyRounds.medianBytes(MOST_ROUNDS, MEASURING_BYTES, TICKS, tick);
    }
}
