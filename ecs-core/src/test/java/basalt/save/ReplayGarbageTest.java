package basalt.save;

import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeFalse;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import basalt.internal.Strict;
import basalt.memory.ChildJvm;
import basalt.memory.SteadyRounds;
import basalt.query.Query;
import basalt.storage.fixture.Position;
import basalt.storage.fixture.Velocity;
import basalt.system.Access;
import basalt.system.Schedule;
import basalt.world.World;
import com.sun.management.ThreadMXBean;
import java.lang.management.ManagementFactory;
import java.util.Map;
import org.agrona.UnsafeApi;
import org.agrona.concurrent.UnsafeBuffer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.function.Executable;

/** A steady tick that is recorded makes no garbage. Measured in a new JVM; strict mode may make garbage. */
class ReplayGarbageTest {
    private static final int TICKS = 1_000;
    private static final int MOST_ROUNDS = 300;

    /** Limit for the bytes of the measurement itself; one small object for each tick would be 16,000. */
    private static final int MEASURING_BYTES = 2_048;

    @Test
    void shouldMakeNoGarbage() {
        assumeFalse(Strict.ON, "strict mode makes garbage");
        assumeTrue(ManagementFactory.getThreadMXBean() instanceof ThreadMXBean, "this JVM does not count heap bytes");
        Map<String, Long> measured = ChildJvm.measure(
                ReplayGarbageTest.class, World.class, Position.class, UnsafeApi.class, Executable.class);
        for (String kind : new String[] {"tick", "exact"}) {
            assertTrue(measured.get(kind) <= MEASURING_BYTES, () -> "heap bytes in " + TICKS + " ticks: " + measured);
        }
    }

    /** In the child: prints the allocated heap bytes of the median round. */
    public static void main(String[] arguments) {
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

    private static long medianBytes(Runnable tick) {
        return SteadyRounds.medianBytes(MOST_ROUNDS, MEASURING_BYTES, TICKS, tick);
    }
}
