package basalt.query;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import basalt.component.Column;
import basalt.component.Entity;
import basalt.memory.MemoryScope;
import basalt.storage.fixture.DirtyMemory;
import basalt.storage.fixture.Frozen;
import basalt.storage.fixture.Health;
import basalt.storage.fixture.Kinds;
import basalt.storage.fixture.Label;
import basalt.storage.fixture.Matrix;
import basalt.storage.fixture.Position;
import basalt.storage.fixture.Rare;
import basalt.world.World;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.function.BiConsumer;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.function.Executable;

/** The order of each kind of column, and the columns without an order. */
class SelectionSortTest {
    private World world;
    private Selection selection;

    @BeforeEach
    void create() {
        world = World.builder().memory(new DirtyMemory(0xFF)).build();
        selection = Selection.of(world.query().all(Kinds.TYPE).build());
    }

    @AfterEach
    void close() {
        world.close();
    }

    @Test
    void shouldSortFloatsByValueWithNaNLast() {
        List<Float> ascending = List.of(
                Float.NEGATIVE_INFINITY,
                -Float.MAX_VALUE,
                -1f,
                -Float.MIN_VALUE,
                -0f,
                0f,
                Float.MIN_VALUE,
                1f,
                Float.MAX_VALUE,
                Float.POSITIVE_INFINITY);
        List<Float> notNumbers =
                List.of(Float.NaN, Float.intBitsToFloat(0xFFFF_FFFF), Float.intBitsToFloat(0x7F80_0001), Float.NaN);
        check(Kinds.F32, ascending, notNumbers, (entity, value) -> world.set(entity, Kinds.F32, value));
    }

    @Test
    void shouldSortDoublesByValueWithNaNLast() {
        List<Double> ascending = List.of(
                Double.NEGATIVE_INFINITY,
                -Double.MAX_VALUE,
                -1.0,
                -Double.MIN_VALUE,
                -0.0,
                0.0,
                Double.MIN_VALUE,
                1.0,
                Double.MAX_VALUE,
                Double.POSITIVE_INFINITY);
        List<Double> notNumbers = List.of(
                Double.NaN, Double.longBitsToDouble(-1L), Double.longBitsToDouble(0x7FF0_0000_0000_0001L), Double.NaN);
        check(Kinds.F64, ascending, notNumbers, (entity, value) -> world.set(entity, Kinds.F64, value));
    }

    @Test
    void shouldSortBytesWithTheirSign() {
        List<Byte> ascending = List.of(Byte.MIN_VALUE, (byte) -2, (byte) -1, (byte) 0, (byte) 1, Byte.MAX_VALUE);
        check(Kinds.I8, ascending, List.of(), (entity, value) -> world.set(entity, Kinds.I8, value));
    }

    @Test
    void shouldSortShortsWithTheirSign() {
        List<Short> ascending =
                List.of(Short.MIN_VALUE, (short) -300, (short) -1, (short) 0, (short) 1, (short) 255, Short.MAX_VALUE);
        check(Kinds.I16, ascending, List.of(), (entity, value) -> world.set(entity, Kinds.I16, value));
    }

    @Test
    void shouldSortIntsWithTheirSign() {
        List<Integer> ascending = List.of(Integer.MIN_VALUE, -70_000, -1, 0, 1, 255, 256, Integer.MAX_VALUE);
        check(Kinds.I32, ascending, List.of(), (entity, value) -> world.set(entity, Kinds.I32, value));
    }

    @Test
    void shouldSortLongsWithTheirSign() {
        List<Long> ascending = List.of(Long.MIN_VALUE, -1L << 40, -1L, 0L, 1L, 1L << 32, Long.MAX_VALUE);
        check(Kinds.I64, ascending, List.of(), (entity, value) -> world.set(entity, Kinds.I64, value));
    }

    @Test
    void shouldSortFalseBeforeTrue() {
        check(Kinds.FLAG, List.of(false, true), List.of(), (entity, value) -> world.set(entity, Kinds.FLAG, value));
    }

    @Test
    void shouldSortEntitiesByIndexAndThenByGeneration() {
        List<Long> ascending = List.of(
                Entity.NULL,
                Entity.of(0, 1),
                Entity.of(0, 0x8000_0001),
                Entity.of(1, 1),
                Entity.of(1, 3),
                Entity.of(2, 1),
                Entity.of(-1, 1));
        check(Kinds.TARGET, ascending, List.of(), (entity, value) -> world.set(entity, Kinds.TARGET, value));
    }

    @Test
    void shouldSortBySparseColumns() {
        Selection rare = Selection.of(world.query().all(Rare.TYPE).build());
        for (int i = 0; i < 100; i++) {
            world.spawn(new Rare((37 * i) % 100, null));
        }
        rare.collect().sortBy(Rare.CHARGE);
        for (int i = 0; i < 100; i++) {
            assertEquals(i, rare.row(i).get(Rare.CHARGE));
        }
    }

    @Test
    void shouldKeepTheOrderOfRowsThatAreEqual() {
        List<Long> entities = spawn(1000);
        for (int i = 0; i < 1000; i++) {
            world.set(entities.get(i), Kinds.I32, i % 10);
            world.set(entities.get(i), Kinds.I8, (byte) (i % 7));
        }
        selection.collect().sortBy(Kinds.I8).sortByDescending(Kinds.I32);
        List<Long> expected = new ArrayList<>(entities);
        expected.sort((a, b) -> Byte.compare(world.get(a, Kinds.I8), world.get(b, Kinds.I8)));
        expected.sort((a, b) -> Integer.compare(world.get(b, Kinds.I32), world.get(a, Kinds.I32)));

        assertEquals(expected, entities());
    }

    @Test
    void shouldSortNothingAndOne() {
        selection.collect();
        assertSame(selection, selection.sortBy(Kinds.F32));
        assertEquals(List.of(), entities());
        List<Long> one = spawn(1);
        selection.collect().sortBy(Kinds.F32).sortByDescending(Kinds.I64);
        assertEquals(one, entities());
    }

    @Test
    void shouldDropEntitiesThatAreDestroyedOrLackTheComponent() {
        List<Long> entities = spawn(100);
        selection.collect();
        world.destroy(entities.get(5));
        world.destroy(entities.get(50));
        world.remove(entities.get(99), Kinds.TYPE);
        world.disable(entities.get(7));
        world.disable(entities.get(8), Kinds.TYPE);
        spawn(200); // also in rows of destroyed entities
        selection.sortByDescending(Kinds.I32);

        List<Long> expected = new ArrayList<>(entities);
        expected.removeAll(List.of(entities.get(5), entities.get(50), entities.get(99)));
        Collections.reverse(expected);
        assertEquals(expected, entities());
    }

    @Test
    void shouldReleaseItsTemporaryMemory() {
        spawn(500);
        selection.collect();
        long used = world.frame().usedBytes();
        selection.sortBy(Kinds.I32);
        assertEquals(used, world.frame().usedBytes());
        MemoryScope scope = world.frame().open();
        selection.sortByDescending(Kinds.F32);
        scope.close();
        assertEquals(500, selection.size(), "it was collected further out");
    }

    @Test
    void shouldRejectColumnsWithoutAnOrder() {
        world.spawn(Kinds.ZERO, new Position(1, 2));
        selection.collect();
        assertRejected(Position.X, Position.TYPE.name(), "all()");
        assertRejected(Kinds.NAME, "name", "references");
        assertRejected(null, "column must not be null");
        Selection matrices =
                Selection.of(world.query().all(Matrix.TYPE).build()).collect();
        assertRejects(() -> matrices.sortBy(Matrix.M), "vector of length 16", "selections take scalars");
        Selection optional = Selection.of(world.query()
                        .optional(Health.TYPE)
                        .any(Frozen.TYPE, Label.TYPE)
                        .build())
                .collect();
        assertRejects(() -> optional.sortBy(Health.POINTS), Health.TYPE.name());
        assertEquals(1, selection.size(), "nothing has happened");
    }

    private void assertRejected(Column column, String... mentioned) {
        assertRejects(() -> selection.sortBy(column), mentioned);
        assertRejects(() -> selection.sortByDescending(column), mentioned);
        assertRejects(() -> selection.groupBy(column), mentioned);
        assertRejects(() -> selection.top(1, column), mentioned);
        assertRejects(() -> selection.bottom(5, column), mentioned);
    }

    private static void assertRejects(Executable attempt, String... mentioned) {
        var rejection = assertThrows(IllegalArgumentException.class, attempt);
        for (String part : mentioned) {
            assertTrue(rejection.getMessage().contains(part), rejection.getMessage());
        }
    }

    /**
     * Sorts shuffled rows with these values in both directions, with few and many rows of each. NaN must be last and
     * keep its order.
     */
    private <T> void check(Column column, List<T> ascending, List<T> last, BiConsumer<Long, T> set) {
        List<T> values = new ArrayList<>(ascending);
        values.addAll(last);
        for (int each : new int[] {1, 40}) {
            List<Integer> ranks = new ArrayList<>();
            for (int rank = 0; rank < values.size(); rank++) {
                ranks.addAll(Collections.nCopies(each, rank));
            }
            Collections.shuffle(ranks, new Random(each));
            world.query().build().bulk().destroy();
            List<Long> entities = spawn(ranks.size());
            Map<Long, Integer> rankOf = new HashMap<>();
            for (int i = 0; i < ranks.size(); i++) {
                set.accept(entities.get(i), values.get(ranks.get(i)));
                rankOf.put(entities.get(i), Math.min(ranks.get(i), ascending.size()));
            }
            entities.sort(Comparator.comparing(rankOf::get));
            assertSame(selection, selection.collect().sortBy(column));
            assertEquals(entities, entities());

            entities.sort(Comparator.comparing(entity -> {
                int rank = rankOf.get(entity);
                return rank == ascending.size() ? rank : -rank;
            }));
            assertSame(selection, selection.collect().sortByDescending(column));
            assertEquals(entities, entities());
        }
    }

    /** New entities, by ascending index. */
    private List<Long> spawn(int count) {
        List<Long> entities = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            entities.add(world.spawn(Kinds.ZERO));
            world.set(entities.get(i), Kinds.I32, i);
        }
        entities.sort(Comparator.comparing(Entity::index));
        return entities;
    }

    private List<Long> entities() {
        List<Long> entities = new ArrayList<>();
        for (int i = 0; i < selection.size(); i++) {
            entities.add(selection.entity(i));
        }
        return entities;
    }
}
