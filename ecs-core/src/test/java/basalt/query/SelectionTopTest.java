package basalt.query;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import basalt.storage.fixture.DirtyMemory;
import basalt.storage.fixture.Kinds;
import basalt.world.World;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class SelectionTopTest {
    private static final int COUNT = 200;

    private World world;
    private Selection selection;

    @BeforeEach
    void spawnMany() {
        world = World.builder().memory(new DirtyMemory(0xFF)).build();
        for (int i = 0; i < COUNT; i++) {
            int value = i * 31 % 50 - 25;
            float number = i % 20 == 0 ? Float.NaN : value;
            world.spawn(new Kinds(number, number, (byte) value, (short) i, value, value, value > 0, value, null));
        }
        selection = Selection.of(world.query().all(Kinds.TYPE).build());
    }

    @AfterEach
    void close() {
        world.close();
    }

    @ParameterizedTest
    @ValueSource(ints = {0, 1, 2, 63, 64, 65, COUNT - 1, COUNT, COUNT + 1, Integer.MAX_VALUE})
    void shouldKeepTheFirstRowsOfTheSortedOrder(int count) {
        for (var column : List.of(Kinds.F32, Kinds.F64, Kinds.I8, Kinds.I32, Kinds.I64, Kinds.FLAG, Kinds.TARGET)) {
            List<Long> greatest = first(count, entities(selection.collect().sortByDescending(column)));
            List<Long> smallest = first(count, entities(selection.collect().sortBy(column)));

            assertSame(selection, selection.collect().top(count, column));
            assertEquals(greatest, entities(selection));
            assertSame(selection, selection.collect().bottom(count, column));
            assertEquals(smallest, entities(selection));
        }
    }

    @Test
    void shouldKeepTheOrderOfRowsThatAreEqual() {
        selection.collect().sortByDescending(Kinds.I16).top(100, Kinds.FLAG);
        for (int i = 1; i < 100; i++) {
            boolean before = selection.row(i - 1).get(Kinds.FLAG);
            boolean now = selection.row(i).get(Kinds.FLAG);
            assertTrue(before || !now);
            if (before == now) {
                assertTrue(
                        selection.row(i - 1).get(Kinds.I16) > selection.row(i).get(Kinds.I16));
            }
        }
    }

    @Test
    void shouldKeepNaNOnlyIfThereAreTooFewNumbers() {
        int numbers = COUNT - COUNT / 20;
        selection.collect().top(numbers, Kinds.F32).forEach(row -> assertTrue(row.get(Kinds.F32) >= -25));
        selection.collect().bottom(numbers, Kinds.F64).forEach(row -> assertTrue(row.get(Kinds.F64) >= -25));
        selection.collect().top(numbers + 1, Kinds.F32);
        assertTrue(Float.isNaN(selection.row(numbers).get(Kinds.F32)));
        assertEquals(0, selection.row(numbers).index(), "the first of them");
    }

    @Test
    void shouldDropDestroyedEntities() {
        selection.collect();
        List<Long> greatest = entities(selection.collect().top(3, Kinds.I32));
        selection.collect();
        world.destroy(greatest.get(0));
        world.remove(greatest.get(1), Kinds.TYPE);
        selection.top(1, Kinds.I32);
        assertEquals(List.of(greatest.get(2)), entities(selection));

        world.destroy(greatest.get(2));
        assertEquals(1, selection.size());
        assertEquals(0, selection.top(1, Kinds.I32).size());
        selection.collect();
        world.query().build().bulk().destroy();
        assertEquals(0, selection.top(10, Kinds.I32).size());
    }

    @Test
    void shouldKeepNothingOfAnEmptySelection() {
        world.query().build().bulk().destroy();
        assertTrue(selection.collect().top(1, Kinds.I32).isEmpty());
        assertTrue(selection.bottom(1, Kinds.I32).isEmpty());
    }

    @Test
    void shouldReleaseItsTemporaryMemory() {
        selection.collect();
        long used = world.frame().usedBytes();
        selection.top(100, Kinds.I32);
        assertEquals(used, world.frame().usedBytes());
    }

    @ParameterizedTest
    @ValueSource(ints = {-1, Integer.MIN_VALUE})
    void shouldRejectNegativeCounts(int count) {
        selection.collect();
        for (var attempt :
                List.<Runnable>of(() -> selection.top(count, Kinds.I32), () -> selection.bottom(count, Kinds.I32))) {
            var rejection = assertThrows(IllegalArgumentException.class, attempt::run);
            assertEquals("count must be >= 0: count=" + count, rejection.getMessage());
        }
        assertEquals(COUNT, selection.size());
    }

    private static List<Long> first(int count, List<Long> entities) {
        return entities.subList(0, Math.min(count, entities.size()));
    }

    private static List<Long> entities(Selection selection) {
        List<Long> entities = new ArrayList<>();
        for (int i = 0; i < selection.size(); i++) {
            entities.add(selection.entity(i));
        }
        return entities;
    }
}
