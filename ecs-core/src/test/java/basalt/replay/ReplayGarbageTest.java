package basalt.replay;

import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeFalse;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import basalt.check.Strict;
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
        assertTrue(measured.get("tick") <= MEASURING_BYTES, () -> "heap bytes in " + TICKS + " ticks: " + measured);
    }

    /** In the child: prints the allocated heap bytes of the median round. */
    public static void main(String[] arguments) {
        try (World world = World.create()) {
            long[] entities = new long[100];
            for (int i = 0; i < entities.length; i++) {
                entities[i] = world.spawn(new Position(1, 2), new Velocity(3, 4));
            }
            Query moving = world.query().all(Position.TYPE, Velocity.TYPE).build();
            UnsafeBuffer input = new UnsafeBuffer(new byte[24]);
            try (Schedule schedule = Schedule.builder(world)
                            .workers(1)
                            .add(
                                    "move",
                                    moving.kernel(
                                            row -> row.set(Position.X, row.get(Position.X) + row.get(Velocity.DX))),
                                    Access.writes(Position.TYPE))
                            .build();
                    Replay replay = new Replay(
                            schedule,
                            2,
                            (to, buffer, offset, length) -> to.set(entities[0], Position.Y, buffer.getByte(offset)))) {
                System.out.println("tick="
                        + medianBytes(() -> {
                            world.commands().set(entities[1], Velocity.DX, 2f);
                            world.commands().destroy(world.commands().spawn());
                            replay.tick(1, input, 8, 16);
                        }));
            }
        }
    }

    private static long medianBytes(Runnable tick) {
        return SteadyRounds.medianBytes(MOST_ROUNDS, MEASURING_BYTES, TICKS, tick);
    }
}
