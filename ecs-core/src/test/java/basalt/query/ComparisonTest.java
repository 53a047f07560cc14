package basalt.query;

import static basalt.component.layout.BlockLayout.ROWS;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import basalt.component.Entity;
import basalt.storage.fixture.Blow;
import basalt.storage.fixture.DirtyMemory;
import basalt.storage.fixture.Frozen;
import basalt.storage.fixture.Kinds;
import basalt.storage.fixture.Matrix;
import basalt.storage.fixture.Rare;
import basalt.world.World;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.function.DoublePredicate;
import java.util.function.LongPredicate;
import java.util.function.Predicate;
import java.util.function.ToDoubleFunction;
import java.util.function.ToLongFunction;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.function.Executable;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Compares conditions with Java's operators on the values of each row. */
class ComparisonTest {
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
        -Double.NaN,
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
        Long.MIN_VALUE + 1,
    };

    private World world;
    private Query all;

    @BeforeEach
    void create() {
        world = World.builder().memory(new DirtyMemory(0xFF)).build();
        all = world.query().all(Kinds.TYPE).none(Frozen.TYPE).build();
    }

    @AfterEach
    void close() {
        assertEquals(0, world.frame().usedBytes());
        world.close();
    }

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

    private static List<Integer> rows(Query query) {
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

        assertEquals(rows, rows(query), condition::toString);
        assertEquals(rows.size(), query.count(), condition::toString);
        assertEquals(rows.isEmpty() ? -1 : rows.get(0), firstIndex(query), condition::toString);
    }

    private static int firstIndex(Query query) {
        long first = query.first();
        return first == Entity.NULL ? -1 : Entity.index(first);
    }

    @ParameterizedTest
    @ValueSource(ints = {0, 1, 63, 64, 65, 1000, 2000, ROWS - 1, ROWS + 65})
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

    @ParameterizedTest
    @ValueSource(ints = {0, 1, 63, 64, 65, 1000, 2000, ROWS - 1, ROWS + 65})
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

        assertEquals(expected, rows(matrices.where(Matrix.M).lane(8).atMost(3)));
        assertThrows(
                IndexOutOfBoundsException.class,
                () -> matrices.where(Matrix.M).lane(16).atMost(3));
        assertRejects("lane(0)", () -> matrices.where(Matrix.M).atMost(3));
    }

    @Test
    void shouldReadASparseColumn() {
        List<Integer> expected = new ArrayList<>();
        for (int i = 0; i < 5000; i++) {
            long entity = world.spawn();
            if (i % 3 == 0) {
                world.add(entity, new Rare(i, null));
                if (i < 2000) {
                    expected.add(Entity.index(entity));
                }
            }
        }

        assertEquals(
                expected, rows(world.query().where(Rare.CHARGE).lessThan(2000).build()));
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

    private static void assertRejects(String message, Executable call) {
        IllegalArgumentException thrown = assertThrows(IllegalArgumentException.class, call);
        assertTrue(thrown.getMessage().contains(message), thrown::getMessage);
    }
}
