package basalt.storage;

import static basalt.component.layout.BlockLayout.ROWS;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import basalt.component.DeadEntityException;
import basalt.storage.BlockPool.BlockSize;
import basalt.storage.fixture.Health;
import basalt.storage.fixture.Position;
import basalt.world.Template;
import basalt.world.World;
import java.util.ArrayList;
import java.util.List;
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

    @Test
    void shouldCloseHoles() {
        Template template = world.template().with(new Position(0, 0)).build();
        List<Long> entities = new ArrayList<>();
        for (int i = 0; i < 3 * ROWS; i++) {
            entities.add(template.spawn());
            world.set(entities.get(i), Position.X, i);
        }
        int blocks = rows.blocks().count();
        for (int i = 0; i < entities.size(); i++) {
            if (i % 3 != 0) {
                world.destroy(entities.get(i));
            }
        }
        compactor.begin(null);
        long left = compactor.countLeft();
        assertTrue(left > ROWS / 2);
        while (compactor.step(1000)) {
            assertEquals(left, compactor.moved() + compactor.countLeft());
            StoreInvariants.check(world);
        }
        assertEquals(0, compactor.countLeft());
        assertEquals(blocks, rows.blocks().count());
        assertEquals(2, compactor.freed());
        assertEquals(BlockSize.EMPTY, BlockPool.size(rows.blocks().base(2)), "its memory is given back");
        for (int i = 0; i < entities.size(); i += 3) {
            long entity = entities.get(i);
            assertEquals(i, world.get(entity, Position.X));
        }
        long gone = entities.get(1);
        assertThrows(DeadEntityException.class, () -> world.get(gone, Position.X));
        for (int i = 0; i < ROWS; i++) {
            assertTrue(world.isAlive(world.spawn(new Health(i))));
        }
        template.spawn(ROWS);
        assertEquals(blocks, rows.blocks().count(), "spare blocks are taken first");
        StoreInvariants.check(world);
    }
}
