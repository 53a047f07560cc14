package basalt.query;

import static org.junit.jupiter.api.Assertions.assertDoesNotThrow;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import basalt.component.Column;
import basalt.component.Entity;
import basalt.internal.Internal;
import basalt.memory.MemoryScope;
import basalt.memory.frame.FrameArena;
import basalt.storage.ColumnMemory;
import basalt.storage.fixture.DirtyMemory;
import basalt.storage.fixture.Frozen;
import basalt.storage.fixture.Health;
import basalt.storage.fixture.Kinds;
import basalt.storage.fixture.Label;
import basalt.storage.fixture.Matrix;
import basalt.storage.fixture.Position;
import basalt.storage.fixture.Rare;
import basalt.storage.fixture.WorldFixture;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import java.util.function.BiConsumer;
import java.util.function.LongUnaryOperator;
import java.util.function.ToLongFunction;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
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

        assertEquals(expected, entities(selection));
    }

    @Test
    void shouldSortNothingAndOne() {
        selection.collect();
        assertSame(selection, selection.sortBy(Kinds.F32));
        assertEquals(List.of(), entities(selection));
        List<Long> one = spawn(1);
        selection.collect().sortBy(Kinds.F32).sortByDescending(Kinds.I64);
        assertEquals(one, entities(selection));
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
        assertEquals(expected, entities(selection));
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
    void shouldGroupSparseColumns() {
        for (int i = 0; i < 10; i++) {
            world.spawn(new Rare(i / 5, null));
        }
        Selection rare = Selection.of(world.query().all(Rare.TYPE).build());
        assertSame(rare, rare.collect().groupBy(Rare.CHARGE));
        assertEquals(2, rare.groupCount());
        assertEquals(1, rare.groupKey(1));
        assertEquals(5, rare.groupStart(1));
        assertEquals(10, rare.groupEnd(1));
    }

    @Test
    void shouldDropDestroyedEntities() {
        for (int i = 0; i < 10; i++) {
            world.spawn(new Kinds(0, 0, (byte) 0, (short) 0, i, 0, false, 0, null));
        }
        selection.collect();
        world.destroy(selection.entity(0));
        world.destroy(selection.entity(9));
        selection.groupBy(Kinds.I32);
        assertEquals(8, selection.groupCount());
        assertEquals(8, selection.size());
        assertEquals(1, selection.groupKey(0));

        for (int i = 0; i < 8; i++) {
            world.destroy(selection.entity(i));
        }
        selection.groupBy(Kinds.I32);
        assertEquals(0, selection.groupCount());
        assertEquals(0, selection.size());
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
            var rejection = assertThrows(IllegalArgumentException.class, () -> selection.groupBy(column));
            assertTrue(rejection.getMessage().contains("is of floats"), rejection.getMessage());
        }
        assertDoesNotThrow(selection::groupCount, "the groups before are still there");
    }

    private void assertNotGrouped() {
        var failure = assertThrows(IllegalStateException.class, selection::groupCount);
        assertTrue(failure.getMessage().contains("not grouped"), failure.getMessage());
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
    void shouldKeepTheOrderOfEqualRowsAtTheTop() {
        spawnMany();
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
        spawnMany();
        int numbers = COUNT - COUNT / 20;
        selection.collect().top(numbers, Kinds.F32).forEach(row -> assertTrue(row.get(Kinds.F32) >= -25));
        selection.collect().bottom(numbers, Kinds.F64).forEach(row -> assertTrue(row.get(Kinds.F64) >= -25));
        selection.collect().top(numbers + 1, Kinds.F32);
        assertTrue(Float.isNaN(selection.row(numbers).get(Kinds.F32)));
        assertEquals(0, selection.row(numbers).index(), "the first of them");
    }

    @Test
    void shouldDropDestroyedEntitiesFromTheTop() {
        spawnMany();
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
        spawnMany();
        world.query().build().bulk().destroy();
        assertTrue(selection.collect().top(1, Kinds.I32).isEmpty());
        assertTrue(selection.bottom(1, Kinds.I32).isEmpty());
    }

    @Test
    void shouldReleaseTheTemporaryMemoryOfTheTop() {
        spawnMany();
        selection.collect();
        long used = world.frame().usedBytes();
        selection.top(100, Kinds.I32);
        assertEquals(used, world.frame().usedBytes());
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

    private static final int KEYS = 500;
    private final FrameArena arena = new FrameArena(new DirtyMemory(0xFF));
    private final RowOrder.TopRows best = new RowOrder.TopRows();

    @AfterEach
    void close() {
        arena.close();
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 2, 3, 4, 63, 64, 65, 499, 500, 501, 1000})
    void shouldKeepTheFirstKeysOfAStableSort(int few) {
        Random random = new Random(few);
        checkFirst(few, i -> random.nextLong());
        checkFirst(few, i -> random.nextInt(3));
        checkFirst(few, i -> random.nextInt(40) - 20L);
        checkFirst(few, i -> 5);
        checkFirst(few, i -> i);
        checkFirst(few, i -> -i);
        checkFirst(few, i -> Long.MAX_VALUE + i - KEYS / 2);
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 5})
    void shouldKeepNothingOfNoKeys(int few) {
        best.begin(Internal.of(arena), few);
        best.sort();
        assertEquals(0, best.count());
    }

    private void checkFirst(int few, LongUnaryOperator keys) {
        long[] all = IntStream.range(0, KEYS).mapToLong(keys::applyAsLong).toArray();
        List<Integer> expected = IntStream.range(0, KEYS)
                .boxed()
                .sorted(Comparator.comparing(i -> all[i], Long::compareUnsigned))
                .limit(few)
                .toList();
        best.begin(Internal.of(arena), few);
        for (int i = 0; i < KEYS; i++) {
            best.add(all[i], i);
        }
        best.sort();

        assertEquals(expected.size(), best.count());
        for (int i = 0; i < best.count(); i++) {
            assertEquals(expected.get(i), ColumnMemory.getInt(best.order(), i, 0), "place " + i);
        }
    }
}
