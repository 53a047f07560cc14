package basalt.world;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import basalt.memory.SteadyRounds;
import basalt.query.Query;
import basalt.storage.fixture.Health;
import basalt.storage.fixture.Position;
import com.sun.management.ThreadMXBean;
import java.lang.management.ManagementFactory;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Arrangements make no garbage, also in code that the JIT has not compiled, because they run seldom. */
class ArrangementGarbageTest {
    private final World world = World.create();
    private final Template template =
            world.template().with(new Position(0, 0), new Health(0)).build();
    private final Query all = world.query().all(Position.TYPE, Health.TYPE).build();
    private final Query health = world.query().all(Health.TYPE).build();
    private final long[] entities = new long[5000];
    private int number;

    @BeforeEach
    void spawn() {
        assumeTrue(ManagementFactory.getThreadMXBean() instanceof ThreadMXBean, "this JVM does not count heap bytes");
        template.spawn(entities);
        for (int i = 0; i < entities.length; i += 3) {
            world.disable(entities[i], Position.TYPE);
        }
    }

    @AfterEach
    void close() {
        world.close();
    }

    private static void assertNoGarbage(Runnable work) {
        assertEquals(0, SteadyRounds.medianBytes(20, 0, 1, work));
    }

    /** Gives each entity a new key, far from the last one. */
    private void shuffle() {
        number += 3571;
        for (int i = 0; i < entities.length; i++) {
            world.set(entities[i], Health.POINTS, i * 7919 + number & 0xffff);
        }
    }

    @Test
    void shouldMakeNoGarbageWhereAllAreSorted() {
        Arrangement arrangement = world.rows().arrange(health).byColumn(Health.POINTS);
        assertNoGarbage(() -> {
            shuffle();
            arrangement.run();
        });
    }

    @Test
    void shouldMakeNoGarbageInSteps() {
        Arrangement arrangement = world.rows().arrange(health).byColumn(Health.POINTS);
        assertNoGarbage(() -> {
            shuffle();
            arrangement.runRows(5000);
            arrangement.run(1);
        });
    }

    @Test
    void shouldMakeNoGarbageWhereEntitiesComeAndGo() {
        Arrangement arrangement = world.rows().arrange(all).together();
        assertNoGarbage(() -> {
            number++;
            for (int i = 0; i < entities.length; i++) {
                if ((i + number) % 3 == 0) {
                    world.disable(entities[i], Position.TYPE);
                } else {
                    world.enable(entities[i], Position.TYPE);
                }
            }
            arrangement.run();
        });
    }
}
