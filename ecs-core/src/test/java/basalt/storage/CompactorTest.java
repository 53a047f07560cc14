package basalt.storage;

import static basalt.component.layout.BlockLayout.ROWS;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import basalt.storage.fixture.Health;
import basalt.storage.fixture.Position;
import basalt.world.Template;
import basalt.world.World;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** How much a step of a compaction does. */
class CompactorTest {
    private final World world = World.create();
    private final Rows rows = StoreInvariants.storeOf(world).rows();
    private final Compactor compactor = rows.compactor();

    @AfterEach
    void close() {
        world.close();
    }

    private long[] spawn(Template template, int count) {
        long[] entities = new long[count];
        template.spawn(entities);
        return entities;
    }

    @Test
    void shouldGiveBackOneBlockAStep() {
        long[] entities = spawn(world.template().with(new Position(0, 0)).build(), 10 * ROWS);
        for (long entity : entities) {
            world.destroy(entity);
        }
        compactor.begin(null);
        for (int freed = 1; freed <= 10; freed++) {
            assertTrue(compactor.step(512));
            assertEquals(freed, compactor.freed());
        }
        StoreInvariants.check(world);
    }

    @Test
    void shouldVisitOneAllocatorAStep() {
        int allocators = 20;
        for (int i = 0; i < allocators; i++) {
            spawn(world.template().with(new Health(i)).build(), 1000);
        }
        compactor.begin(null);
        for (int i = 0; i < allocators; i++) {
            assertTrue(compactor.step(512));
        }
        assertFalse(compactor.step(512));
        assertEquals(0, compactor.moved());
    }

    /** Also where the blocks of allocators take turns. */
    @Test
    void shouldMakeNoMoreStepsThanNeeded() {
        Template[] templates = new Template[5];
        for (int i = 0; i < templates.length; i++) {
            templates[i] = world.template().with(new Health(i)).build();
        }
        for (int round = 0; round < 3; round++) {
            for (Template template : templates) {
                long[] entities = spawn(template, ROWS);
                for (int i = 0; i < entities.length; i++) {
                    if (i % 3 != 0) {
                        world.destroy(entities[i]);
                    }
                }
                spawn(template, 2 * ROWS / 3); // in the holes
            }
        }
        world.query().all(Health.TYPE).build().forEach(row -> {
            if (row.index() % 4 != 0) {
                world.destroy(row.entity());
            }
        });
        compactor.begin(null);
        long left = compactor.countLeft();
        int steps = 0;
        while (compactor.step(512)) {
            steps++;
            assertEquals(left, compactor.moved() + compactor.countLeft());
        }
        assertEquals(2 * templates.length, compactor.freed());
        assertTrue(left > 0 && steps <= left / 512 + compactor.freed() + 3 * templates.length, "steps: " + steps);
        StoreInvariants.check(world);
    }
}
