package basalt.world;

import static basalt.component.layout.BlockLayout.ROWS;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import basalt.component.Entity;
import basalt.query.Query;
import basalt.query.SpawnKernel;
import basalt.storage.fixture.Health;
import basalt.storage.fixture.Position;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.Random;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** A population with steady spawns and destroys uses no more rows than its largest size. */
class PopulationDensityTest {
    private final World world = World.create();

    @AfterEach
    void close() {
        world.close();
    }

    @Test
    void shouldStayDenseWithSingleSpawns() {
        Template template = world.template().with(new Health(1)).build();
        Query healthy = world.query().all(Health.TYPE).build();
        Deque<Long> living = new ArrayDeque<>();
        Random random = new Random(3);
        for (int step = 0; step < 200_000; step++) {
            living.add(template.spawn());
            if (living.size() > 1000) {
                world.destroy(random.nextBoolean() ? living.removeFirst() : living.removeLast());
            }
        }
        // spawns reserve the free rows of a word at a time, so one word more than the population may be in use
        assertTrue(highest(healthy) < ROWS + 1001 + 64, () -> "highest row is " + highest(healthy));
        assertEquals(2, world.statistics().memory().blocks(), "shared rows, and an own block");
        assertEquals(1000, healthy.count());
    }

    @Test
    void shouldStayDenseWithBulkSpawns() {
        SpawnKernel burst = world.template().with(new Health(1)).build().kernel(row -> row.set(Health.POINTS, 5));
        Query healthy = world.query().all(Health.TYPE).build();
        Random random = new Random(4);
        for (int tick = 0; tick < 500; tick++) {
            burst.spawn(100);
            healthy.forEach(row -> row.set(Health.POINTS, row.get(Health.POINTS) - random.nextInt(2)));
            healthy.forEach(row -> {
                if (row.get(Health.POINTS) == 0) {
                    world.destroy(row.entity());
                }
            });
            assertTrue(healthy.count() < 1600);
        }
        assertTrue(highest(healthy) < ROWS + 1700, () -> "highest row is " + highest(healthy));
        assertEquals(2, world.statistics().memory().blocks(), "shared rows, and an own block");
    }

    @Test
    void shouldFillTheLowestRowsAgainAfterAPeak() {
        Template template = world.template().with(new Health(1)).build();
        template.spawn(4 * ROWS);
        Query healthy = world.query().all(Health.TYPE).build();
        healthy.forEach(row -> {
            if (row.index() % 2 == 0) {
                world.destroy(row.entity());
            }
        });
        template.spawn(ROWS);
        long inLowestTwoBlocks = 0;
        for (int row = 0; row < 2 * ROWS; row++) {
            inLowestTwoBlocks += world.isAlive(Entity.of(row, row % 2 == 0 ? 3 : 1)) ? 1 : 0;
        }

        assertEquals(2 * ROWS, inLowestTwoBlocks, "all holes of the lowest two blocks are filled, and no others");
        assertEquals(4, world.statistics().memory().blocks());
    }

    @Test
    void shouldNotBeScatteredByAnotherPopulation() {
        Template bullets = world.template().with(new Health(1)).build();
        Template smoke = world.template().with(new Position(0, 0)).build();
        bullets.spawn(300);
        smoke.spawn(300);
        for (int i = 300; i < 5000; i++) {
            bullets.spawn();
            smoke.spawn();
            world.spawn();
        }
        int[] spans = {0};
        world.query().all(Health.TYPE).build().forEachSpan(span -> {
            spans[0]++;
            assertEquals(5000, span.size());
        });

        assertEquals(1, spans[0]);
        assertEquals(3, world.statistics().memory().blocks());
    }

    private static int highest(Query query) {
        int[] highest = {-1};
        query.forEach(row -> highest[0] = row.index());
        return highest[0];
    }
}
