package basalt.query;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assumptions.assumeFalse;
import static org.junit.jupiter.api.Assumptions.assumeTrue;
import static org.junit.jupiter.params.provider.Arguments.arguments;

import basalt.compiler.VectorKernel;
import basalt.component.Component;
import basalt.component.EntityHandle;
import basalt.match.RecordScan;
import basalt.world.World;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.function.Predicate;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** Predicates of records keep the same rows in vector form as when they are called for each row. */
class TranslatedPredicateTest {
    private static final float[] FLOATS = {0, -0f, 1, -1, 4.5f, 5, Float.NaN, Float.POSITIVE_INFINITY, Float.MIN_VALUE};
    private static final double[] DOUBLES = {0, -0.0, 1, -1, 1e300, Double.NaN, Double.NEGATIVE_INFINITY};
    private static final int[] INTS = {0, 1, -1, 7, 100, Integer.MIN_VALUE, Integer.MAX_VALUE};

    enum Mood {
        CALM,
        ANGRY
    }

    record Inner(float x, int y) {}

    record Part(float f, int i, byte b, boolean z, Mood mood, Inner inner) {}

    record Wide(double d, long l) {}

    record Both(@EntityHandle long entity, Part part, Wide wide) {}

    record Hole() {}

    private final World world = World.create();
    private final Random random = new Random(5);

    @AfterEach
    void close() {
        world.close();
    }

    /** A predicate with its record, of which the result is that of the rows that are left. */
    private static <T extends Record> Arguments of(String name, Class<T> type, Predicate<T> predicate) {
        return arguments(name, type, predicate);
    }

    private static boolean isOdd(Part part) {
        int half = part.i() / 2;
        return half * 2 != part.i();
    }

    static Stream<Arguments> predicates() {
        int limit = 3;
        float[] limits = {1};
        Set<Integer> known = Set.of(1, 100);
        Predicate<Part> small = p -> p.f() < 1;
        return Stream.of(
                of("comparison", Part.class, p -> p.f() < 5),
                of("and, or", Part.class, p -> p.i() > 0 && p.z() || p.b() < -100),
                of("branches", Part.class, p -> {
                    if (p.z()) {
                        return p.i() % 3 == 0;
                    }
                    float x = p.inner().x();
                    return x > 0 ? x < limit : p.mood() == Mood.ANGRY;
                }),
                of("captured number", Part.class, p -> p.b() > limit),
                of("captured array", Part.class, p -> p.f() >= limits[0]),
                of("NaN", Part.class, p -> p.f() != p.f()),
                of("sign of zero", Part.class, p -> 1 / p.f() < 0),
                of("method", Part.class, TranslatedPredicateTest::isOdd),
                of("accessor", Part.class, Part::z),
                of("all", Part.class, p -> true),
                of("none", Part.class, p -> false),
                of("invariant", Part.class, p -> limits[0] > 0),
                of("bail", Part.class, p -> p.i() == 100 || p.i() == 0 ? known.contains(p.i()) : p.b() > 3),
                of("division", Part.class, p -> p.i() != 0 && 100 / p.i() > 3),
                of("doubles and longs", Wide.class, w -> w.d() * 2 > -1 && w.l() < 100),
                of(
                        "several components",
                        Both.class,
                        b -> b.part().f() < b.wide().d()),
                of("entity", Both.class, b -> (b.entity() & 4) != 0 && b.part().z()));
    }

    private void spawn(int count) {
        List<Long> spawned = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            long entity = world.spawn(part(), new Wide(any(DOUBLES), random.nextLong() >> random.nextInt(64)));
            spawned.add(entity);
            boolean isFull = i / 1000 % 3 == 0;
            if (!isFull && random.nextInt(20) == 0) {
                world.add(entity, new Hole());
            } else if (!isFull && random.nextInt(20) == 0) {
                world.destroy(entity);
            }
        }
    }

    private Part part() {
        return new Part(
                FLOATS[random.nextInt(FLOATS.length)],
                INTS[random.nextInt(INTS.length)],
                (byte) random.nextInt(),
                random.nextBoolean(),
                Mood.values()[random.nextInt(2)],
                new Inner(random.nextInt(9) - 4, random.nextInt()));
    }

    private double any(double[] values) {
        return values[random.nextInt(values.length)];
    }

    @ParameterizedTest
    @MethodSource("predicates")
    <T extends Record> void shouldKeepTheSameRows(String name, Class<T> type, Predicate<T> predicate) {
        spawn(20_000);
        Condition condition = Condition.on(type, predicate);
        Query all = world.query()
                .all(Component.of(Part.class), Component.of(Wide.class))
                .none(Component.of(Hole.class))
                .build();
        Query some = all.where(condition);
        List<Long> expected = rows(some);
        int count = world.query(Part.class, Wide.class).without(Hole.class).count(type, predicate);

        assertNull(refusal(condition));

        assertEquals(expected, rows(some));
        assertEquals(expected.size(), count);
        assertEquals(expected.size(), some.count());
        assertEquals(
                expected.stream()
                        .filter(entity -> world.get(entity, Part.class).z())
                        .toList(),
                rows(some.where(Part.class, Part::z)));
    }

    @Test
    void shouldCountTheSame() {
        spawn(20_000);
        RecordQuery.Of2<Part, Wide> query = world.query(Part.class, Wide.class).without(Hole.class);
        Predicate<Part> predicate = p -> p.f() < 1 && p.b() > 3;
        int expected = query.count(Part.class, predicate);
        @SuppressWarnings("unchecked")
        Predicate<Record> ofRecords = (Predicate<Record>) (Predicate<?>) predicate;
        RecordShape shape = RecordShape.of(Part.class);

        assertNull(refusal(RecordScan.of(predicate, shape).loop(ofRecords, shape)));

        assertEquals(expected, query.count(Part.class, predicate));
        assertEquals(expected, query.where(Part.class, predicate).count());
    }

    @Test
    void shouldReadWhatIsCapturedAnew() {
        spawn(5000);
        int[] limit = {0};
        Condition condition = Condition.on(Part.class, p -> p.b() > limit[0]);
        RecordQuery.Of1<Part> query = world.query(Part.class);
        Query some = query.rows().where(condition);
        assertNull(refusal(condition));

        for (limit[0] = -20; limit[0] < 20; limit[0] += 10) {
            assertEquals(query.count(Part.class, p -> p.b() > limit[0]), some.count());
        }
    }

    @Test
    void shouldThrowAtTheRow() {
        spawn(5000);
        List<Integer> seen = new ArrayList<>();
        Condition condition = Condition.on(Part.class, p -> {
            if (p.i() == 0) {
                seen.add(p.i());
                throw new IllegalArgumentException("no");
            }
            return p.z();
        });
        Query failing = world.query(Part.class).rows().where(condition);
        assertNull(refusal(condition));

        assertThrows(IllegalArgumentException.class, failing::count);
        assertEquals(1, seen.size());
    }

    @Test
    void shouldRefuseWhatWrites() {
        spawn(5000);
        int[] calls = {0};
        Condition condition = Condition.on(Part.class, p -> calls[0]++ >= 0 && p.z());
        Query some = world.query(Part.class).rows().where(condition);

        assertNotNull(refusal(condition));

        int before = calls[0];
        List<Long> found = rows(some);
        assertEquals(before + world.query(Part.class).count(), calls[0]);
        assertEquals(world.query(Part.class).count(Part.class, Part::z), found.size());
    }

    private static List<Long> rows(Query query) {
        List<Long> rows = new ArrayList<>();
        query.forEach(row -> rows.add(row.entity()));
        return rows;
    }

    private static String refusal(Condition condition) {
        return refusal(condition.alternatives().get(0).loop());
    }

    /** Why the loop of a predicate is not translated; null if it is, and runs only in vector form from now on. */
    private static String refusal(RecordScan.Loop loop) {
        assumeTrue(VectorKernel.missing() == null, VectorKernel::missing);
        String reason = VectorKernel.translateNow(((FunctionDriver.Loop) loop).driver());
        assumeFalse(TranslatedKernel.isTooNarrow(reason), reason);
        return reason;
    }
}
