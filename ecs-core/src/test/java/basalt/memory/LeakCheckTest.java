package basalt.memory;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.platform.engine.discovery.DiscoverySelectors.selectClass;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.platform.testkit.engine.EngineExecutionResults;
import org.junit.platform.testkit.engine.EngineTestKit;

class LeakCheckTest {
    private static final List<Long> LEAKS = new ArrayList<>();
    private static boolean trimmed;

    @AfterEach
    void freeLeaks() {
        LEAKS.forEach(address -> MemorySource.direct().free(address, 64));
        LEAKS.clear();
    }

    @Test
    void shouldFailOnlyTheTestThatLeaks() {
        EngineExecutionResults results = run(LeakingTestCase.class);

        results.testEvents()
                .assertStatistics(events -> events.started(3).failed(1).succeeded(2));
        results.containerEvents().assertStatistics(events -> events.failed(0));
        results.testEvents().failed().stream().forEach(event -> {
            assertEquals("leaks()", event.getTestDescriptor().getDisplayName());
            assertTrue(event.getPayload().orElseThrow().toString().contains("leakedBytes=64 by leaks()"));
        });
    }

    @Test
    void shouldFailTheClassWhoseSetUpLeaks() {
        EngineExecutionResults results = run(LeakingClassTestCase.class);

        results.testEvents().assertStatistics(events -> events.started(1).succeeded(1));
        results.containerEvents().assertStatistics(events -> events.failed(1));
    }

    @Test
    void shouldRunHooksBeforeMeasuring() {
        LeakCheck.beforeMeasure(() -> trimmed = true);
        trimmed = false;

        run(PoolingTestCase.class)
                .testEvents()
                .assertStatistics(events -> events.started(1).succeeded(1));

        assertTrue(trimmed);
    }

    /** Reads the service file and junit-platform.properties, like any run of this module's tests. */
    private static EngineExecutionResults run(Class<?> testClass) {
        return EngineTestKit.engine("junit-jupiter")
                .enableImplicitConfigurationParameters(true)
                .selectors(selectClass(testClass))
                .execute();
    }

    private static void leak() {
        LEAKS.add(MemorySource.direct().allocate(64, 8));
    }

    static class LeakingTestCase {
        @Test
        void leaks() {
            leak();
        }

        @Test
        void cleansUp() {
            MemorySource.direct().free(MemorySource.direct().allocate(64, 8), 64);
        }

        @Test
        void allocatesNothing() {}
    }

    static class LeakingClassTestCase {
        @BeforeAll
        static void leaks() {
            leak();
        }

        @Test
        void allocatesNothing() {}
    }

    static class PoolingTestCase {
        private static long pooled;

        @Test
        void poolsWhatAHookGivesBack() {
            LeakCheck.beforeMeasure(PoolingTestCase::trim);
            pooled = MemorySource.direct().allocate(64, 8);
        }

        private static void trim() {
            if (pooled != 0) {
                MemorySource.direct().free(pooled, 64);
                pooled = 0;
            }
        }
    }
}
