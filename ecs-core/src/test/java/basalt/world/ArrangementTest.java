package basalt.world;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import basalt.component.ChildOf;
import basalt.component.Entity;
import basalt.component.TreeNode;
import basalt.component.TreeType;
import basalt.memory.LeakCheck;
import basalt.memory.SteadyRounds;
import basalt.query.Query;
import basalt.storage.StoreInvariants;
import basalt.storage.fixture.Frozen;
import basalt.storage.fixture.Health;
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
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

@ExtendWith(LeakCheck.class)
class ArrangementTest extends WorldFixture {
    private final Template still =
            world.template().with(new Position(0, 0), new Health(0)).build();

    private final Template moving = world.template()
            .with(new Position(0, 0), new Velocity(1, 2), new Health(0))
            .build();

    private final Query frozen =
            world.query().all(Position.TYPE, Health.TYPE, Frozen.TYPE).build();

    private final Query all = world.query().all(Position.TYPE, Health.TYPE).build();
    private final Map<Long, Integer> numbers = new HashMap<>();

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

    /** Arrangements make no garbage, also in code that the JIT has not compiled, because they run seldom. */
    @Nested
    class WithoutGarbage {
        private final Template template =
                world.template().with(new Position(0, 0), new Health(0)).build();

        private final Query health = world.query().all(Health.TYPE).build();

        private final long[] entities = new long[5000];

        private int number;

        @BeforeEach
        void spawn() {
            template.spawn(entities);
            for (int i = 0; i < entities.length; i += 3) {
                world.disable(entities[i], Position.TYPE);
            }
        }

        private static void assertNoGarbage(Runnable work) {
            assertEquals(0, SteadyRounds.medianBytes(20, 0, 1, work));
        }

        /** Gives each entity a new key, far from the last one. */
        private void shuffle() {
            number += 3571;
            for (int i = 0; i < entities.length; i++) {
                world.set(entities[i], Health.POINTS, i * 7919 + number & 0xffff);
            }
        }

        @Test
        void shouldMakeNoGarbageInSteps() {
            Arrangement arrangement = world.rows().arrange(health).byColumn(Health.POINTS);
            assertNoGarbage(() -> {
                shuffle();
                arrangement.runRows(5000);
                arrangement.run(1);
                arrangement.run();
            });
        }

        @Test
        void shouldMakeNoGarbageWhereEntitiesComeAndGo() {
            Arrangement arrangement = world.rows().arrange(all).together();
            assertNoGarbage(() -> {
                number++;
                for (int i = 0; i < entities.length; i++) {
                    if ((i + number) % 3 == 0) {
                        world.disable(entities[i], Position.TYPE);
                    } else {
                        world.enable(entities[i], Position.TYPE);
                    }
                }
                arrangement.run();
            });
        }
    }

    /** Arrangements by the levels of a tree. */
    @Nested
    class ByTrees {
        private static final TreeType OTHER = TreeType.of("arranged", TreeType.OnParentDestroy.DETACH);

        private final Hierarchy tree = world.hierarchy();

        private final Query nodes =
                world.query().all(TreeNode.TYPE).includeDisabled().build();

        private final Random random = new Random(1);

        private final List<Long> entities = new ArrayList<>();

        @AfterEach
        void close() {
            StoreInvariants.check(world);
            world.close();
        }

        /** Entities of three kinds of rows, most with a random parent among those before. */
        private void grow(int count) {
            for (int i = 0; i < count; i++) {
                long entity = i % 3 == 0 ? world.spawn(new Position(i, 0)) : i % 3 == 1 ? world.spawn() : spawnFrozen();
                entities.add(entity);
                if (random.nextInt(20) > 0 && entities.size() > 1) {
                    long parent = entities.get(random.nextInt(entities.size() - 1));
                    if (tree.childCount(parent) > 0 && random.nextBoolean()) {
                        tree.attachBefore(entity, tree.firstChild(parent));
                    } else {
                        tree.attach(entity, parent);
                    }
                } else {
                    tree.add(entity);
                }
            }
        }

        private long spawnFrozen() {
            long entity = world.spawn();
            world.add(entity, Frozen.TYPE);
            return entity;
        }

        private List<Long> levels() {
            List<Long> expected = new ArrayList<>();
            for (long entity : entities) {
                if (tree.contains(entity) && tree.parent(entity) == Entity.NULL) {
                    expected.add(entity);
                }
            }
            expected.sort(Comparator.comparing(Entity::index));
            for (int i = 0; i < expected.size(); i++) {
                tree.forEachChild(expected.get(i), expected::add);
            }
            return expected;
        }

        private static List<Long> rows(Query query) {
            List<Long> order = new ArrayList<>();
            query.forEach(row -> order.add(row.entity()));
            return order;
        }

        @Test
        void shouldSortByLevels() {
            grow(20_000);
            Arrangement levels = world.rows().arrange(tree);
            levels.run();
            assertEquals(levels(), rows(nodes));
            assertEquals(2, nodes.stats().spans(), "one in each block");
        }

        @Test
        void shouldFollowChangesOfParents() {
            grow(2000);
            Arrangement levels = world.rows().arrange(tree);
            levels.run();
            for (int i = 0; i < 500; i++) {
                long child = entities.get(random.nextInt(entities.size()));
                long parent = entities.get(random.nextInt(entities.size()));
                if (child != parent && !tree.isAncestor(child, parent)) {
                    tree.attach(child, parent);
                } else {
                    tree.detach(child);
                }
            }
            world.disable(entities.get(7));
            grow(100);
            levels.run();
            assertEquals(levels(), rows(nodes));
            List<Long> dead = new ArrayList<>(entities.subList(100, 200));
            dead.forEach(entity -> {
                if (world.isAlive(entity)) {
                    world.destroy(entity);
                }
            });
            entities.removeIf(entity -> !world.isAlive(entity));
            levels.run();
            assertEquals(levels(), rows(nodes));
        }

        @Test
        void shouldArrangeTheEntitiesOfAQueryAndOfOtherTrees() {
            grow(1000);
            Query positions = world.query().all(Position.TYPE).build();
            long alone = world.spawn(new Position(0, 0));
            long first = world.spawn(new Position(0, 0));
            long second = world.spawn(new Position(0, 0));
            Hierarchy other = world.hierarchy(OTHER);
            other.attach(first, second);
            other.attach(second, alone);
            world.rows().arrange(positions).byTree(OTHER).run();
            assertEquals(List.of(alone, second, first), rows(positions).subList(0, 3));
            List<Long> expected = levels();
            expected.removeIf(entity -> !world.has(entity, Position.TYPE));
            world.rows().arrange(positions).byTree(TreeType.DEFAULT).run();
            assertEquals(expected, rows(positions).subList(0, expected.size()));
            assertEquals(List.of(alone, second, first), rows(positions).subList(expected.size(), expected.size() + 3));
        }

        @Test
        void shouldRefuseWrongArguments() {
            Hierarchy none = null;
            assertThrows(IllegalArgumentException.class, () -> world.rows().arrange(none));
            assertThrows(
                    IllegalArgumentException.class,
                    () -> world.rows().arrange(nodes).byTree(null));
            try (World other = World.create()) {
                assertThrows(IllegalArgumentException.class, () -> world.rows().arrange(other.hierarchy()));
            }
            assertTrue(world.query().all(ChildOf.TYPE).build().isEmpty());
        }
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 10, 100, 500, 5000, 100_000})
    void shouldDifferInFewBitsAroundZero(int cells) {
        long least32 = RowKeys.Curve.cell32(-cells, 1);
        long least21 = RowKeys.Curve.cell21(-cells, 1);
        long varying32 = 0;
        long varying21 = 0;
        for (int cell = -cells; cell <= cells; cell++) {
            varying32 |= RowKeys.Curve.cell32(cell, 1) ^ least32;
            varying21 |= RowKeys.Curve.cell21(cell, 1) ^ least21;
            assertEquals(least32 + cell + cells, RowKeys.Curve.cell32(cell, 1));
            assertEquals(least21 + cell + cells, RowKeys.Curve.cell21(cell, 1));
        }
        int bits = Long.SIZE - Long.numberOfLeadingZeros(2L * cells);
        assertTrue(varying32 >>> bits + 1 == 0, Long.toBinaryString(varying32));
        assertTrue(varying21 >>> bits + 1 == 0, Long.toBinaryString(varying21));
    }

    @Test
    void shouldCountValuesOutsideAsTheNearestCell() {
        assertEquals(0, RowKeys.Curve.cell32(Float.NEGATIVE_INFINITY, 1));
        assertEquals(0, RowKeys.Curve.cell21(Float.NEGATIVE_INFINITY, 1));
        assertEquals((1 << 21) - 1, RowKeys.Curve.cell21(Float.POSITIVE_INFINITY, 1));
        assertEquals(RowKeys.Curve.cell32(0, 1) + Integer.MAX_VALUE, RowKeys.Curve.cell32(Float.POSITIVE_INFINITY, 1));
        assertTrue(RowKeys.Curve.cell32(Float.POSITIVE_INFINITY, 1) >>> Integer.SIZE == 0);
        assertEquals(RowKeys.Curve.cell32(0, 1), RowKeys.Curve.cell32(Float.NaN, 1));
        assertEquals(RowKeys.Curve.cell21(0, 1), RowKeys.Curve.cell21(Float.NaN, 1));
    }
}
