package basalt.query;

import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeFalse;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import basalt.internal.Strict;
import basalt.memory.ChildJvm;
import basalt.memory.SteadyRounds;
import basalt.storage.fixture.Position;
import basalt.world.World;
import com.sun.management.ThreadMXBean;
import java.lang.management.ManagementFactory;
import java.util.HashMap;
import java.util.Map;
import java.util.Set;
import org.agrona.UnsafeApi;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.function.Executable;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * Code that runs each tick makes no garbage after it was compiled. Measured in a new JVM, because compiled code depends
 * on what has run before. Strict mode may make garbage: each run has a guard of its own.
 */
class SteadyGarbageTest {
    private static final int TICKS = 5_000;
    private static final int MOST_ROUNDS = 300;

    /** Limit for the bytes of the measurement itself; one small object for each tick would be 80,000. */
    private static final int MEASURING_BYTES = 1024;

    private static final Map<String, Long> MEASURED = new HashMap<>();

    @BeforeAll
    static void measureInAChild() {
        assumeFalse(Strict.ON, "strict mode makes garbage");
        assumeTrue(ManagementFactory.getThreadMXBean() instanceof ThreadMXBean, "this JVM does not count heap bytes");
        MEASURED.putAll(ChildJvm.measure(
                SteadyGarbageTest.class, World.class, Position.class, UnsafeApi.class, Executable.class));
    }

    @ParameterizedTest
    @EnumSource
    void shouldMakeNoGarbage(SteadyUse use) {
        assumeTrue(isExpected(use), "JDK 17 makes records of records, and may make wide ones and lists of a frame");
        long bytes = MEASURED.get(use.name());

        assertTrue(
                bytes <= MEASURING_BYTES, () -> "heap bytes made in " + TICKS + " ticks of the median round: " + bytes);
    }

    private static boolean isExpected(SteadyUse use) {
        return Runtime.version().feature() >= 21
                || !Set.of(
                                SteadyUse.BUNDLES,
                                SteadyUse.NESTED_RECORDS,
                                SteadyUse.REACHED,
                                SteadyUse.WIDE_RECORDS,
                                SteadyUse.RECORDS_WITH_ENUMS)
                        .contains(use);
    }

    /** In the child: prints the allocated heap bytes of the median round of each use. */
    public static void main(String[] arguments) {
        for (SteadyUse use : SteadyUse.values()) {
            try (World world = World.create()) {
                Runnable tick = use.tick(world, SteadyUse.fill(world));
                System.out.println(use + "=" + (isExpected(use) ? medianBytes(tick) : 0));
            }
        }
    }

    private static long medianBytes(Runnable tick) {
        return SteadyRounds.medianBytes(MOST_ROUNDS, MEASURING_BYTES, TICKS, tick);
    }
}
