package basalt.query;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assumptions.assumeFalse;
import static org.junit.jupiter.api.Assumptions.assumeTrue;
import static org.junit.jupiter.params.provider.Arguments.arguments;

import basalt.compiler.VectorKernel;
import basalt.component.Column;
import basalt.component.Component;
import basalt.component.Entity;
import basalt.component.EntityHandle;
import basalt.match.Accumulator;
import basalt.match.RecordScan;
import basalt.world.World;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.function.DoubleBinaryOperator;
import java.util.function.ToDoubleFunction;
import java.util.function.ToLongFunction;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** Sums, minima and maxima of columns and of functions of records have the same bits in vector form. */
class TranslatedReductionTest {
    private static final float[] FLOATS = {0, -0f, 1, -1, 4.5f, 1e30f, -1e30f, Float.MIN_VALUE};
    private static final double[] DOUBLES = {0, -0.0, 1e-3, -1, 1e300, -1e300, 3e17, Double.MIN_VALUE};
    private static final long[] LONGS = {0, 1, -1, 1L << 40, Long.MIN_VALUE, Long.MAX_VALUE};
    private static final Set<Integer> KNOWN = Set.of(0, 7);
    private static final double[] SCALE = {1};
    private static int calls;

    record Part(float f, double d, byte b, short s, int i, long l, boolean z) {}

    record Wide(double d) {}

    record Both(@EntityHandle long entity, Part part, Wide wide) {}

    record Hole() {}

    /** The records of a query's rows, by the numbers of the rows. */
    private record Found(SortedMap<Integer, Both> rows) {}

    private final World world = World.create();

    @AfterEach
    void close() {
        world.close();
    }

    private static <T extends Record> Arguments of(String name, Class<T> type, ToDoubleFunction<T> function) {
        return arguments(name, type, function);
    }

    private static <T extends Record> Arguments ofLongs(String name, Class<T> type, ToLongFunction<T> function) {
        return arguments(name, type, function);
    }

    private static double curve(Part part) {
        double x = part.d() > 0 ? Math.sqrt(part.d()) : -part.f();
        return part.z() ? x : x * part.i();
    }

    static Stream<Arguments> numbers() {
        return Stream.of(
                of("float", Part.class, Part::f),
                of("double", Part.class, Part::d),
                of("byte", Part.class, Part::b),
                of("short", Part.class, Part::s),
                of("int", Part.class, Part::i),
                of("long", Part.class, Part::l),
                of("product", Part.class, p -> p.f() * p.d()),
                of("float product", Part.class, p -> p.f() * p.i()),
                of("branches", Part.class, TranslatedReductionTest::curve),
                of("constant", Part.class, p -> 0.1),
                of("negative zero", Part.class, p -> -0.0),
                of("static array", Part.class, p -> p.d() * SCALE[0]),
                of("infinities", Part.class, p -> p.d() / p.i()),
                of("NaN", Part.class, p -> p.b() == 100 ? Double.NaN : p.d()),
                of("bail", Part.class, p -> (p.i() & 63) == 7 && KNOWN.contains(p.i()) ? p.f() : p.d()),
                of(
                        "several components",
                        Both.class,
                        b -> b.part().f() * b.wide().d()),
                of("entity", Both.class, b -> (double) (b.entity() & 0xFFFF)));
    }

    static Stream<Arguments> integers() {
        return Stream.of(
                ofLongs("byte", Part.class, Part::b),
                ofLongs("int", Part.class, Part::i),
                ofLongs("long", Part.class, Part::l),
                ofLongs("product", Part.class, p -> p.l() * p.i()),
                ofLongs("int product", Part.class, p -> p.i() * p.i()),
                ofLongs("float", Part.class, p -> (long) p.f()),
                ofLongs("boolean", Part.class, p -> p.z() ? p.s() : 1),
                ofLongs("bail", Part.class, p -> (p.i() & 63) == 7 && KNOWN.contains(p.i()) ? p.b() : p.l()));
    }

    /** Spawns entities, most of which match: some have a hole, are disabled or dead. */
    private static Found spawn(World world, int count) {
        Random random = new Random(count);
        SortedMap<Integer, Both> rows = new TreeMap<>();
        for (int i = 0; i < count; i++) {
            Part part = new Part(
                    FLOATS[random.nextInt(FLOATS.length)],
                    DOUBLES[random.nextInt(DOUBLES.length)],
                    (byte) random.nextInt(),
                    (short) random.nextInt(),
                    random.nextInt() >> random.nextInt(32),
                    LONGS[random.nextInt(LONGS.length)],
                    random.nextBoolean());
            Wide wide = new Wide(random.nextGaussian());
            long entity = world.spawn(part, wide);
            int chance = i / 1000 % 3 == 0 ? 99 : random.nextInt(60);
            switch (chance) {
                case 0, 1 -> world.add(entity, new Hole());
                case 2 -> world.disable(entity);
                case 3 -> world.disable(entity, Wide.class);
                case 4 -> world.destroy(entity);
                default -> rows.put(Entity.index(entity), new Both(entity, part, wide));
            }
        }
        return new Found(rows);
    }

    private static RecordQuery.Of2<Part, Wide> query(World world) {
        return world.query(Part.class, Wide.class).without(Hole.class);
    }

    private static Record of(Both both, Class<?> type) {
        return type == Part.class ? both.part() : both;
    }

    private static <T extends Record> double expected(
            Found found, Class<T> type, ToDoubleFunction<T> function, double first, DoubleBinaryOperator operation) {
        double[] partials = new double[8];
        Arrays.fill(partials, first);
        found.rows.forEach((row, both) -> {
            double value = function.applyAsDouble(type.cast(of(both, type)));
            partials[row % 8] = operation.applyAsDouble(partials[row % 8], value);
        });
        return Arrays.stream(partials).reduce(operation).orElseThrow();
    }

    private static <T extends Record> void check(
            World world, Found found, Class<T> type, ToDoubleFunction<T> function) {
        RecordQuery.Of2<Part, Wide> query = query(world);
        assertEquals(expected(found, type, function, 0, Double::sum), query.sum(type, function));
        assertEquals(
                expected(found, type, function, Double.POSITIVE_INFINITY, Math::min), query.min(type, function, 5));
        assertEquals(
                expected(found, type, function, Double.NEGATIVE_INFINITY, Math::max), query.max(type, function, 5));
    }

    private static <T extends Record> void checkLongs(
            World world, Found found, Class<T> type, ToLongFunction<T> function) {
        long sum = found.rows.values().stream()
                .mapToLong(both -> function.applyAsLong(type.cast(of(both, type))))
                .sum();
        assertEquals(sum, query(world).sumLong(type, function));
    }

    @ParameterizedTest
    @MethodSource("numbers")
    <T extends Record> void shouldReduceNumbersToTheSameBits(String name, Class<T> type, ToDoubleFunction<T> function) {
        Found found = spawn(world, 20_000);
        check(world, found, type, function);
        for (int operation = Accumulator.SUM; operation <= Accumulator.MAX; operation++) {
            assertNull(refusal(type, function, operation));
        }
        check(world, found, type, function);
    }

    @ParameterizedTest
    @MethodSource("integers")
    <T extends Record> void shouldSumIntegersToTheSame(String name, Class<T> type, ToLongFunction<T> function) {
        Found found = spawn(world, 20_000);
        checkLongs(world, found, type, function);
        assertNull(refusal(type, function, Accumulator.SUM));
        checkLongs(world, found, type, function);
    }

    private static void checkColumns(Reduction reduce, Found found) {
        Component<Part> type = Component.of(Part.class);
        double sumOfFloats = expected(found, Part.class, Part::f, 0, Double::sum);
        double sumOfDoubles = expected(found, Part.class, Part::d, 0, Double::sum);
        assertEquals(sumOfFloats, reduce.sum(type.float32("f")));
        assertEquals(sumOfDoubles, reduce.sum(type.float64("d")));
        assertEquals(sum(found, Part::b), reduce.sum(type.int8("b")));
        assertEquals(sum(found, Part::s), reduce.sum(type.int16("s")));
        assertEquals(sum(found, Part::i), reduce.sum(type.int32("i")));
        assertEquals(sum(found, Part::l), reduce.sum(type.int64("l")));
        assertEquals(sum(found, part -> part.z() ? 1 : 0), reduce.count(type.bool("z")));
        assertEquals(min(found, Part::f), reduce.min(type.float32("f"), 5));
        assertEquals(min(found, Part::d), reduce.min(type.float64("d"), 5));
        assertEquals(min(found, Part::b), reduce.min(type.int8("b"), 5));
        assertEquals(min(found, Part::s), reduce.min(type.int16("s"), 5));
        assertEquals(min(found, Part::i), reduce.min(type.int32("i"), 5));
        assertEquals(Long.MIN_VALUE, reduce.min(type.int64("l"), 5));
        assertEquals(-min(found, part -> -part.f()), reduce.max(type.float32("f"), 5));
        assertEquals(-min(found, part -> -part.d()), reduce.max(type.float64("d"), 5));
        assertEquals(-min(found, part -> -part.b()), reduce.max(type.int8("b"), 5));
        assertEquals(-min(found, part -> -part.s()), reduce.max(type.int16("s"), 5));
        assertEquals(-min(found, part -> -(double) part.i()), reduce.max(type.int32("i"), 5));
        assertEquals(Long.MAX_VALUE, reduce.max(type.int64("l"), 5));
    }

    private static long sum(Found found, ToLongFunction<Part> function) {
        return found.rows.values().stream().map(Both::part).mapToLong(function).sum();
    }

    private static double min(Found found, ToDoubleFunction<Part> function) {
        return expected(found, Part.class, function, Double.POSITIVE_INFINITY, Math::min);
    }

    @Test
    void shouldReduceColumnsToTheSameBits() {
        Found found = spawn(world, 20_000);
        Reduction reduce = query(world).rows().reduce();
        checkColumns(reduce, found);
        for (Column column : Component.of(Part.class).columns()) {
            for (int operation = Accumulator.SUM; operation <= Accumulator.MAX; operation++) {
                assertNull(refusal(reduce.loop(column, operation)));
            }
        }
        checkColumns(reduce, found);
    }

    @Test
    void shouldReturnTheDefaultWhereNoRowMatches() {
        ToDoubleFunction<Part> function = p -> p.d() + 1;
        assertNull(refusal(Part.class, function, Accumulator.SUM));
        assertNull(refusal(Part.class, function, Accumulator.MIN));

        assertEquals(0, query(world).sum(Part.class, function));
        assertEquals(-3, query(world).min(Part.class, function, -3));
    }

    @Test
    void shouldSumOneRow() {
        ToDoubleFunction<Part> function = p -> p.d() + 2;
        assertNull(refusal(Part.class, function, Accumulator.SUM));
        assertNull(refusal(Part.class, function, Accumulator.MIN));
        world.spawn(new Part(0, 5, (byte) 0, (short) 0, 0, 0, false), new Wide(0));

        assertEquals(7, query(world).sum(Part.class, function));
        assertEquals(7, query(world).min(Part.class, function, -3));
    }

    @Test
    void shouldThrowAtTheRow() {
        spawn(world, 5000);
        ToLongFunction<Part> function = p -> 100 / p.i();
        assertNull(refusal(Part.class, function, Accumulator.SUM));

        assertThrows(ArithmeticException.class, () -> query(world).sumLong(Part.class, function));
    }

    @Test
    void shouldRefuseWhatWrites() {
        Found found = spawn(world, 5000);
        ToLongFunction<Part> function = p -> calls++ >= 0 ? p.i() : 0;

        assertNotNull(refusal(Part.class, function, Accumulator.SUM));

        calls = 0;
        query(world).sumLong(Part.class, function);
        assertEquals(found.rows.size(), calls);
    }

    @Test
    void shouldKeepRowsWhereFunctionsOfAClassDiffer() {
        Found found = spawn(world, 5000);
        for (double scale = 1; scale < 4; scale++) {
            double by = scale;
            ToDoubleFunction<Part> function = p -> p.d() * by;
            assertNull(scan(Part.class, function).shared(Accumulator.SUM));
            check(world, found, Part.class, function);
        }
    }

    @Test
    void shouldReduceInSeveralWorldsAtATime() throws Exception {
        ToDoubleFunction<Part> function = p -> p.d() * p.f();
        for (int operation = Accumulator.SUM; operation <= Accumulator.MAX; operation++) {
            assertNull(refusal(Part.class, function, operation));
        }
        ExecutorService threads = Executors.newFixedThreadPool(2);
        List<Future<Void>> results = new ArrayList<>();
        for (int i = 0; i < 2; i++) {
            int count = 1000 + 500 * i;
            Callable<Void> job = () -> {
                try (World own = World.create()) {
                    Found found = spawn(own, count);
                    for (int round = 0; round < 50; round++) {
                        check(own, found, Part.class, function);
                    }
                }
                return null;
            };
            results.add(threads.submit(job));
        }
        threads.shutdown();
        for (Future<Void> result : results) {
            result.get();
        }
    }

    private static RecordScan scan(Class<?> type, Object function) {
        return RecordScan.of(function, RecordShape.of(type));
    }

    /** Why a function is not translated; null if it is, and runs only in vector form from now on. */
    private static String refusal(Class<?> type, Object function, int operation) {
        assumeTrue(VectorKernel.missing() == null, VectorKernel::missing);
        return refusal(scan(type, function).shared(operation));
    }

    private static String refusal(RecordScan.Loop loop) {
        assumeTrue(VectorKernel.missing() == null, VectorKernel::missing);
        String reason = VectorKernel.translateNow(((FunctionDriver.Loop) loop).driver());
        assumeFalse(TranslatedKernel.isTooNarrow(reason), reason);
        return reason;
    }
}
