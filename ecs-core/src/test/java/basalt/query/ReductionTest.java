package basalt.query;

import static basalt.component.layout.BlockLayout.ROWS;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import basalt.component.Entity;
import basalt.storage.fixture.Frozen;
import basalt.storage.fixture.Kinds;
import basalt.storage.fixture.Matrix;
import basalt.storage.fixture.Position;
import basalt.storage.fixture.WorldFixture;
import java.util.List;
import java.util.Random;
import java.util.function.DoubleSupplier;
import org.agrona.concurrent.UnsafeBuffer;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ReductionTest extends WorldFixture {
    private Reduction reduce;

    @BeforeEach
    void create() {
        reduce = world.query().all(Kinds.TYPE).none(Frozen.TYPE).build().reduce();
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 63, 64, 65, 4095, 4096, 4097, 16383, 16384, 16385})
    void shouldIncludeEveryMatchingRow(int count) {
        Expected expected = new Expected();
        Random random = new Random(count);
        for (int i = 0; i < count; i++) {
            int value = random.nextInt(2001) - 1000;
            long entity = world.spawn(kinds(value));
            if (i > 0 && random.nextInt(10) == 0) {
                world.destroy(entity);
            } else if (i > 0 && random.nextInt(10) == 0) {
                world.add(entity, Frozen.TYPE);
            } else {
                expected.add(value);
            }
        }
        expected.check(reduce);
    }

    /** A row whose columns all have one number as value. */
    private static Kinds kinds(int value) {
        return new Kinds(
                value, value, (byte) (value >> 4), (short) value, value, value * 1_000_000_000L, value > 0, 0, null);
    }

    private static final class Expected {
        private long sum;
        private long byteSum;
        private int positive;
        private int min = Integer.MAX_VALUE;
        private int max = Integer.MIN_VALUE;

        void add(int value) {
            sum += value;
            byteSum += value >> 4;
            positive += value > 0 ? 1 : 0;
            min = Math.min(min, value);
            max = Math.max(max, value);
        }

        void check(Reduction reduce) {
            assertEquals(sum, reduce.sum(Kinds.F32));
            assertEquals(sum, reduce.sum(Kinds.F64));
            assertEquals(byteSum, reduce.sum(Kinds.I8));
            assertEquals(sum, reduce.sum(Kinds.I16));
            assertEquals(sum, reduce.sum(Kinds.I32));
            assertEquals(sum * 1_000_000_000L, reduce.sum(Kinds.I64));
            assertEquals(positive, reduce.count(Kinds.FLAG));
            assertEquals(min, reduce.min(Kinds.F32, 5000));
            assertEquals(min, reduce.min(Kinds.F64, 5000));
            assertEquals(min >> 4, reduce.min(Kinds.I8, 5000));
            assertEquals(min, reduce.min(Kinds.I16, 5000));
            assertEquals(min, reduce.min(Kinds.I32, 5000));
            assertEquals(min * 1_000_000_000L, reduce.min(Kinds.I64, 5000));
            assertEquals(max, reduce.max(Kinds.F32, 5000));
            assertEquals(max, reduce.max(Kinds.F64, 5000));
            assertEquals(max >> 4, reduce.max(Kinds.I8, 5000));
            assertEquals(max, reduce.max(Kinds.I16, 5000));
            assertEquals(max, reduce.max(Kinds.I32, 5000));
            assertEquals(max * 1_000_000_000L, reduce.max(Kinds.I64, 5000));
        }
    }

    @Test
    void shouldReturnTheDefaultWhenNothingMatches() {
        assertEquals(0, reduce.sum(Kinds.F32));
        assertEquals(0, reduce.sum(Kinds.F64));
        assertEquals(0, reduce.sum(Kinds.I8));
        assertEquals(0, reduce.sum(Kinds.I16));
        assertEquals(0, reduce.sum(Kinds.I32));
        assertEquals(0, reduce.sum(Kinds.I64));
        assertEquals(0, reduce.count(Kinds.FLAG));
        assertEquals(-3, reduce.min(Kinds.F32, -3));
        assertEquals(-3, reduce.min(Kinds.F64, -3));
        assertEquals(-300, reduce.min(Kinds.I8, -300));
        assertEquals(-3, reduce.min(Kinds.I16, -3));
        assertEquals(-3, reduce.min(Kinds.I32, -3));
        assertEquals(-3, reduce.min(Kinds.I64, -3));
        assertEquals(-4, reduce.max(Kinds.F32, -4));
        assertEquals(-4, reduce.max(Kinds.F64, -4));
        assertEquals(-400, reduce.max(Kinds.I8, -400));
        assertEquals(-4, reduce.max(Kinds.I16, -4));
        assertEquals(-4, reduce.max(Kinds.I32, -4));
        assertEquals(-4, reduce.max(Kinds.I64, -4));
        assertTrue(Double.isNaN(reduce.min(Kinds.F64, Double.NaN)));
    }

    @Test
    void shouldCountNonZeroAsTrue() {
        world.spawn(kinds(-1));
        world.spawn(kinds(1));
        world.query().all(Kinds.TYPE).build().forEachSpan(span -> {
            UnsafeBuffer flags = new UnsafeBuffer();
            span.wrap(Kinds.FLAG, flags);
            flags.putByte(1, (byte) -2); // as in memory that was copied from other code
        });

        assertEquals(1, reduce.count(Kinds.FLAG));
    }

    @Test
    void shouldHandleTheEndsOfTheirRanges() {
        world.spawn(Kinds.LOWEST);
        world.spawn(Kinds.HIGHEST);

        assertEquals(0, reduce.sum(Kinds.F32));
        assertEquals(-1, reduce.sum(Kinds.I8));
        assertEquals(-1, reduce.sum(Kinds.I16));
        assertEquals(-1, reduce.sum(Kinds.I32));
        assertEquals(-1, reduce.sum(Kinds.I64));
        assertEquals(Float.MAX_VALUE, reduce.max(Kinds.F32, 0));
        assertEquals(-Float.MAX_VALUE, reduce.min(Kinds.F32, 0));
        assertEquals(Double.MAX_VALUE, reduce.max(Kinds.F64, 0));
        assertEquals(-Double.MAX_VALUE, reduce.min(Kinds.F64, 0));
        assertEquals(Byte.MIN_VALUE, reduce.min(Kinds.I8, 0));
        assertEquals(Short.MAX_VALUE, reduce.max(Kinds.I16, 0));
        assertEquals(Integer.MIN_VALUE, reduce.min(Kinds.I32, 0));
        assertEquals(Long.MIN_VALUE, reduce.min(Kinds.I64, 0));
        assertEquals(Long.MAX_VALUE, reduce.max(Kinds.I64, 0));
    }

    @Test
    void shouldFindTheExtremeOfOneRow() {
        world.spawn(Kinds.ODD);
        assertEquals(Float.NEGATIVE_INFINITY, reduce.max(Kinds.F32, 0));
        assertEquals(Float.NEGATIVE_INFINITY, reduce.min(Kinds.F32, 0));
        assertEquals(Float.NEGATIVE_INFINITY, reduce.sum(Kinds.F32));
        assertEquals(-1, reduce.max(Kinds.I32, 7));
    }

    @Test
    void shouldWrapAroundLikeLongs() {
        world.spawn(Kinds.HIGHEST);
        world.spawn(Kinds.HIGHEST);

        assertEquals(-2, reduce.sum(Kinds.I64));
        assertEquals(2L * Integer.MAX_VALUE, reduce.sum(Kinds.I32));
    }

    @Test
    void shouldBeNaNIfAValueIsNaN() {
        for (int i = 0; i < 130; i++) {
            world.spawn(kinds(i));
        }
        world.set(Entity.of(77, 1), Kinds.F32, Float.NaN);
        world.set(Entity.of(77, 1), Kinds.F64, Double.NaN);
        List<DoubleSupplier> results = List.of(
                () -> reduce.sum(Kinds.F32),
                () -> reduce.sum(Kinds.F64),
                () -> reduce.min(Kinds.F32, 0),
                () -> reduce.min(Kinds.F64, 0),
                () -> reduce.max(Kinds.F32, 0),
                () -> reduce.max(Kinds.F64, 0));
        for (DoubleSupplier result : results) {
            assertTrue(Double.isNaN(result.getAsDouble()));
        }
        assertEquals(129, reduce.max(Kinds.I32, 0));
    }

    @Test
    void shouldSumInDouble() {
        for (int i = 0; i < 1000; i++) {
            world.spawn(new Kinds(0.1f, 0.1, (byte) 0, (short) 0, 0, 0, false, 0, null));
        }
        assertEquals((double) 0.1f * 1000, reduce.sum(Kinds.F32), 1e-10);
    }

    @Test
    void shouldDependOnlyOnRowsAndTheirValues() {
        double[] values = new double[ROWS + 500];
        Random random = new Random(1);
        for (int i = 0; i < values.length; i++) {
            values[i] = (random.nextDouble() - 0.5) * Math.pow(10, random.nextInt(20));
        }
        world.template().with(Kinds.TYPE).build().spawn(values.length, row -> row.set(Kinds.F64, values[row.index()]));
        double[] partials = new double[8];
        for (int i = 0; i < values.length; i++) {
            switch (random.nextInt(20)) {
                case 0 -> world.destroy(Entity.of(i, 1));
                case 1 -> world.remove(Entity.of(i, 1), Kinds.TYPE);
                case 2 -> world.set(Entity.of(i, 1), Kinds.F64, 0);
                default -> partials[i % 8] += values[i];
            }
        }
        double expected = 0;
        for (double partial : partials) {
            expected += partial;
        }

        assertEquals(expected, reduce.sum(Kinds.F64), "to the last bit");
    }

    @Test
    void shouldRejectColumnsThatARowMayLack() {
        Query optional = world.query().all(Kinds.TYPE).optional(Position.TYPE).build();
        Query choice = world.query().any(Position.TYPE).build();
        assertRejects(() -> optional.reduce().sum(Position.X), Position.TYPE.name(), "all()");
        assertRejects(() -> choice.reduce().max(Position.X, 0), Position.TYPE.name(), "all()");
        assertRejects(() -> world.query().build().reduce().count(Kinds.FLAG), Kinds.TYPE.name());
    }

    @Test
    void shouldRejectVectors() {
        Reduction matrices = world.query().all(Matrix.TYPE).build().reduce();

        assertRejects(() -> matrices.sum(Matrix.M), "vector of length 16");
    }
}
