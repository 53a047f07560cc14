package basalt.query;

import static basalt.component.layout.BlockLayout.ROWS;
import static basalt.memory.Refusal.assertThrowsWith;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import basalt.component.Entity;
import basalt.memory.Elsewhere;
import basalt.memory.NativeMemoryException;
import basalt.memory.Soak;
import basalt.storage.fixture.Blow;
import basalt.storage.fixture.Frozen;
import basalt.storage.fixture.Health;
import basalt.storage.fixture.Kinds;
import basalt.storage.fixture.Matrix;
import basalt.storage.fixture.Position;
import basalt.storage.fixture.Rare;
import basalt.storage.fixture.WorldFixture;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.function.DoublePredicate;
import java.util.function.LongPredicate;
import java.util.function.Predicate;
import java.util.function.ToDoubleFunction;
import java.util.function.ToLongFunction;
import java.util.stream.IntStream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** What queries with conditions on values do, and the comparisons, compared with Java's operators. */
class QueryConditionTest extends WorldFixture {
    @Override
    protected void checkFrame() {}

    {
        memory.stubborn();
    }

    private Query living;
    private Query dying;

    @BeforeEach
    void create() {
        living = world.query().all(Health.TYPE).build();
        dying = living.where(Health.POINTS).atMost(0);
    }

    /** Every tenth has no points. */
    private List<Long> spawn(int count) {
        List<Long> entities = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            entities.add(world.spawn(new Health(i % 10)));
        }
        return entities;
    }

    private static List<Integer> points(Query query) {
        List<Integer> points = new ArrayList<>();
        query.forEach(row -> points.add(row.get(Health.POINTS)));
        return points;
    }

    @ParameterizedTest
    @ValueSource(ints = {0, 1, 9, 640, 6400, ROWS + 1})
    void shouldRestrictEachUseOfTheQuery(int count) {
        List<Long> entities = spawn(count);
        List<Long> expected =
                entities.stream().filter(e -> world.get(e, Health.POINTS) <= 0).toList();
        List<Long> cursor = new ArrayList<>();
        try (RowCursor rows = dying.cursor()) {
            while (rows.next()) {
                cursor.add(rows.entity());
            }
        }
        List<Long> kernel = new ArrayList<>();
        dying.kernel(row -> kernel.add(row.entity())).run();
        List<Long> spans = new ArrayList<>();
        dying.forEachSpan(span -> {
            for (int row = span.from(); row < span.to(); row++) {
                spans.add(span.row(row).entity());
            }
        });
        assertEquals(0, world.frame().usedBytes());
        List<Long> selected = new ArrayList<>();
        Selection selection = Selection.of(dying).collect();
        for (int i = 0; i < selection.size(); i++) {
            selected.add(selection.entity(i));
        }

        assertEquals(expected, cursor);
        assertEquals(expected, kernel);
        assertEquals(expected, spans);
        assertEquals(expected, selected);
        assertEquals(expected.size(), dying.count());
        assertEquals(expected.isEmpty(), dying.isEmpty());
        assertEquals(expected.isEmpty() ? Entity.NULL : expected.get(0), dying.first());
        assertEquals(0, dying.reduce().sum(Health.POINTS));
        assertEquals(count - expected.size(), living.count() - dying.bulk().destroy());
        assertEquals(count - expected.size(), living.count());
        assertTrue(dying.isEmpty());
        if (count > 0) {
            assertEquals(1, living.reduce().min(Health.POINTS, 1));
        }
    }

    @Test
    void shouldJoinSeveralConditions() {
        spawn(100);
        Query some = living.where(Health.POINTS).atLeast(3).where(Health.POINTS).lessThan(6);

        assertEquals(30, some.count());
        assertEquals(3, some.reduce().min(Health.POINTS, 0));
        assertEquals(5, some.reduce().max(Health.POINTS, 0));
        assertEquals(
                20,
                living.where(Condition.anyOf(
                                Condition.on(Health.POINTS).equalTo(1),
                                Condition.on(Health.POINTS).equalTo(8)))
                        .count());
        assertEquals(100, living.count(), "deriving a query does not change it");
    }

    @Test
    void shouldRequireTheComponentOfTheCondition() {
        long both = world.spawn(new Position(1, 2), new Health(0));
        world.spawn(new Position(3, 4));
        Query query = world.query()
                .all(Position.TYPE)
                .optional(Health.TYPE)
                .build()
                .where(Health.POINTS)
                .atMost(0);

        assertEquals(both, query.single());
        assertEquals(List.of(Position.TYPE, Health.TYPE), query.components());
        assertTrue(query.selectors().contains(Health.TYPE));
        world.disable(both, Health.TYPE);
        assertTrue(query.isEmpty());
        QueryBuilder without =
                world.query().none(Health.TYPE).where(Health.POINTS).atMost(0);
        assertThrowsWith(IllegalArgumentException.class, without::build, "where()");
    }

    @ParameterizedTest
    @EnumSource
    void shouldKeepTheRowsOfALoopThatChangesTheValues(Loop loop) {
        List<Long> entities = spawn(200);
        List<Long> visited = new ArrayList<>();
        loop.run(dying, row -> {
            visited.add(row.entity());
            row.set(Health.POINTS, 9);
            for (int i = 0; i < 200; i += 10) {
                world.set(entities.get(i), Health.POINTS, 9); // no longer dying, and not visited yet
                world.set(entities.get(i + 1), Health.POINTS, 0); // dying now, but not when the loop started
            }
        });

        assertEquals(20, visited.size());
        assertEquals(20, dying.count());
        assertEquals(entities.get(1), dying.first());
    }

    @ParameterizedTest
    @EnumSource
    void shouldSkipRowsThatLoseTheirPlaceInTheLoop(Loop loop) {
        List<Long> entities = spawn(200);
        List<Long> visited = new ArrayList<>();
        loop.run(dying, row -> {
            visited.add(row.entity());
            world.tryDestroy(entities.get(20));
            if (world.has(entities.get(30), Health.TYPE)) {
                world.remove(entities.get(30), Health.TYPE);
                world.add(entities.get(30), new Health(0));
            }
            world.disable(entities.get(40));
        });

        assertEquals(17, visited.size());
        assertFalse(visited.contains(entities.get(20)));
        assertFalse(visited.contains(entities.get(30)));
        assertFalse(visited.contains(entities.get(40)));
    }

    @Test
    void shouldApplyBulkChangesToTheRowsThatMeetTheCondition() {
        spawn(1000);

        assertEquals(100, dying.bulk().add(Frozen.TYPE));
        assertEquals(100, dying.bulk().add(new Rare(7, "x")));
        Query frozen = world.query().all(Frozen.TYPE).build();
        assertEquals(100, frozen.count());
        assertEquals(100, frozen.where(Health.POINTS).equalTo(0).count());
        assertEquals(100, dying.bulk().remove(Frozen.TYPE));
        assertEquals(100, dying.bulk().disable());
        assertEquals(900, living.count());
        assertTrue(dying.isEmpty());
    }

    @Test
    void shouldReadBoundsWhenALoopStarts() {
        spawn(100);
        LongBound limit = new LongBound(2);
        Query below = living.where(Health.POINTS).lessThan(limit);
        List<Integer> visited = new ArrayList<>();
        below.forEach(row -> {
            limit.set(5);
            visited.add(row.get(Health.POINTS));
        });

        assertEquals(20, visited.size());
        assertEquals(50, below.count());
        limit.set(Long.MIN_VALUE);
        assertTrue(below.isEmpty());
        assertEquals(Long.MIN_VALUE, limit.get());
        world.spawn(new Position(1, 0));
        DoubleBound left = new DoubleBound(0.5);
        Query positions = world.query().where(Position.X).greaterThan(left).build();
        assertEquals(1, positions.count());
        left.set(1);
        assertEquals(0, positions.count());
        assertEquals(1, left.get());
    }

    @Test
    void shouldLookAtAPartnersValuesWhenTheLoopReachesIt() {
        long weak = world.spawn(new Health(0));
        long strong = world.spawn(new Health(5));
        List<Long> seekers = new ArrayList<>();
        for (long target : new long[] {weak, strong, weak, strong}) {
            long seeker = world.spawn(Kinds.ZERO);
            world.set(seeker, Kinds.TARGET, target);
            seekers.add(seeker);
        }
        List<Long> found = new ArrayList<>();
        world.query()
                .all(Kinds.TYPE)
                .build()
                .pairKernel(Kinds.TARGET, dying, (row, partner) -> {
                    found.add(row.entity());
                    partner.set(Health.POINTS, 1); // so that the next seeker does not find it
                })
                .run();

        assertEquals(List.of(seekers.get(0)), found);
        assertEquals(1, world.get(weak, Health.POINTS));
        assertEquals(5, world.get(strong, Health.POINTS));
        Selection seeking = Selection.of(world.query().all(Kinds.TYPE).build()).collect();
        assertEquals(0, seeking.join(Kinds.TARGET, dying).size());
        world.set(strong, Health.POINTS, -3);
        assertEquals(2, seeking.collect().join(Kinds.TARGET, dying).size());
    }

    @Test
    void shouldClearChangesOfRowsThatDoNotMeetTheCondition() {
        try (Query hurt = world.query()
                .changed(Health.TYPE)
                .where(Health.POINTS)
                .atMost(0)
                .build()) {
            List<Long> entities = spawn(20);
            assertEquals(List.of(0, 0), points(hurt));
            assertEquals(List.of(), points(hurt));

            world.set(entities.get(5), Health.POINTS, 3);
            assertEquals(List.of(), points(hurt)); // clears the change: the row has enough points
            world.set(entities.get(6), Health.POINTS, -1);
            assertEquals(List.of(-1), points(hurt));
        }
    }

    @Test
    void shouldCollectChangesOfItsOwnIfItIsDerivedFromAQueryForChanges() {
        try (Query changed = world.query().changed(Health.TYPE).build()) {
            long early = world.spawn(new Health(0));
            try (Query derived = changed.where(Health.POINTS).atMost(0)) {
                long late = world.spawn(new Health(0));
                assertEquals(2, changed.count());
                assertEquals(late, derived.single());
                assertEquals(1, points(derived).size());
                assertEquals(List.of(0, 0), points(changed));
                assertTrue(world.isAlive(early));
            }
        }
    }

    @Test
    void shouldRecordWritesOfTheRowsThatItsKernelRunsOver() {
        List<Long> entities = spawn(100);
        try (Query changed = world.query().changed(Health.TYPE).build()) {
            dying.kernel(row -> row.set(Health.POINTS, 50)).run();

            assertEquals(10, changed.count());
            assertEquals(entities.get(0), changed.first());
        }
    }

    @Test
    void shouldRefuseAClosedQueryAndAWrongThread() {
        Elsewhere.run(
                "another",
                () -> assertFails(
                        "belongs to thread", () -> living.where(Health.POINTS).atMost(1)));
        living.close();
        assertFails("is closed", () -> living.where(Health.POINTS).atMost(1));
        assertEquals(0, dying.count(), "a derived query stays open");
    }

    @Test
    void shouldHaveDoneNothingIfThereIsNoMemoryForTheSnapshot() {
        spawn(100);
        memory.failNext();
        assertThrows(NativeMemoryException.class, () -> dying.bulk().destroy());

        assertEquals(100, living.count());
        assertEquals(10, dying.bulk().destroy());
    }

    private static final double[] NUMBERS = {
        0.0,
        -0.0,
        1,
        -1,
        0.1,
        0.1f,
        -0.1,
        127,
        -128,
        32768,
        16777217,
        1e-300,
        -1e-300,
        1e300,
        -1e300,
        Float.MIN_VALUE,
        -Float.MIN_VALUE,
        Float.MAX_VALUE,
        -Float.MAX_VALUE,
        Double.MIN_VALUE,
        -Double.MIN_VALUE,
        Double.MAX_VALUE,
        Double.POSITIVE_INFINITY,
        Double.NEGATIVE_INFINITY,
        Double.NaN,
        -Double.NaN
    };
    private static final long[] INTEGERS = {
        0,
        1,
        -1,
        2,
        5,
        127,
        -128,
        128,
        32767,
        -32768,
        32768,
        Integer.MAX_VALUE,
        Integer.MIN_VALUE,
        1L << 31,
        Long.MAX_VALUE,
        Long.MIN_VALUE,
        Long.MAX_VALUE - 1,
        Long.MIN_VALUE + 1
    };
    private final Query all = world.query().all(Kinds.TYPE).none(Frozen.TYPE).build();

    /** Some are destroyed, some lack the component, and some do not match for another reason. */
    private void fill(int count) {
        Random random = new Random(count);
        for (int i = 0; i < count; i++) {
            long entity = random.nextInt(20) == 0 ? world.spawn() : world.spawn(kinds(random));
            if (random.nextInt(20) == 0) {
                world.destroy(entity);
            } else if (random.nextInt(20) == 0) {
                world.add(entity, Frozen.TYPE);
            }
        }
    }

    private static Kinds kinds(Random random) {
        double number = NUMBERS[random.nextInt(NUMBERS.length)];
        long integer = random.nextBoolean() ? random.nextInt(10) - 5 : INTEGERS[random.nextInt(INTEGERS.length)];
        return new Kinds(
                (float) number,
                number,
                (byte) integer,
                (short) integer,
                (int) integer,
                integer,
                random.nextBoolean(),
                integer,
                null);
    }

    private static List<Integer> indices(Query query) {
        List<Integer> rows = new ArrayList<>();
        query.forEach(row -> rows.add(row.index()));
        return rows;
    }

    private void check(Condition condition, Predicate<Row> expected) {
        List<Integer> rows = new ArrayList<>();
        all.forEach(row -> {
            if (expected.test(row)) {
                rows.add(row.index());
            }
        });
        Query query = all.where(condition);

        assertEquals(rows, indices(query), condition::toString);
        assertEquals(rows.size(), query.count(), condition::toString);
        assertEquals(rows.isEmpty() ? -1 : rows.get(0), firstIndex(query), condition::toString);
    }

    private static int firstIndex(Query query) {
        long first = query.first();
        return first == Entity.NULL ? -1 : Entity.index(first);
    }

    static IntStream counts() {
        return IntStream.of(0, 1, 63, 64, 65, 300, ROWS + 65, 1000, 2000, ROWS - 1)
                .limit(Soak.times(7, 10));
    }

    @ParameterizedTest
    @MethodSource("counts")
    void shouldCompareFloatingPointNumbersLikeJava(int count) {
        fill(count);
        for (double number : NUMBERS) {
            if (!Double.isNaN(number)) {
                checkNumber(Condition.on(Kinds.F32), row -> row.get(Kinds.F32), number);
                checkNumber(Condition.on(Kinds.F64), row -> row.get(Kinds.F64), number);
            }
        }
    }

    private void checkNumber(Comparison.OfFloats<Condition> on, ToDoubleFunction<Row> value, double number) {
        DoubleBound bound = new DoubleBound(number == 0 ? 7 : 0);
        Condition belowBound = on.lessThan(bound);
        Condition equalToBound = on.equalTo(bound);
        bound.set(number);
        checkNumber(on.atMost(number), value, v -> v <= number);
        checkNumber(on.atLeast(number), value, v -> v >= number);
        checkNumber(on.lessThan(number), value, v -> v < number);
        checkNumber(belowBound, value, v -> v < number);
        checkNumber(on.greaterThan(number), value, v -> v > number);
        checkNumber(on.equalTo(number), value, v -> v == number);
        checkNumber(equalToBound, value, v -> v == number);
        checkNumber(on.notEqualTo(number), value, v -> v != number);
        checkNumber(on.between(Math.min(number, 0.5), 0.5), value, v -> v >= Math.min(number, 0.5) && v <= 0.5);
    }

    private void checkNumber(Condition condition, ToDoubleFunction<Row> value, DoublePredicate expected) {
        check(condition, row -> expected.test(value.applyAsDouble(row)));
    }

    @Tag("slow")
    @ParameterizedTest
    @MethodSource("counts")
    void shouldCompareIntegersLikeJava(int count) {
        fill(count);
        for (long number : INTEGERS) {
            checkInteger(Condition.on(Kinds.I8), row -> row.get(Kinds.I8), number);
            checkInteger(Condition.on(Kinds.I16), row -> row.get(Kinds.I16), number);
            checkInteger(Condition.on(Kinds.I32), row -> row.get(Kinds.I32), number);
            checkInteger(Condition.on(Kinds.I64), row -> row.get(Kinds.I64), number);
        }
    }

    private void checkInteger(Comparison.OfIntegers<Condition> on, ToLongFunction<Row> value, long number) {
        LongBound bound = new LongBound(-number);
        Condition aboveBound = on.greaterThan(bound);
        bound.set(number);
        checkInteger(on.atMost(number), value, v -> v <= number);
        checkInteger(on.atLeast(number), value, v -> v >= number);
        checkInteger(on.lessThan(number), value, v -> v < number);
        checkInteger(on.greaterThan(number), value, v -> v > number);
        checkInteger(aboveBound, value, v -> v > number);
        checkInteger(on.equalTo(number), value, v -> v == number);
        checkInteger(on.notEqualTo(number), value, v -> v != number);
        checkInteger(on.between(Math.min(number, 3), 3), value, v -> v >= Math.min(number, 3) && v <= 3);
        if (number != 0) {
            checkInteger(on.hasAll(number), value, v -> (v & number) == number);
            checkInteger(on.hasAny(number), value, v -> (v & number) != 0);
            checkInteger(on.hasNone(number), value, v -> (v & number) == 0);
        }
    }

    private void checkInteger(Condition condition, ToLongFunction<Row> value, LongPredicate expected) {
        check(condition, row -> expected.test(value.applyAsLong(row)));
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 64, 65, 2000, ROWS + 65})
    void shouldCompareBooleansAndHandles(int count) {
        fill(count);
        check(Condition.on(Kinds.FLAG).isTrue(), row -> row.get(Kinds.FLAG));
        check(Condition.on(Kinds.FLAG).isFalse(), row -> !row.get(Kinds.FLAG));
        for (long handle : INTEGERS) {
            check(Condition.on(Kinds.TARGET).equalTo(handle), row -> row.get(Kinds.TARGET) == handle);
            check(Condition.on(Kinds.TARGET).notEqualTo(handle), row -> row.get(Kinds.TARGET) != handle);
        }
    }

    @ParameterizedTest
    @ValueSource(ints = {65, 2000, ROWS + 65})
    void shouldAcceptRowsThatMeetOneOfSeveralConditions(int count) {
        fill(count);
        check(
                Condition.anyOf(
                        Condition.on(Kinds.I32).atMost(0),
                        Condition.on(Kinds.F64).greaterThan(0),
                        Condition.anyOf(Condition.on(Kinds.FLAG).isTrue())),
                row -> row.get(Kinds.I32) <= 0 || row.get(Kinds.F64) > 0 || row.get(Kinds.FLAG));
        check(Condition.anyOf(Condition.on(Kinds.I8).equalTo(1)), row -> row.get(Kinds.I8) == 1);
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 65, 3000})
    void shouldReadALaneOfAVector(int count) {
        Random random = new Random(1);
        List<Integer> expected = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            float[] m = new float[16];
            m[7] = random.nextInt(10);
            m[8] = 10 - m[7];
            long entity = world.spawn(new Matrix(m));
            if (m[8] <= 3) {
                expected.add(Entity.index(entity));
            }
        }
        Query matrices = world.query().all(Matrix.TYPE).build();

        assertEquals(expected, indices(matrices.where(Matrix.M).lane(8).atMost(3)));
        assertThrows(
                IndexOutOfBoundsException.class,
                () -> matrices.where(Matrix.M).lane(16).atMost(3));
        assertRejects("lane(0)", () -> matrices.where(Matrix.M).atMost(3));
    }

    @Test
    void shouldRejectColumnsThatNoRowCanHave() {
        assertRejects("column must not be null", () -> all.where((basalt.component.IntColumn) null));
        assertRejects("event type", () -> all.where(Blow.WEIGHT));
        assertRejects("event type", () -> Condition.on(Blow.WEIGHT));
        assertRejects("condition must not be null", () -> all.where((Condition) null));
        assertRejects("condition must not be null", () -> world.query().where((Condition) null));
        assertRejects("at least one condition", Condition::anyOf);
        assertRejects("condition must not be null", () -> Condition.anyOf((Condition) null));
    }

    @Test
    void shouldRejectNumbersThatNoValueCouldMeet() {
        assertRejects("NaN", () -> all.where(Kinds.F32).atMost(Double.NaN));
        assertRejects("NaN", () -> all.where(Kinds.F64).equalTo(Double.NaN));
        assertRejects("NaN", () -> all.where(Kinds.F64).between(0, Double.NaN));
        assertRejects("NaN", () -> new DoubleBound(Double.NaN));
        assertRejects("least=2.0, greatest=1.0", () -> all.where(Kinds.F32).between(2, 1));
        assertRejects("least=2, greatest=1", () -> all.where(Kinds.I64).between(2, 1));
        assertRejects("mask=0", () -> all.where(Kinds.I32).hasAny(0));
        assertRejects("bound must not be null", () -> all.where(Kinds.I32).atMost((LongBound) null));
        assertRejects("bound must not be null", () -> all.where(Kinds.F32).atMost((DoubleBound) null));
    }

    @Test
    void shouldSayWhatAConditionIs() {
        assertEquals("Kinds.i32 <= 3", Condition.on(Kinds.I32).atMost(3).toString());
        assertEquals(
                "Kinds.f32 >= a bound or Matrix.m[2] from 0.0 to 1.0",
                Condition.anyOf(
                                Condition.on(Kinds.F32).atLeast(new DoubleBound(1)),
                                Condition.on(Matrix.M).lane(2).between(0, 1))
                        .toString());
        assertEquals(List.of(Kinds.I32), Condition.on(Kinds.I32).atMost(3).columns());
    }
}
