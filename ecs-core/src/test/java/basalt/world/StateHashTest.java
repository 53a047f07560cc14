package basalt.world;

import static basalt.component.layout.BlockLayout.ROWS;
import static basalt.memory.Refusal.assertIllegal;
import static basalt.memory.Refusal.assertThrowsWith;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import basalt.component.Component;
import basalt.component.Entity;
import basalt.memory.ChildJvm;
import basalt.memory.CountingMemory;
import basalt.memory.Elsewhere;
import basalt.memory.FailingMemory;
import basalt.memory.NativeMemoryException;
import basalt.query.Query;
import basalt.save.Saves;
import basalt.storage.fixture.DirtyMemory;
import basalt.storage.fixture.Frozen;
import basalt.storage.fixture.Health;
import basalt.storage.fixture.Kinds;
import basalt.storage.fixture.Position;
import basalt.storage.fixture.Rarer;
import basalt.storage.fixture.Vectors;
import basalt.storage.fixture.Velocity;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Consumer;
import java.util.function.LongSupplier;
import org.agrona.UnsafeApi;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class StateHashTest extends WorldFixture {
    private final Set<Long> hashes = new HashSet<>(Set.of(Saves.stateHash(world)));

    /** The hash is new, and the same if it is made from scratch. */
    private void requireNew() {
        assertTrue(hashes.add(StateHashes.requireExact(world)), "the hash has not changed");
    }

    private void requireNew(Runnable change) {
        change.run();
        requireNew();
    }

    private void requireKnown(Runnable change) {
        change.run();
        requireKnown();
    }

    private void requireKnown() {
        assertTrue(!hashes.add(StateHashes.requireExact(world)), "the hash has changed");
    }

    private static long hashOf(Consumer<World> content) {
        try (World other = World.create()) {
            content.accept(other);
            return Saves.stateHash(other);
        }
    }

    @Test
    void shouldNotDependOnHowTheWorldCameToBe() {
        long direct = hashOf(other -> {
            other.spawn(new Position(1, 2), new Velocity(3, 4));
            other.spawn(new Health(1));
        });
        long detour = hashOf(other -> {
            long first = other.spawn(new Position(9, 9), new Velocity(9, 9));
            long second = other.spawn(new Health(9));
            other.destroy(first);
            Saves.stateHash(other);
            long again = spawnAt(other, first, () -> other.spawn(new Position(1, 9), new Velocity(3, 4)));
            other.add(second, Frozen.TYPE);
            Saves.stateHash(other);
            other.set(second, new Health(1));
            other.remove(second, Frozen.TYPE);
            other.set(again, Position.Y, 2f);
        });
        assertEquals(direct, detour);
    }

    @Test
    void shouldDifferForEachChange() {
        long entity = world.spawn();
        requireNew();
        requireNew(() -> world.add(entity, Frozen.TYPE));
        requireNew(() -> world.disable(entity, Frozen.TYPE));
        requireNew(() -> world.disable(entity));
        requireNew(() -> world.enable(entity, Frozen.TYPE));
        requireKnown(() -> world.enable(entity));
        requireNew(() -> world.add(entity, new Position(0, 0)));
        requireNew(() -> world.set(entity, Position.X, -0f));
        requireNew(() -> world.set(entity, Position.Y, -0f));
        requireNew(() -> world.spawn(new Position(0, 0)));
        requireNew(() -> world.remove(entity, Position.TYPE));
        requireNew(() -> world.time().advance(0));
        requireNew(() -> world.time().advance(1));
        requireNew(() -> world.destroy(entity));
    }

    @Test
    void shouldDifferForEachColumn() {
        long entity = world.spawn(Vectors.sample(0));
        requireNew();
        for (int lane : new int[] {0, 1}) {
            requireNew(() -> world.row(entity).set(Vectors.F32, lane, 1000f));
            requireNew(() -> world.row(entity).set(Vectors.F64, lane, 1000.0));
            requireNew(() -> world.row(entity).set(Vectors.I8, lane, (byte) 77));
            requireNew(() -> world.row(entity).set(Vectors.I16, lane, (short) 1000));
            requireNew(() -> world.row(entity).set(Vectors.I32, lane, 1000));
            requireNew(() -> world.row(entity).set(Vectors.I64, lane, 1000L));
            requireNew(() -> world.row(entity)
                    .set(Vectors.FLAGS, lane, !world.row(entity).get(Vectors.FLAGS, lane)));
            requireNew(() -> world.row(entity).set(Vectors.TARGETS, lane, entity));
            requireNew(() -> world.row(entity).set(Vectors.TARGETS, lane, Entity.NULL));
        }
        requireNew(() -> world.row(entity).set(Vectors.F32, 0, Float.NaN));
        requireKnown(() -> world.row(entity).set(Vectors.F32, 0, Float.intBitsToFloat(0xFFC12345)));
    }

    @Test
    void shouldDifferIfValuesChangeRowsOrColumns() {
        long one = world.spawn(new Position(1, 2));
        long other = world.spawn(new Position(3, 4));
        requireNew();
        world.set(one, new Position(3, 2));
        requireNew(() -> world.set(other, new Position(1, 4)));
        requireNew(() -> world.set(one, new Position(2, 3)));
    }

    @Test
    void shouldNotDependOnGenerations() {
        long expected = hashOf(other -> spawnWithItself(other));
        long reborn = hashOf(other -> {
            long first = spawnWithItself(other);
            other.destroy(first);
            spawnAt(other, first, () -> spawnWithItself(other));
        });
        assertEquals(expected, reborn);
    }

    /** Spawns an entity with the index of one that was destroyed. */
    private static long spawnAt(World world, long destroyed, LongSupplier spawn) {
        List<Long> others = new ArrayList<>();
        long entity = spawn.getAsLong();
        while (Entity.index(entity) != Entity.index(destroyed)) {
            assertTrue(others.size() < ROWS);
            others.add(entity);
            entity = spawn.getAsLong();
        }
        others.forEach(world::destroy);
        assertNotEquals(destroyed, entity);
        return entity;
    }

    private static long spawnWithItself(World world) {
        long entity = world.spawn(Vectors.sample(0));
        world.row(entity).set(Vectors.TARGETS, 0, entity);
        return entity;
    }

    @Test
    void shouldNotContainManagedColumns() {
        long entity = world.spawn(Kinds.ODD);
        requireNew();
        requireKnown(() -> world.set(entity, Kinds.NAME, null));
    }

    @Test
    void shouldNotContainRowsWithoutTheComponent() {
        long[] entities = new long[1500];
        for (int i = 0; i < entities.length; i++) {
            entities[i] = world.spawn(new Health(i));
        }
        requireNew();
        for (int i = 0; i < entities.length; i += 3) {
            world.add(entities[i], new Position(i + 1, i + 2));
        }
        requireNew();
        for (int i = 0; i < entities.length; i += 3) {
            world.remove(entities[i], Position.TYPE);
        }
        requireKnown();
    }

    @Test
    void shouldNotContainAlphaAndCommands() {
        long entity = world.spawn(new Health(1));
        requireNew();
        world.time().interpolate(0.5f);
        requireKnown(() -> world.commands().destroy(entity));
        world.applyCommands();
        StateHashes.requireExact(world);
    }

    @Test
    void shouldNameTheComponentThatDiffers() {
        long entity = world.spawn(new Position(1, 2), new Health(3));
        long positions = Saves.stateHash(world, Position.TYPE);
        long healths = Saves.stateHash(world, Health.TYPE);
        assertNotEquals(0, positions);
        assertEquals(0, Saves.stateHash(world, Rarer.TYPE));
        world.set(entity, Health.POINTS, 4);
        world.time().advance(1);
        assertEquals(positions, Saves.stateHash(world, Position.TYPE));
        assertNotEquals(healths, Saves.stateHash(world, Health.TYPE));
    }

    @Test
    void shouldCostNothingBeforeTheFirstCall() {
        try (World quiet = World.create()) {
            long entity = quiet.spawn(new Position(1, 2));
            assertEquals(0, quiet.statistics().memory().snapshotBytes());
            assertEquals(0, quiet.statistics().memory().changeBytes());
            Saves.stateHash(quiet);
            assertTrue(quiet.statistics().memory().snapshotBytes() > 0);
            quiet.set(entity, Position.X, 2f);
            assertTrue(quiet.statistics().memory().changeBytes() > 0);
            assertEquals(0, quiet.statistics().memory().changeQueries());
        }
    }

    @Test
    void shouldRefuseMemoryFailuresWhole() {
        CountingMemory counting = new CountingMemory(DirtyMemory.atBothEnds(0xFF));
        int refused = 0;
        boolean isDone = false;
        for (int nth = 1; !isDone; nth++) {
            FailingMemory failing = new FailingMemory(counting);
            try (World small = World.builder().memory(failing).build()) {
                long entity = small.spawn(new Position(1, 2), new Rarer(3));
                failing.failNth(nth);
                try {
                    Saves.stateHash(small);
                    isDone = true;
                } catch (NativeMemoryException e) {
                    refused++;
                }
                failing.failNth(-1);
                small.set(entity, Position.X, 4f);
                assertEquals(hashOf(other -> other.spawn(new Position(4, 2), new Rarer(3))), Saves.stateHash(small));
            }
        }
        assertTrue(refused >= 3, "so few allocations: " + refused);
        assertEquals(0, counting.outstanding());
    }

    @Test
    void shouldRefuseTheWrongMoment() {
        world.spawn(new Position(1, 2));
        Query all = world.query().all(Position.TYPE).build();
        assertIllegal(() -> all.forEach(row -> Saves.stateHash(world)), "Saves.stateHash(...)");
        assertThrows(IllegalArgumentException.class, () -> Saves.stateHash(world, (Component<?>) null));
        Elsewhere.run("another", () -> assertThrows(IllegalStateException.class, () -> Saves.stateHash(world)));
        World closed = World.create();
        Saves.stateHash(closed);
        closed.close();
        assertThrows(IllegalStateException.class, () -> Saves.stateHash(closed));
        assertThrows(IllegalStateException.class, () -> Saves.stateHash(closed, Position.TYPE));
    }

    record Apple(float weight, int seeds) {}

    record Pear(long number, boolean isRipe) {}

    record Plum() {}

    /** The same world with other ids, offsets and block layouts. */
    @Tag("slow")
    @Test
    void shouldNotDependOnTheOrderOfRegistration() {
        Map<String, Long> first = inAChild("apple", "pear", "plum");
        assertEquals(first, inAChild("plum", "apple", "pear"));
        assertEquals(first, inAChild("pear", "-apple", "plum"));
        assertEquals(first, inAChild("-pear", "plum", "-apple"));
    }

    private static Map<String, Long> inAChild(String... order) {
        String path = ChildJvm.pathOf(StateHashTest.class, World.class, UnsafeApi.class, Test.class);
        return ChildJvm.numbers(StateHashTest.class, path, order);
    }

    /** In the child: registers components in the order of the arguments, those with a minus as sparse. */
    public static void main(String[] order) {
        for (String name : order) {
            Class<? extends Record> type =
                    name.contains("apple") ? Apple.class : name.contains("pear") ? Pear.class : Plum.class;
            if (name.startsWith("-")) {
                Component.builder(type).sparse().build();
            } else {
                Component.of(type);
            }
        }
        try (World world = World.create()) {
            for (int i = 0; i < 3000; i++) {
                long entity = world.spawn(new Apple(i / 3f, i));
                if (i % 7 == 0) {
                    world.add(entity, new Pear(i, i % 2 == 0));
                }
                if (i % 5 == 0) {
                    world.add(entity, new Plum());
                }
                if (i % 11 == 0) {
                    world.disable(entity);
                }
            }
            System.out.println("hash=" + Saves.stateHash(world));
            System.out.println("apples=" + Saves.stateHash(world, Component.of(Apple.class)));
        }
    }

    @Nested
    class OfTime {
        private final Time time = world.time();

        @Test
        void shouldBeginAtZeroAndAdvance() {
            assertTime(0, 0, 0);
            assertEquals(0, time.alpha());
            assertSame(time, world.time());
            time.advance(0.25f);
            assertTime(1, 0.25f, 0.25);
            time.advance(0.5);
            assertTime(2, 0.5f, 0.75);
            time.advance(0);
            assertTime(3, 0, 0.75);
            time.advance(Float.MAX_VALUE);
            assertTime(4, Float.MAX_VALUE, Float.MAX_VALUE);
            time.advance(Float.MIN_VALUE);
            assertTime(5, Float.MIN_VALUE, Float.MAX_VALUE);
        }

        @ParameterizedTest
        @ValueSource(
                doubles = {
                    -Double.MIN_VALUE,
                    -1,
                    Double.NaN,
                    Double.POSITIVE_INFINITY,
                    Double.NEGATIVE_INFINITY,
                    2.0 * Float.MAX_VALUE
                })
        void shouldRejectInvalidLengths(double seconds) {
            time.advance(2);
            var rejection =
                    assertThrowsWith(IllegalArgumentException.class, () -> time.advance(seconds), "seconds=" + seconds);
            assertTime(1, 2, 2);
        }

        @Test
        void shouldNotDriftOverMillionsOfTicks() {
            double step = 1 / 60.0;
            int ticks = 5_000_000;
            double plain = 0;
            for (int i = 0; i < ticks; i++) {
                time.advance(step);
                plain += step;
            }
            double exact =
                    new BigDecimal(step).multiply(BigDecimal.valueOf(ticks)).doubleValue();

            assertEquals(exact, time.elapsedSeconds(), Math.ulp(exact));
            assertNotEquals(exact, plain, 100 * Math.ulp(exact), "the plain sum would do");
            assertEquals(ticks, time.tick());
            assertEquals((float) step, time.deltaSeconds());
        }

        @Test
        void shouldKeepAlpha() {
            time.interpolate(0.75f);
            time.advance(1);
            assertEquals(0.75f, time.alpha());
            time.interpolate(1);
            assertEquals(1, time.alpha());
            time.interpolate(0);
            assertEquals(0, time.alpha());
        }

        @ParameterizedTest
        @ValueSource(floats = {-Float.MIN_VALUE, 1.0000001f, Float.NaN, Float.POSITIVE_INFINITY})
        void shouldRejectInvalidAlpha(float alpha) {
            time.interpolate(0.5f);
            assertThrowsWith(IllegalArgumentException.class, () -> time.interpolate(alpha), "alpha=" + alpha);
            assertEquals(0.5f, time.alpha());
        }

        @Test
        void shouldBeReadableAfterClose() {
            time.advance(0.5);
            world.close();
            assertTime(1, 0.5f, 0.5);
        }

        private void assertTime(long tick, float deltaSeconds, double elapsedSeconds) {
            assertEquals(tick, time.tick());
            assertEquals(deltaSeconds, time.deltaSeconds());
            assertEquals(elapsedSeconds, time.elapsedSeconds());
        }
    }
}
