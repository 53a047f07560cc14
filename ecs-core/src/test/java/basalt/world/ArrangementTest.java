package basalt.world;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import basalt.component.Entity;
import basalt.query.Query;
import basalt.storage.StoreInvariants;
import basalt.storage.fixture.Frozen;
import basalt.storage.fixture.Health;
import basalt.storage.fixture.Kinds;
import basalt.storage.fixture.Position;
import basalt.storage.fixture.Velocity;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ArrangementTest {
    private final World world = World.create();
    private final Template still =
            world.template().with(new Position(0, 0), new Health(0)).build();
    private final Template moving = world.template()
            .with(new Position(0, 0), new Velocity(1, 2), new Health(0))
            .build();
    private final Query frozen =
            world.query().all(Position.TYPE, Health.TYPE, Frozen.TYPE).build();
    private final Query all = world.query().all(Position.TYPE, Health.TYPE).build();
    private final Map<Long, Integer> numbers = new HashMap<>();

    @AfterEach
    void close() {
        world.close();
    }

    /** Entities of three kinds; x and the points are random, y is the number of the entity. */
    private void spawn(int count, Random random) {
        for (int i = 0; i < count; i++) {
            int kind = random.nextInt(3);
            long entity = kind == 0
                    ? still.spawn()
                    : kind == 1 ? moving.spawn() : world.spawn(new Position(0, 0), new Health(0));
            int number = numbers.size();
            numbers.put(entity, number);
            world.set(entity, Position.X, random.nextFloat() * 1000 - 500);
            world.set(entity, Position.Y, number);
            world.set(entity, Health.POINTS, random.nextInt(50) - 25);
            if (random.nextInt(4) == 0) {
                world.add(entity, Frozen.TYPE);
            }
        }
    }

    private void destroy(int oneIn, Random random) {
        List<Long> entities = new ArrayList<>(numbers.keySet());
        Collections.sort(entities);
        for (long entity : entities) {
            if (random.nextInt(oneIn) == 0) {
                world.destroy(entity);
                numbers.remove(entity);
            }
        }
    }

    private void check() {
        StoreInvariants.check(world);
        assertEquals(numbers.size(), world.entityCount());
        numbers.forEach((entity, number) -> assertEquals((float) number, world.get(entity, Position.Y)));
    }

    private List<Long> order(Query query) {
        List<Long> entities = new ArrayList<>();
        query.forEach(row -> entities.add(row.entity()));
        return entities;
    }

    @Test
    void shouldPutEntitiesTogether() {
        Random random = new Random(1);
        spawn(10_000, random);
        Arrangement arrangement = world.rows().arrange(frozen).together();
        assertTrue(frozen.stats().spans() > 1000);
        arrangement.run();
        assertEquals(1, frozen.stats().spans());
        check();
        destroy(3, random);
        spawn(3000, random);
        assertTrue(frozen.stats().spans() > 100);
        arrangement.run();
        assertEquals(1, frozen.stats().spans());
        check();
        for (long entity : order(frozen).subList(0, 500)) {
            world.remove(entity, Frozen.TYPE);
        }
        arrangement.run();
        assertEquals(1, frozen.stats().spans());
        check();
        world.rows().compact();
        assertEquals(1, frozen.stats().spans());
        check();
    }

    @Test
    void shouldNotSpawnAmongThem() {
        spawn(1000, new Random(2));
        world.rows().arrange(all).together().run();
        List<Long> arranged = order(all);
        spawn(1000, new Random(3));
        List<Long> now = order(all);
        int first = now.indexOf(arranged.get(0));
        assertEquals(arranged, now.subList(first, first + arranged.size()));
        check();
    }

    private void assertSorted(Query query, Comparator<Long> comparator, List<Long> before) {
        List<Long> expected = new ArrayList<>(before);
        expected.sort(comparator); // stable
        assertEquals(expected, order(query));
    }

    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3})
    void shouldSortByColumns(long seed) {
        Random random = new Random(seed);
        spawn(20_000, random);
        List<Long> before = order(all);
        world.rows().arrange(all).byColumn(Health.POINTS).run();
        Comparator<Long> byPoints = Comparator.comparing(entity -> world.get(entity, Health.POINTS));
        assertSorted(all, byPoints, before);
        check();
        before = order(all);
        world.rows().arrange(all).byColumnDescending(Position.X).run();
        Comparator<Long> byX = Comparator.comparing(entity -> world.get(entity, Position.X));
        assertSorted(all, byX.reversed(), before);
        check();
    }

    @Test
    void shouldSortByKeysAndCurves() {
        Query kinds = world.query().all(Kinds.TYPE, Position.TYPE).build();
        Random random = new Random(4);
        for (int i = 0; i < 3000; i++) {
            long entity =
                    world.spawn(Kinds.ODD, new Position(random.nextFloat() * 64 - 32, random.nextFloat() * 64 - 32));
            world.set(entity, Kinds.I64, random.nextLong());
        }
        List<Long> before = order(kinds);
        world.rows().arrange(kinds).byKeys(Kinds.I64).run();
        assertSorted(kinds, (a, b) -> Long.compareUnsigned(world.get(a, Kinds.I64), world.get(b, Kinds.I64)), before);
        double random2 = distances(kinds);
        world.rows().arrange(kinds).byCurve(Position.X, Position.Y, 1).run();
        assertTrue(distances(kinds) < random2 / 10, "neighbours in memory are near each other");
        StoreInvariants.check(world);
    }

    /** By the bits of the three numbers of the cell in turn, those of the first one lowest. */
    @Test
    void shouldSortAlongACurveInSpace() {
        Query kinds = world.query().all(Kinds.TYPE, Position.TYPE).build();
        Random random = new Random(5);
        for (int i = 0; i < 3000; i++) {
            long entity = world.spawn(Kinds.ODD, new Position(coordinate(random), coordinate(random)));
            world.set(entity, Kinds.F32, coordinate(random));
        }
        List<Long> before = order(kinds);
        world.rows()
                .arrange(kinds)
                .byCurve(Position.X, Position.Y, Kinds.F32, 2)
                .run();
        Comparator<Long> byCurve = Comparator.comparing(entity -> {
            float x = world.get(entity, Position.X);
            float y = world.get(entity, Position.Y);
            float z = world.get(entity, Kinds.F32);
            return inTurn(cell(x), cell(y), cell(z));
        });
        assertSorted(kinds, byCurve, before);
        StoreInvariants.check(world);
    }

    private static float coordinate(Random random) {
        float[] rare = {Float.NaN, -0f, 2e9f, -2e9f, Float.POSITIVE_INFINITY, Float.NEGATIVE_INFINITY};
        return random.nextInt(20) == 0 ? rare[random.nextInt(rare.length)] : random.nextFloat() * 64 - 32;
    }

    /** The number of a cell of length 2, of 21 bits: the nearest one, and that of the cell at 0 for NaN. */
    private static long cell(float coordinate) {
        double number = Float.isNaN(coordinate) ? 0 : Math.floor(coordinate / 2.0);
        return (long) Math.max(0, Math.min((1 << 21) - 1, number + 0xA_AAAA));
    }

    private static long inTurn(long... numbers) {
        long key = 0;
        for (int bit = 62; bit >= 0; bit--) {
            key = key << 1 | numbers[bit % 3] >>> bit / 3 & 1;
        }
        return key;
    }

    /** The sum of the distances of neighbours in memory. */
    private double distances(Query query) {
        float[] last = new float[2];
        double[] sum = new double[1];
        query.forEach(row -> {
            sum[0] += Math.hypot(row.get(Position.X) - last[0], row.get(Position.Y) - last[1]);
            last[0] = row.get(Position.X);
            last[1] = row.get(Position.Y);
        });
        return sum[0];
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 700, 4096, 100_000})
    void shouldArriveAtTheSameOrderInSteps(int most) {
        Random random = new Random(5);
        spawn(6000, random);
        Arrangement arrangement = world.rows().arrange(all).byColumn(Health.POINTS);
        int steps = 0;
        while (!arrangement.runRows(Math.max(most, 500))) {
            check();
            assertTrue(++steps < 10_000, "does not end");
        }
        List<Long> order = order(all);
        for (int i = 1; i < order.size(); i++) {
            assertTrue(world.get(order.get(i - 1), Health.POINTS) <= world.get(order.get(i), Health.POINTS));
        }
        assertEquals(1, all.stats().spans());
        world.set(order.get(0), Health.POINTS, 100);
        while (!arrangement.run(100)) {
            assertTrue(++steps < 10_000, "does not end");
        }
        assertEquals(order.get(0), order(all).get(order.size() - 1));
        check();
    }

    @ParameterizedTest
    @ValueSource(ints = {0, 29_999})
    void shouldBringKeysFarAwayInFewSweeps(int number) {
        for (int i = 0; i < 30_000; i++) {
            numbers.put(still.spawn(), i);
        }
        numbers.forEach((entity, i) -> {
            world.set(entity, Position.Y, i);
            world.set(entity, Health.POINTS, i);
        });
        Arrangement arrangement = world.rows().arrange(all).byColumn(Health.POINTS);
        arrangement.run();
        List<Long> expected = order(all);
        long entity = expected.remove(number);
        world.set(entity, Health.POINTS, number == 0 ? 40_000 : -1);
        expected.add(number == 0 ? expected.size() : 0, entity);
        int windows = 0;
        while (!arrangement.runRows(1)) {
            windows++;
        }
        assertEquals(expected, order(all));
        assertTrue(windows <= 3 * 30, windows + " windows");
        check();
        world.set(entity, Health.POINTS, number);
        while (!arrangement.runRows(1)) {
            windows++;
        }
        assertTrue(windows <= 6 * 30, windows + " windows");
        assertEquals(number, order(all).indexOf(entity));
    }

    @Test
    void shouldGoOnAfterChanges() {
        Random random = new Random(6);
        spawn(5000, random);
        Arrangement arrangement = world.rows().arrange(frozen).byColumn(Position.X);
        Arrangement other = world.rows().arrange(all).together();
        for (int i = 0; i < 200; i++) {
            switch (random.nextInt(6)) {
                case 0 -> spawn(50, random);
                case 1 -> destroy(20, random);
                case 2 -> world.rows().compactRows(1 + random.nextInt(500));
                case 3 -> arrangement.runRows(1 + random.nextInt(3000));
                case 4 -> other.runRows(1 + random.nextInt(500));
                default -> order(all).stream().limit(20).forEach(entity -> world.add(entity, Frozen.TYPE));
            }
            check();
        }
        arrangement.run();
        List<Long> order = order(frozen);
        for (int i = 1; i < order.size(); i++) {
            assertTrue(world.get(order.get(i - 1), Position.X) <= world.get(order.get(i), Position.X));
        }
        arrangement.close();
        other.run();
        other.close();
        world.rows().compact();
        check();
    }

    @Test
    void shouldKeepIndicesOfEntities() {
        spawn(1000, new Random(10));
        List<Long> before = order(all);
        world.rows().arrange(all).byColumnDescending(Position.Y).run();
        List<Integer> indices = new ArrayList<>();
        all.forEach(row -> indices.add(row.index()));
        List<Long> after = order(all);
        assertEquals(after.stream().map(Entity::index).toList(), indices);
        assertFalse(before.equals(after));
        before.forEach(entity -> assertTrue(world.isAlive(entity)));
    }

    @Test
    void shouldTakeEntitiesFromOneArrangementToAnother() {
        spawn(5000, new Random(11));
        Arrangement ofAll = world.rows().arrange(all).together();
        Arrangement ofFrozen = world.rows().arrange(frozen).together();
        ofAll.run();
        assertEquals(1, all.stats().spans());
        assertTrue(frozen.stats().spans() > 500);
        ofFrozen.run();
        assertEquals(1, frozen.stats().spans());
        assertTrue(all.stats().spans() > 500, "the others have holes now");
        ofAll.run();
        assertEquals(1, all.stats().spans());
        check();
    }

    @Test
    void shouldRefuseWhatItCannotArrange() {
        spawn(10, new Random(7));
        Arrangement arrangement = world.rows().arrange(all).together();
        assertThrows(IllegalArgumentException.class, () -> world.rows().arrange((Query) null));
        assertThrows(
                IllegalArgumentException.class, () -> world.rows().arrange(all).byColumn(Velocity.DX));
        assertThrows(
                IllegalArgumentException.class, () -> world.rows().arrange(all).byCurve(Position.X, Position.Y, 0));
        assertThrows(
                IllegalArgumentException.class,
                () -> world.rows().arrange(all).byCurve(Position.X, Position.Y, Float.NaN));
        assertThrows(IllegalArgumentException.class, () -> arrangement.run(0));
        assertThrows(IllegalArgumentException.class, () -> arrangement.runRows(0));
        try (World second = World.create()) {
            Query foreign = second.query().all(Position.TYPE).build();
            assertThrows(IllegalArgumentException.class, () -> world.rows().arrange(foreign));
        }
        Query changed = world.query().changed(Position.TYPE).build();
        assertThrows(IllegalArgumentException.class, () -> world.rows().arrange(changed));
        all.forEach(row -> assertThrows(IllegalStateException.class, arrangement::run));
        all.forEach(row -> assertThrows(IllegalStateException.class, arrangement::close));
        arrangement.close();
        arrangement.close();
        assertThrows(IllegalStateException.class, arrangement::run);
        Query closed = world.query().all(Health.TYPE).build();
        Arrangement ofClosed = world.rows().arrange(closed).together();
        closed.close();
        assertThrows(IllegalStateException.class, ofClosed::run);
        check();
    }

    @Test
    void shouldDoNothingInAnEmptyWorld() {
        Arrangement arrangement = world.rows().arrange(all).byColumn(Health.POINTS);
        arrangement.run();
        assertTrue(arrangement.run(10));
        assertTrue(arrangement.runRows(10));
        assertEquals(0, world.statistics().rows().blocks());
        spawn(1, new Random(8));
        arrangement.run();
        assertFalse(order(all).isEmpty());
        check();
    }

    /** Entities leave the blocks that a closed arrangement has left behind. */
    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void shouldNotTakeMoreMemoryWithEachArrangement(boolean isSorted) {
        spawn(3_000, new Random(3));
        long after10 = 0;
        for (int i = 1; i <= 100; i++) {
            try (Arrangement one = isSorted
                    ? world.rows().arrange(all).byColumn(Position.X)
                    : world.rows().arrange(all).together()) {
                one.run();
            }
            after10 = i == 10 ? world.statistics().memory().reservedBytes() : after10;
        }
        assertEquals(after10, world.statistics().memory().reservedBytes());
        assertEquals(3_000, all.count());
        StoreInvariants.check(world);
    }
}
