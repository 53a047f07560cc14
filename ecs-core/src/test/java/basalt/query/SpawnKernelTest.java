package basalt.query;

import static basalt.component.layout.BlockLayout.ROWS;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import basalt.component.Entity;
import basalt.memory.CountingMemory;
import basalt.memory.FailingMemory;
import basalt.memory.MemoryScope;
import basalt.memory.NativeMemoryException;
import basalt.memory.frame.FrameLongList;
import basalt.storage.fixture.DirtyMemory;
import basalt.storage.fixture.Health;
import basalt.storage.fixture.Rare;
import basalt.storage.fixture.WorldFixture;
import basalt.world.Template;
import basalt.world.World;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.LongStream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Bulk spawns with an initialiser, compiled and not. */
class SpawnKernelTest extends WorldFixture {
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

        void spawn(Template template, int count, FrameLongList handles) {
            if (this == KERNEL) {
                template.kernel(row -> {}).spawn(count, handles);
            } else {
                template.spawn(count, handles);
            }
        }

        void spawn(Template template, long[] handles) {
            if (this == KERNEL) {
                template.kernel(row -> {}).spawn(handles);
            } else {
                template.spawn(handles);
            }
        }
    }

    @BeforeEach
    void create() {
        template = world.template().with(new Health(7)).build();
        all = world.query().all(Health.TYPE).build();
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

    private static final int MOST_ALLOCATIONS = 40;

    @ParameterizedTest
    @CsvSource({"0", "1", "63", "64", "65", "4097", "16383", "16384", "16385"})
    void shouldReturnEachHandleOnceInOrder(int count) {
        for (Way way : Way.values()) {
            long[] array = new long[count];
            FrameLongList list = FrameLongList.in(world.frame(), count + 1);
            list.add(Entity.NULL);
            way.spawn(template, array);
            way.spawn(template, count, list);

            long[] listed =
                    LongStream.range(0, count).map(i -> list.get((int) i + 1)).toArray();
            assertEquals(count + 1, list.size());
            assertEquals(2 * count, all.count());
            for (long[] handles : List.of(array, listed)) {
                for (int i = 0; i < count; i++) {
                    assertTrue(world.isAlive(handles[i]));
                    assertTrue(i == 0 || Entity.index(handles[i]) > Entity.index(handles[i - 1]));
                }
            }
            assertEquals(
                    2 * count,
                    LongStream.concat(Arrays.stream(array), Arrays.stream(listed))
                            .distinct()
                            .count());
            all.bulk().destroy();
        }
        world.frame().reset();
    }

    @ParameterizedTest
    @EnumSource
    void shouldReturnHandlesWithNewGenerationsForReusedRows(Way way) {
        template.spawn(ROWS + 100);
        List<Integer> holes = List.of(0, 5, 63, 64, 1000, ROWS - 1, ROWS + 1);
        holes.forEach(row -> world.destroy(Entity.of(row, 1)));
        long[] handles = new long[8];
        way.spawn(template, handles);

        List<Long> expected = new ArrayList<>();
        holes.forEach(row -> expected.add(Entity.of(row, 3)));
        expected.add(Entity.of(ROWS + 100, 1));
        assertEquals(expected, Arrays.stream(handles).boxed().toList());
    }

    @ParameterizedTest
    @EnumSource
    void shouldRejectAListWithoutRoomBeforeAnythingIsSpawned(Way way) {
        FrameLongList list = FrameLongList.in(world.frame(), 8);
        list.add(1);
        var rejection = assertThrows(IllegalArgumentException.class, () -> way.spawn(template, 8, list));

        assertEquals(
                "handles must have room for count=8: size=1, capacity=8; make the list with a larger capacity",
                rejection.getMessage());
        assertEquals(1, list.size());
        assertEquals(0, world.entityCount());
        way.spawn(template, 7, list);
        assertEquals(8, list.size());
        world.frame().reset();
    }

    @ParameterizedTest
    @EnumSource
    void shouldRejectWrongArguments(Way way) {
        FrameLongList list = FrameLongList.in(world.frame(), 8);
        assertEquals(
                "count must be >= 0: count=-1",
                assertThrows(IllegalArgumentException.class, () -> way.spawn(template, -1, list))
                        .getMessage());
        assertThrows(IllegalArgumentException.class, () -> way.spawn(template, 1, (FrameLongList) null));
        assertThrows(IllegalArgumentException.class, () -> way.spawn(template, (long[]) null));
        assertEquals(0, world.entityCount());
        world.frame().reset();
    }

    @ParameterizedTest
    @EnumSource
    void shouldRejectAListOfAnEndedFrame(Way way) {
        MemoryScope scope = world.frame().open();
        FrameLongList list = FrameLongList.in(world.frame(), 8);
        scope.close();
        assertFalse(list.isLive());
        assertThrows(IllegalStateException.class, () -> way.spawn(template, 0, list));
        assertThrows(IllegalStateException.class, () -> way.spawn(template, 8, list));
        assertEquals(0, world.entityCount());
    }

    @Test
    void shouldReturnHandlesBeforeTheInitialiserRuns() {
        FrameLongList list = FrameLongList.in(world.frame(), 100);
        RuntimeException thrown = new RuntimeException();
        SpawnKernel kernel = template.kernel(row -> {
            assertTrue(list.contains(row.entity()));
            if (row.index() == 42) {
                throw thrown;
            }
        });
        assertThrows(RuntimeException.class, () -> kernel.spawn(100, list));

        assertEquals(100, world.entityCount());
        assertEquals(100, list.size());
        world.frame().reset();
    }

    @ParameterizedTest
    @EnumSource
    void shouldChangeNothingWithoutMemory(Way way) {
        long nth = 0;
        boolean failed = true;
        while (failed) {
            nth++;
            assertTrue(nth < MOST_ALLOCATIONS, "too many allocations");
            CountingMemory counting = new CountingMemory(DirtyMemory.atBothEnds(0xFF));
            FailingMemory failing = new FailingMemory(counting, nth).stubborn();
            try (World failingWorld = World.builder().memory(failing).build()) {
                failed = failsWithoutChange(failingWorld, way);
            }
            assertEquals(0, counting.outstanding(), "when allocation " + nth + " failed");
        }
        assertTrue(nth > 3, "the spawns need memory");
    }

    private static boolean failsWithoutChange(World failingWorld, Way way) {
        int count = 2 * ROWS + 100;
        Template template =
                failingWorld.template().with(new Health(1), new Rare(2, "two")).build();
        long[] array = new long[count];
        FrameLongList list = null;
        try {
            list = FrameLongList.in(failingWorld.frame(), count);
            way.spawn(template, count, list);
            way.spawn(template, array);
            return false;
        } catch (NativeMemoryException e) {
            assertEquals(list == null ? 0 : list.size(), failingWorld.entityCount());
            assertTrue(failingWorld.entityCount() % count == 0);
            assertEquals(0, Arrays.stream(array).filter(handle -> handle != 0).count());
            return true;
        }
    }
}
