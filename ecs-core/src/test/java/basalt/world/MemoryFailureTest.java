package basalt.world;

import static basalt.component.layout.BlockLayout.ROWS;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import basalt.component.Component;
import basalt.component.DeadEntityException;
import basalt.memory.CountingMemory;
import basalt.memory.FailingMemory;
import basalt.memory.NativeMemoryException;
import basalt.query.Query;
import basalt.storage.fixture.DirtyMemory;
import basalt.storage.fixture.Frozen;
import basalt.storage.fixture.Health;
import basalt.storage.fixture.Label;
import basalt.storage.fixture.Rare;
import basalt.storage.fixture.Rarer;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import org.junit.jupiter.api.Test;

/**
 * Each operation that may need memory, with each of its allocations refused once: nothing changes and nothing is lost.
 */
class MemoryFailureTest {
    private static final int MOST_ALLOCATIONS = 40;

    @Test
    void shouldChangeNothingInSpawn() {
        failEachAllocation(World::spawn, 1);
    }

    @Test
    void shouldChangeNothingInSpawnWithSparseComponents() {
        failEachAllocation(
                world -> world.spawn(new Health(2), new Rare(3, "x"), new Label("label"), new Rarer(4), new Frozen()),
                1);
    }

    @Test
    void shouldChangeNothingInTheSpawnOfATemplate() {
        failEachAllocation(world -> template(world).spawn(), 1);
    }

    @Test
    void shouldChangeNothingInBulkSpawn() {
        failEachAllocation(world -> template(world).spawn(3 * ROWS + 100), 3 * ROWS + 100);
    }

    @Test
    void shouldChangeNothingInBulkSpawnIntoHoles() {
        failEachAllocation(
                world -> {
                    Template template = world.template().with(new Health(1)).build();
                    template.spawn(ROWS);
                    Query healthy = world.query().all(Health.TYPE).build();
                    int before = ROWS;
                    try {
                        healthy.forEach(row -> {
                            if (row.index() % 8 == 0) {
                                world.destroy(row.entity());
                            }
                        });
                        before = world.entityCount();
                        template.spawn(2 * ROWS);
                    } catch (NativeMemoryException e) {
                        assertEquals(before, world.entityCount());
                        healthy.bulk().destroy();
                        throw e;
                    }
                },
                ROWS - ROWS / 8 + 2 * ROWS);
    }

    @Test
    void shouldChangeNothingInACompiledBulkSpawn() {
        failEachAllocation(
                world ->
                        template(world).kernel(row -> row.set(Health.POINTS, 5)).spawn(ROWS + 1),
                ROWS + 1);
    }

    @Test
    void shouldChangeNothingInAdd() {
        failEachAllocation(
                world -> {
                    long entity = world.spawn();
                    List<Component<?>> added = new ArrayList<>();
                    try {
                        world.add(entity, new Health(1));
                        added.add(Health.TYPE);
                        world.add(entity, Rare.TYPE);
                        added.add(Rare.TYPE);
                        world.add(entity, new Rarer(2));
                        added.add(Rarer.TYPE);
                    } catch (NativeMemoryException e) {
                        assertTrue(world.isAlive(entity));
                        for (Component<?> component : List.of(Health.TYPE, Rare.TYPE, Rarer.TYPE)) {
                            assertEquals(added.contains(component), world.has(entity, component));
                        }
                        world.destroy(entity);
                        throw e;
                    }
                },
                1);
    }

    @Test
    void shouldChangeNothingInBulkAdd() {
        failEachAllocation(
                world -> {
                    world.template().with(new Health(1)).build().spawn(2 * ROWS + 1);
                    Query healthy = world.query().all(Health.TYPE).build();
                    try {
                        assertEquals(2 * ROWS + 1, healthy.bulk().add(new Rare(1, "x")));
                    } catch (NativeMemoryException e) {
                        assertEquals(0, world.query().all(Rare.TYPE).build().count());
                        healthy.bulk().destroy();
                        throw e;
                    }
                },
                2 * ROWS + 1);
    }

    private static Template template(World world) {
        return world.template()
                .with(new Health(1), new Rare(2, "two"), new Label("label"), new Rarer(3))
                .build();
    }

    /** Fails the first, second, third... allocation, until none fails. */
    private static void failEachAllocation(Consumer<World> action, int entitiesMade) {
        long nth = 0;
        boolean failed = true;
        while (failed) {
            nth++;
            assertTrue(nth < MOST_ALLOCATIONS, "there is no end of allocations");
            CountingMemory counting = new CountingMemory(new DirtyMemory(0xFF));
            FailingMemory failing = new FailingMemory(counting, nth).stubborn();
            try (World world = World.builder().memory(failing).build()) {
                failed = fails(world, failing, action);
                if (failed) {
                    action.accept(world);
                    assertMade(world, entitiesMade);
                    WorldStatistics.Memory told = world.statistics().memory();
                    assertEquals(counting.allocatedBytes(), told.totalBytes());
                }
            }
            assertEquals(0, counting.outstanding(), "when allocation " + nth + " failed");
        }
        assertTrue(nth > 1, "the action needs no memory");
    }

    private static boolean fails(World world, FailingMemory failing, Consumer<World> action) {
        try {
            action.accept(world);
            return false;
        } catch (NativeMemoryException e) {
            failing.forgetRefused();
            assertEquals(0, world.entityCount(), "nothing was made");
            assertEquals(0, world.frame().usedBytes());
            assertUsable(world);
            return true;
        }
    }

    private static void assertUsable(World world) {
        assertEquals(0, world.query().includeDisabled().build().count());
        assertEquals(
                0,
                world.query()
                        .any(Health.TYPE, Rare.TYPE, Rarer.TYPE, Label.TYPE)
                        .build()
                        .count());
        long entity = world.spawn(new Rare(9, "nine"));
        assertEquals(new Rare(9, "nine"), world.get(entity, Rare.TYPE));
        assertFalse(world.has(entity, Label.TYPE));
        world.destroy(entity);
        assertThrows(DeadEntityException.class, () -> world.destroy(entity));
    }

    private static void assertMade(World world, int count) {
        assertEquals(count, world.entityCount());
        assertEquals(count, world.query().build().count());
        Query rare = world.query().all(Rare.TYPE, Rarer.TYPE).build();
        rare.forEach(row -> assertTrue(row.get(Rare.CHARGE) >= 0 && row.get(Rarer.WEIGHT) >= 0));
        world.query().all(Label.TYPE).build().forEach(row -> assertEquals("label", row.get(Label.TEXT)));
        assertEquals(count, world.query().includeDisabled().build().bulk().destroy());
    }
}
