package basalt.system;

import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeFalse;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import basalt.internal.Strict;
import basalt.memory.ChildJvm;
import basalt.memory.Deadline;
import basalt.memory.SteadyRounds;
import basalt.storage.fixture.Position;
import basalt.world.World;
import com.sun.management.ThreadMXBean;
import java.lang.management.ManagementFactory;
import java.util.HashMap;
import java.util.Map;
import org.agrona.UnsafeApi;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.function.Executable;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * A compiled tick makes no garbage on any thread. Measured in a new JVM, since JIT compilation depends on earlier code.
 * Strict mode may make garbage.
 */
class SteadyTickTest {
    private static final int TICKS = 500;
    private static final int MOST_ROUNDS = 300;

    /** The bytes that the measurement itself may allocate; one small object a tick would be 8,000. */
    private static final int MEASURING_BYTES = 2_048;

    private static final Map<String, Long> MEASURED = new HashMap<>();

    @BeforeAll
    static void measureInAChild() {
        assumeFalse(Strict.ON, "strict mode makes garbage");
        assumeTrue(ManagementFactory.getThreadMXBean() instanceof ThreadMXBean, "this JVM does not count heap bytes");
        MEASURED.putAll(
                ChildJvm.measure(SteadyTickTest.class, World.class, Position.class, UnsafeApi.class, Executable.class));
    }

    @ParameterizedTest
    @EnumSource
    void shouldMakeNoGarbage(SteadySchedule use) {
        assertTrue(
                MEASURED.get(use + ".bytes") <= MEASURING_BYTES,
                () -> "heap bytes made in " + TICKS + " ticks of the median round: " + MEASURED);
        assertTrue(use != SteadySchedule.HELPED || MEASURED.get(use + ".helped") > 0, () -> "no help: " + MEASURED);
    }

    /**
     * In the child: prints the heap bytes that the median round of each schedule makes, of all threads together, and
     * how often helpers took part.
     */
    public static void main(String[] arguments) {
        for (SteadySchedule use : SteadySchedule.values()) {
            try (World world = World.create();
                    Schedule schedule = use.build(world)) {
                System.out.println(use + ".bytes=" + medianBytes(schedule));
                System.out.println(use + ".helped=" + SteadySchedule.RUNS_ELSEWHERE.getAndSet(0));
            }
        }
    }

    private static long medianBytes(Schedule schedule) {
        Deadline deadline = new Deadline("rounds without garbage");
        return SteadyRounds.median(MOST_ROUNDS, MEASURING_BYTES, () -> {
            long before = bytesOfAllThreads();
            for (int i = 0; i < TICKS; i++) {
                schedule.tick(1);
            }
            long made = bytesOfAllThreads() - before;
            deadline.pause();
            return made;
        });
    }

    /** Of the threads that run this library: helpers and the main thread. */
    private static long bytesOfAllThreads() {
        ThreadMXBean threads = (ThreadMXBean) ManagementFactory.getThreadMXBean();
        long sum = 0;
        for (long thread : threads.getAllThreadIds()) {
            sum += Math.max(0, threads.getThreadAllocatedBytes(thread));
        }
        return sum;
    }
}
