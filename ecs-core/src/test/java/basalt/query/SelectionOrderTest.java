package basalt.query;

import static basalt.memory.Refusal.assertIllegal;
import static basalt.memory.Refusal.assertThrowsWith;
import static org.junit.jupiter.api.Assertions.assertDoesNotThrow;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import basalt.component.Column;
import basalt.component.Entity;
import basalt.memory.MemoryScope;
import basalt.storage.fixture.Frozen;
import basalt.storage.fixture.Health;
import basalt.storage.fixture.Kinds;
import basalt.storage.fixture.Label;
import basalt.storage.fixture.Matrix;
import basalt.storage.fixture.Position;
import basalt.storage.fixture.WorldFixture;
import basalt.world.World;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import java.util.function.ToLongFunction;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The order of each kind of column, and the columns without an order. */
class SelectionOrderTest extends WorldFixture {
    @Override
    protected void checkFrame() {}

    private Selection selection;

    @BeforeEach
    void create() {
        selection = Selection.of(world.query().all(Kinds.TYPE).build());
    }

    @Test
    void shouldSortEachKindByValueWithItsSignAndNaNLast() {
        Float[] floats = {
            Float.NEGATIVE_INFINITY,
            -Float.MAX_VALUE,
            -1f,
            -Float.MIN_VALUE,
            -0f,
            0f,
            Float.MIN_VALUE,
            1f,
            Float.MAX_VALUE
        };
        Double[] doubles = {
            Double.NEGATIVE_INFINITY, -Double.MAX_VALUE, -1.0, -Double.MIN_VALUE, -0.0, 0.0, Double.MIN_VALUE, 1.0
        };
        float[] notFloats = {Float.intBitsToFloat(0xFFFF_FFFF), Float.intBitsToFloat(0x7F80_0001)};
        double[] notDoubles = {Double.longBitsToDouble(-1L), Double.longBitsToDouble(0x7FF0_0000_0000_0001L)};
        checkOrder(Kinds.F32, List.of(floats), Float.NaN, notFloats[0], notFloats[1], Float.NaN);
        checkOrder(Kinds.F64, List.of(doubles), Double.NaN, notDoubles[0], notDoubles[1], Double.NaN);
        checkOrder(Kinds.F32, List.of(-1f, Float.MAX_VALUE, Float.POSITIVE_INFINITY), Float.NaN);
        checkOrder(Kinds.F64, List.of(-1.0, Double.MAX_VALUE, Double.POSITIVE_INFINITY), Double.NaN);
        checkOrder(Kinds.I8, List.of(Byte.MIN_VALUE, (byte) -2, (byte) -1, (byte) 0, (byte) 1, Byte.MAX_VALUE));
        checkOrder(Kinds.I16, List.of(Short.MIN_VALUE, (short) -300, (short) -1, (short) 1, (short) 255));
        checkOrder(Kinds.I16, List.of((short) -1, (short) 0, Short.MAX_VALUE));
        checkOrder(Kinds.I32, List.of(Integer.MIN_VALUE, -70_000, -1, 0, 1, 255, 256, Integer.MAX_VALUE));
        checkOrder(Kinds.I64, List.of(Long.MIN_VALUE, -1L << 40, -1L, 0L, 1L, 1L << 32, Long.MAX_VALUE));
        checkOrder(Kinds.FLAG, List.of(false, true));
        checkOrder(Kinds.TARGET, List.of(Entity.NULL, Entity.of(0, 1), Entity.of(0, 0x8000_0001), Entity.of(1, 1)));
        checkOrder(Kinds.TARGET, List.of(Entity.of(1, 1), Entity.of(1, 3), Entity.of(2, 1), Entity.of(-1, 1)));
    }

    @Test
    void shouldSortNothingAndOne() {
        selection.collect();
        assertSame(selection, selection.sortBy(Kinds.F32));
        assertEquals(List.of(), entities(selection));
        assertTrue(selection.top(1, Kinds.I32).isEmpty());
        assertTrue(selection.bottom(1, Kinds.I32).isEmpty());
        List<Long> one = spawn(1);
        selection.collect().sortBy(Kinds.F32).sortByDescending(Kinds.I64);
        assertEquals(one, entities(selection));
    }

    @Test
    void shouldReleaseItsTemporaryMemory() {
        spawn(500);
        selection.collect();
        long used = world.frame().usedBytes();
        selection.sortBy(Kinds.I32);
        assertEquals(used, world.frame().usedBytes());
        selection.top(500, Kinds.I32);
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

    /**
     * Sorts shuffled rows with these values in both directions, with few and many rows of each. NaN must be last and
     * keep its order.
     */
    private void checkOrder(Column column, List<?> ascending, Object... last) {
        List<Object> values = new ArrayList<>(ascending);
        values.addAll(List.of(last));
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
                ColumnsOfEveryKindTest.call(
                        World.class, world, "set", entities.get(i), column, values.get(ranks.get(i)));
                rankOf.put(entities.get(i), Math.min(ranks.get(i), ascending.size()));
            }
            entities.sort(Comparator.comparing(rankOf::get));
            assertSame(selection, selection.collect().sortBy(column));
            assertEquals(entities, entities(selection));

            entities.sort(Comparator.comparing(entity -> {
                int rank = rankOf.get(entity);
                return rank == ascending.size() ? rank : -rank;
            }));
            assertSame(selection, selection.collect().sortByDescending(column));
            assertEquals(entities, entities(selection));
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

    @ParameterizedTest
    @ValueSource(ints = {0, 1, 2, 3, 63, 64, 65, 1000})
    void shouldGroupByEveryKindThatIsExact(int count) {
        Random random = new Random(count);
        for (int i = 0; i < count; i++) {
            int value = random.nextInt(20) - 10;
            long wide = random.nextBoolean() ? value : random.nextLong();
            long target = Entity.of(random.nextInt(4) - 1, random.nextInt(3));
            world.spawn(new Kinds(0, 0, (byte) wide, (short) wide, (int) wide, wide, value > 3, target, null));
        }
        check(Kinds.I8, row -> row.get(Kinds.I8));
        check(Kinds.I16, row -> row.get(Kinds.I16));
        check(Kinds.I32, row -> row.get(Kinds.I32));
        check(Kinds.I64, row -> row.get(Kinds.I64));
        check(Kinds.FLAG, row -> row.get(Kinds.FLAG) ? 1 : 0);
        check(Kinds.TARGET, row -> Long.rotateLeft(row.get(Kinds.TARGET), 32), key -> Long.rotateLeft(key, 32));
    }

    @Test
    void shouldKeepTheEndsOfTheirRangesApart() {
        world.spawn(Kinds.HIGHEST);
        world.spawn(Kinds.LOWEST);
        world.spawn(Kinds.HIGHEST);
        for (Column column : List.of(Kinds.I8, Kinds.I16, Kinds.I32, Kinds.I64, Kinds.FLAG)) {
            selection.collect().groupBy(column);
            assertEquals(2, selection.groupCount(), column.field());
        }
        selection.groupBy(Kinds.I64);
        assertEquals(Long.MIN_VALUE, selection.groupKey(0));
        assertEquals(Long.MAX_VALUE, selection.groupKey(1));
        selection.groupBy(Kinds.I8);
        assertEquals(Byte.MIN_VALUE, selection.groupKey(0));
        assertEquals(1, selection.groupEnd(0));
    }

    @Test
    void shouldEndWhenTheRowsChange() {
        world.spawn(Kinds.ODD);
        assertNotGrouped();
        List<Runnable> changes = List.of(
                selection::collect,
                () -> selection.sortBy(Kinds.I32),
                () -> selection.sortByDescending(Kinds.F32),
                () -> selection.top(5, Kinds.I32),
                () -> selection.bottom(1, Kinds.I32),
                () -> selection.join(Kinds.TARGET, world.query().all(Kinds.TYPE).build()));
        for (Runnable change : changes) {
            selection.collect().groupBy(Kinds.I32);
            assertEquals(1, selection.groupCount());
            change.run();
            assertNotGrouped();
        }
    }

    @Test
    void shouldEndWithTheirScope() {
        world.spawn(Kinds.ODD);
        selection.collect();
        MemoryScope scope = world.frame().open();
        selection.groupBy(Kinds.I32);
        assertEquals(-1, selection.groupKey(0));
        scope.close();

        var failure = assertThrows(IllegalStateException.class, selection::groupCount);
        assertEquals(
                "groups used after its scope had ended; groupBy() again, in the scope that uses them",
                failure.getMessage());
        assertEquals(1, selection.size(), "the rows are still there");
        selection.groupBy(Kinds.I32);
        assertEquals(1, selection.groupCount());
    }

    @Test
    void shouldRejectGroupsOutOfRange() {
        world.spawn(Kinds.ODD);
        selection.collect().groupBy(Kinds.I32);
        for (int group : new int[] {-1, 1, Integer.MAX_VALUE}) {
            assertThrows(IndexOutOfBoundsException.class, () -> selection.groupKey(group));
            assertThrows(IndexOutOfBoundsException.class, () -> selection.groupStart(group));
            assertThrows(IndexOutOfBoundsException.class, () -> selection.groupEnd(group));
        }
    }

    @Test
    void shouldRejectFloats() {
        world.spawn(Kinds.ODD);
        selection.collect().groupBy(Kinds.I32);
        for (Column column : List.of(Kinds.F32, Kinds.F64)) {
            assertThrowsWith(IllegalArgumentException.class, () -> selection.groupBy(column), "is of floats");
        }
        assertDoesNotThrow(selection::groupCount, "the groups before are still there");
    }

    private void assertNotGrouped() {
        assertIllegal(selection::groupCount, "not grouped");
        assertThrows(IllegalStateException.class, () -> selection.groupKey(0));
        assertThrows(IllegalStateException.class, () -> selection.groupStart(0));
        assertThrows(IllegalStateException.class, () -> selection.groupEnd(0));
    }

    private void check(Column column, ToLongFunction<Row> value) {
        check(column, value, key -> key);
    }

    /** Compares groups by a column with groups made by hand, by a number with the same signed order. */
    private void check(Column column, ToLongFunction<Row> ordinal, ToLongFunction<Long> value) {
        Map<Long, List<Long>> expected = new TreeMap<>();
        selection
                .collect()
                .forEach(row -> expected.computeIfAbsent(ordinal.applyAsLong(row), key -> new ArrayList<>())
                        .add(row.entity()));
        List<Long> keys = new ArrayList<>(expected.keySet());
        if (column == Kinds.TARGET) {
            keys.sort(Long::compareUnsigned);
        }
        selection.groupBy(column);

        assertEquals(keys.size(), selection.groupCount());
        int start = 0;
        for (int group = 0; group < keys.size(); group++) {
            List<Long> members = expected.get(keys.get(group));
            assertEquals(value.applyAsLong(keys.get(group)), selection.groupKey(group));
            assertEquals(start, selection.groupStart(group));
            assertEquals(start + members.size(), selection.groupEnd(group));
            for (long member : members) {
                assertEquals(member, selection.entity(start++));
            }
        }
        assertEquals(start, selection.size());
    }

    private static final int COUNT = 200;

    private void spawnMany() {
        for (int i = 0; i < COUNT; i++) {
            int value = i * 31 % 50 - 25;
            float number = i % 20 == 0 ? Float.NaN : value;
            world.spawn(new Kinds(number, number, (byte) value, (short) i, value, value, value > 0, value, null));
        }
    }

    @ParameterizedTest
    @ValueSource(ints = {0, 1, 2, 63, 64, 65, COUNT - 1, COUNT, COUNT + 1, Integer.MAX_VALUE})
    void shouldKeepTheFirstRowsOfTheSortedOrder(int count) {
        spawnMany();
        for (var column :
                List.of(Kinds.F32, Kinds.F64, Kinds.I8, Kinds.I16, Kinds.I32, Kinds.I64, Kinds.FLAG, Kinds.TARGET)) {
            List<Long> greatest = first(count, entities(selection.collect().sortByDescending(column)));
            List<Long> smallest = first(count, entities(selection.collect().sortBy(column)));

            assertSame(selection, selection.collect().top(count, column));
            assertEquals(greatest, entities(selection));
            assertSame(selection, selection.collect().bottom(count, column));
            assertEquals(smallest, entities(selection));
        }
    }

    @ParameterizedTest
    @ValueSource(ints = {-1, Integer.MIN_VALUE})
    void shouldRejectNegativeCounts(int count) {
        spawnMany();
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
}
