package basalt.examples;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.platform.engine.discovery.DiscoverySelectors.selectClass;

import basalt.world.World;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.platform.testkit.engine.EngineExecutionResults;
import org.junit.platform.testkit.engine.EngineTestKit;

class LeakCheckTest {
    private static final List<World> LEFT_OPEN = new ArrayList<>();

    @AfterEach
    void closeWhatWasLeftOpen() {
        LEFT_OPEN.forEach(World::close);
        LEFT_OPEN.clear();
    }

    @Test
    void shouldFailOnlyTheTestThatLeavesAWorldOpen() {
        EngineExecutionResults results = run(ForgetfulTestCase.class);

        results.testEvents()
                .assertStatistics(events -> events.started(3).failed(1).succeeded(2));
        results.containerEvents().assertStatistics(events -> events.failed(0));
        results.testEvents().failed().stream().forEach(event -> {
            assertEquals("leavesAWorldOpen()", event.getTestDescriptor().getDisplayName());
            String failure = event.getPayload().orElseThrow().toString();
            assertTrue(failure.contains("native memory left behind"), failure);
            assertTrue(failure.contains("by leavesAWorldOpen()"), failure);
        });
    }

    @Test
    void shouldFailTheClassWhoseSetUpLeavesAWorldOpen() {
        EngineExecutionResults results = run(ForgetfulClassTestCase.class);

        results.testEvents().assertStatistics(events -> events.started(1).succeeded(1));
        results.containerEvents().assertStatistics(events -> events.failed(1));
    }

    /** Uses the service file and junit-platform.properties, like every test run of this module. */
    private static EngineExecutionResults run(Class<?> testClass) {
        return EngineTestKit.engine("junit-jupiter")
                .enableImplicitConfigurationParameters(true)
                .selectors(selectClass(testClass))
                .execute();
    }

    private static World populated() {
        World world = World.create();
        world.spawn();
        return world;
    }

    static class ForgetfulTestCase {
        @Test
        void leavesAWorldOpen() {
            LEFT_OPEN.add(populated());
        }

        @Test
        void closesItsWorld() {
            populated().close();
        }

        @Test
        void makesNoWorld() {}
    }

    static class ForgetfulClassTestCase {
        @BeforeAll
        static void leavesAWorldOpen() {
            LEFT_OPEN.add(populated());
        }

        @Test
        void makesNoWorld() {}
    }
}
