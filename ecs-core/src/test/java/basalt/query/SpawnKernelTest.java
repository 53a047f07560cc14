package basalt.query;

import static basalt.component.layout.BlockLayout.ROWS;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import basalt.component.Entity;
import basalt.storage.fixture.DirtyMemory;
import basalt.storage.fixture.Health;
import basalt.world.Template;
import basalt.world.World;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Bulk spawns with an initialiser, compiled and not. */
class SpawnKernelTest {
    private World world;
    private Template template;
    private Query all;
    private final List<Integer> spawned = new ArrayList<>();

    enum Way {
        KERNEL,
        COLD;

        void spawn(Template template, int count, RowBody initialiser) {
            if (this == KERNEL) {
                template.kernel(initialiser).spawn(count);
            } else {
                template.spawn(count, initialiser);
            }
        }
    }

    @BeforeEach
    void create() {
        world = World.builder().memory(new DirtyMemory(0xFF)).build();
        template = world.template().with(new Health(7)).build();
        all = world.query().all(Health.TYPE).build();
    }

    @AfterEach
    void close() {
        assertEquals(0, world.frame().usedBytes());
        world.close();
    }

    @ParameterizedTest
    @ValueSource(ints = {0, 1, 63, 64, 65, 4095, 4096, 4097, 16383, 16384, 16385})
    void shouldInitialiseEachNewRowOnce(int count) {
        for (Way way : Way.values()) {
            way.spawn(template, count, row -> row.set(Health.POINTS, row.get(Health.POINTS) + row.index()));
            assertEquals(count, all.count());
            assertEquals(
                    7L * count + (long) count * (count - 1) / 2, all.reduce().sum(Health.POINTS));
            all.bulk().destroy();
        }
    }

    @ParameterizedTest
    @EnumSource
    void shouldFillHolesFromBelowInOrder(Way way) {
        template.spawn(ROWS + 100);
        List<Integer> holes = List.of(0, 5, 63, 64, 1000, ROWS - 1, ROWS + 1);
        holes.forEach(row -> world.destroy(Entity.of(row, 1)));
        way.spawn(template, 10, row -> spawned.add(row.index()));

        List<Integer> expected = new ArrayList<>(holes);
        expected.addAll(List.of(ROWS + 100, ROWS + 101, ROWS + 102));
        assertEquals(expected, spawned);
        assertEquals(7, world.get(Entity.of(5, 3), Health.POINTS));
    }

    @ParameterizedTest
    @EnumSource
    void shouldSkipEntitiesThatTheInitialiserDestroys(Way way) {
        way.spawn(template, 200, row -> {
            spawned.add(row.index());
            if (row.index() == 3) {
                List.of(3, 4, 70, 199).forEach(other -> world.destroy(Entity.of(other, 1)));
            }
        });

        List<Integer> expected = new ArrayList<>(IntStream.range(0, 200).boxed().toList());
        expected.removeAll(List.of(4, 70, 199));
        assertEquals(expected, spawned);
        assertEquals(196, world.entityCount());
    }

    @ParameterizedTest
    @EnumSource
    void shouldNotInitialiseEntitiesThatTheInitialiserSpawns(Way way) {
        way.spawn(template, 100, row -> {
            spawned.add(row.index());
            template.spawn();
            if (row.index() == 50) {
                template.spawn(100, inner -> inner.set(Health.POINTS, 1));
            }
        });

        assertEquals(IntStream.range(0, 100).boxed().toList(), spawned);
        assertEquals(300, all.count());
        assertEquals(200 * 7 + 100, all.reduce().sum(Health.POINTS));
    }

    @ParameterizedTest
    @EnumSource
    void shouldInitialiseEntitiesThatAreDisabledOrLoseComponents(Way way) {
        way.spawn(template, 3, row -> {
            spawned.add(row.index());
            if (row.index() == 0) {
                world.disable(Entity.of(1, 1));
                world.remove(Entity.of(2, 1), Health.TYPE);
            }
        });

        assertEquals(List.of(0, 1, 2), spawned, "they are new and alive");
    }

    @ParameterizedTest
    @EnumSource
    void shouldKeepTheTemplatesValuesOfEntitiesThatWereNotInitialised(Way way) {
        RuntimeException thrown = new RuntimeException();
        assertSame(
                thrown,
                assertThrows(
                        RuntimeException.class,
                        () -> way.spawn(template, 100, row -> {
                            if (row.index() == 42) {
                                throw thrown;
                            }
                            row.set(Health.POINTS, 0);
                        })));

        assertEquals(100, all.count());
        assertEquals(58 * 7, all.reduce().sum(Health.POINTS));
        assertEquals(0, world.frame().usedBytes());
        way.spawn(template, 1, row -> spawned.add(row.index()));
        assertEquals(List.of(100), spawned);
    }

    @ParameterizedTest
    @EnumSource
    void shouldRejectANegativeCount(Way way) {
        var rejection =
                assertThrows(IllegalArgumentException.class, () -> way.spawn(template, -1, row -> spawned.add(0)));

        assertEquals("count must be >= 0: count=-1", rejection.getMessage());
        assertEquals(0, world.entityCount());
    }

    @Test
    void shouldRejectANullInitialiser() {
        assertThrows(IllegalArgumentException.class, () -> template.kernel(null));
        assertThrows(IllegalArgumentException.class, () -> template.spawn(1, (RowBody) null));
        assertEquals(0, world.entityCount());
    }

    @Test
    void shouldRunRepeatedly() {
        SpawnKernel kernel = template.kernel(row -> row.set(Health.POINTS, row.index()));
        assertTrue(kernel.isSpecialised());
        for (int i = 0; i < 10; i++) {
            kernel.spawn(10);
        }
        assertEquals(4950, all.reduce().sum(Health.POINTS));
    }

    @Test
    void shouldBeSeenByLoopsAsSpawnedMeanwhile() {
        template.spawn(64);
        world.destroy(Entity.of(10, 1));
        SpawnKernel kernel = template.kernel(row -> row.set(Health.POINTS, 0));
        all.forEach(row -> {
            spawned.add(row.index());
            if (row.index() < 3) {
                kernel.spawn(2);
            }
        });

        assertEquals(63, spawned.size());
        assertEquals(69, all.count());
    }
}
