package basalt.world;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import basalt.component.Column;
import basalt.component.Component;
import basalt.component.Entity;
import basalt.memory.CountingMemory;
import basalt.memory.FailingMemory;
import basalt.memory.HeapBytes;
import basalt.memory.NativeMemoryException;
import basalt.query.Commands;
import basalt.query.Query;
import basalt.storage.fixture.DirtyMemory;
import basalt.storage.fixture.Frozen;
import basalt.storage.fixture.Health;
import basalt.storage.fixture.Kinds;
import basalt.storage.fixture.Position;
import basalt.storage.fixture.Rare;
import basalt.storage.fixture.Vectors;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.function.LongConsumer;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ChangesTest {
    private final CountingMemory memory = new CountingMemory(new DirtyMemory(0xFF));
    private final FailingMemory failing = new FailingMemory(memory);
    private final World world = World.builder().memory(failing).build();

    @AfterEach
    void close() {
        world.close();
        assertEquals(0, memory.outstanding());
    }

    @Test
    void shouldReadABulkDestructionInsideALoop() {
        long[] entities = new long[200];
        world.template().with(new Health(1)).build().spawn(entities);
        for (int i = 0; i < 200; i += 3) {
            world.set(entities[i], Health.POINTS, 0);
        }
        Query healthy = world.query().all(Health.TYPE).build();
        Query dying = healthy.where(Health.POINTS).atMost(0);
        RemovedComponents removals = world.removed(Health.TYPE);
        List<Long> visited = new ArrayList<>();
        healthy.forEach(row -> {
            visited.add(row.entity());
            dying.bulk().destroy();
        });

        List<Long> expectedRemovals = new ArrayList<>();
        List<Long> expectedVisits = new ArrayList<>(List.of(entities[0]));
        for (int i = 0; i < 200; i++) {
            (i % 3 == 0 ? expectedRemovals : expectedVisits).add(entities[i]);
        }
        assertEquals(expectedVisits, visited);
        assertEquals(expectedRemovals, read(removals));
    }

    @Test
    void shouldReadLossesDuringTheLoop() {
        RemovedComponents removals = world.removed(Health.TYPE);
        lose(2);
        int read = 0;
        while (removals.next()) {
            if (read++ < 3) {
                lose(1);
            }
        }
        assertEquals(5, read);
    }

    @Test
    void shouldLeaveLossesOfABodyForTheNextCall() {
        RemovedComponents removals = world.removed(Health.TYPE);
        List<Long> entities = lose(3);
        List<Long> read = new ArrayList<>();
        removals.forEach(entity -> {
            read.add(entity);
            assertEquals(entity, removals.entity());
            lose(1);
        });
        assertEquals(entities, read);
        assertEquals(3, removals.remaining());
    }

    @Test
    void shouldCountALossAsReadIfItsBodyThrows() {
        RemovedComponents removals = world.removed(Health.TYPE);
        List<Long> entities = lose(3);
        assertThrows(
                IllegalArgumentException.class,
                () -> removals.forEach(entity -> {
                    throw new IllegalArgumentException("no");
                }));
        assertEquals(entities.subList(1, 3), read(removals));
    }

    @Test
    void shouldHandleABodyThatSkipsOrCloses() {
        RemovedComponents removals = world.removed(Health.TYPE);
        lose(3);
        int[] calls = {0};
        removals.forEach(entity -> {
            calls[0]++;
            removals.skipAll();
        });
        assertEquals(1, calls[0]);
        lose(3);
        assertThrows(IllegalStateException.class, () -> removals.forEach(entity -> removals.close()));
    }

    @Test
    void shouldSkip() {
        RemovedComponents removals = world.removed(Health.TYPE);
        lose(7);
        removals.next();
        assertEquals(6, removals.skipAll());
        assertEquals(0, removals.skipAll());
        assertFalse(removals.next());
        assertEquals(lose(1), read(removals));
    }

    @Test
    void shouldRejectMisuse() {
        RemovedComponents removals = world.removed(Health.TYPE);
        LongConsumer nothing = null;
        Component<?> missing = null;
        assertThrows(IllegalArgumentException.class, () -> removals.forEach(nothing));
        assertThrows(IllegalArgumentException.class, () -> world.removed(missing));
        assertThrows(IllegalStateException.class, removals::entity);
        lose(1);
        assertThrows(IllegalStateException.class, removals::entity);
        read(removals);
        assertThrows(IllegalStateException.class, removals::entity);
        removals.close();
        removals.close();
        var closed = assertThrows(IllegalStateException.class, removals::next);
        assertTrue(closed.getMessage().contains("world.removed(component)"), closed.getMessage());
    }

    @Test
    void shouldCloseAfterItsWorld() {
        RemovedComponents removals;
        try (World other = World.create()) {
            removals = other.removed(Health.TYPE);
            other.destroy(other.spawn(new Health(1)));
        }
        removals.close();
        assertThrows(IllegalStateException.class, removals::remaining);
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 1023, 1024, 1025, 5000})
    void shouldGiveMemoryBackWhenAllHaveRead(int count) {
        lose(1);
        long before = world.statistics().memory().reservedBytes();
        RemovedComponents fast = world.removed(Health.TYPE);
        RemovedComponents slow = world.removed(Health.TYPE);
        lose(count);
        assertEquals(count, read(fast).size());
        assertTrue(world.statistics().memory().reservedBytes() >= before + 8L * count);
        assertEquals(count, read(slow).size());
        assertTrue(world.statistics().memory().reservedBytes() <= before + 2 * 8192);

        lose(count);
        assertEquals(count, read(fast).size());
        slow.close();
        assertEquals(List.of(), read(fast));
        assertTrue(world.statistics().memory().reservedBytes() <= before + 2 * 8192);
        fast.close();
        assertEquals(before, world.statistics().memory().reservedBytes());
    }

    @Test
    void shouldChangeNothingWithoutMemory() {
        world.template().with(new Health(1), new Position(1, 2)).build().spawn(200);
        Query healthy = world.query().all(Health.TYPE).build();
        healthy.count(); // so that the frame arena has its chunk
        RemovedComponents removals = world.removed(Health.TYPE);
        List<Runnable> changes = List.of(
                () -> world.destroy(Entity.of(3, 1)),
                () -> world.tryDestroy(Entity.of(3, 1)),
                () -> world.remove(Entity.of(3, 1), Health.TYPE),
                () -> healthy.bulk().remove(Health.TYPE),
                () -> healthy.bulk().destroy());
        for (Runnable change : changes) {
            failing.failNext();
            assertThrows(NativeMemoryException.class, change::run);
            assertEquals(200, healthy.count());
            assertEquals(200, world.entityCount());
            assertEquals(0, removals.remaining());
        }
        world.remove(Entity.of(0, 1), Position.TYPE);
        world.add(Entity.of(0, 1), Rare.TYPE);
        assertEquals(200, healthy.bulk().destroy());
        assertEquals(200, removals.skipAll());
    }

    @Test
    void shouldNotReadFailedSpawns() {
        Template template =
                world.template().with(new Health(1), new Rare(1, "x")).build();
        RemovedComponents removals = world.removed(Health.TYPE);
        world.template().with(new Health(1)).build().spawn(1); // so that the frame arena has its chunk
        failing.failNext();
        assertThrows(NativeMemoryException.class, () -> template.spawn(100));
        template.spawn(100);
        assertEquals(0, removals.remaining());
    }

    @Test
    void shouldMakeNoGarbage() {
        long entity = world.spawn(new Health(1));
        RemovedComponents removals = world.removed(Frozen.TYPE);
        HeapBytes.assertNone(2000, rounds -> {
            for (int i = 0; i < rounds; i++) {
                world.add(entity, Frozen.TYPE);
                world.remove(entity, Frozen.TYPE);
                while (removals.next()) {
                    world.isAlive(removals.entity());
                }
            }
        });
    }

    private List<Long> lose(int count) {
        List<Long> entities = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            long entity = world.spawn(new Health(i));
            world.destroy(entity);
            entities.add(entity);
        }
        return entities;
    }

    private static List<Long> read(RemovedComponents removals) {
        List<Long> read = new ArrayList<>();
        while (removals.next()) {
            read.add(removals.entity());
        }
        return read;
    }

    /** Each way to write a component of an entity is found once by a change query. */
    @Nested
    class Writes {
        private final World world = World.create();

        private final long entity = world.spawn(Kinds.ODD, Vectors.sample(1), new Rare(1, "x"));

        private final long other = world.spawn(Kinds.ODD, Vectors.sample(2));

        private final Query kinds = world.query().changed(Kinds.TYPE).build();

        private final Query vectors = world.query().changed(Vectors.TYPE).build();

        @AfterEach
        void close() {
            world.close();
        }

        @Test
        void shouldFindScalarsOfEveryKind() {
            int setters = 0;
            for (Attempt attempt : Attempt.allOf(world, Set.of())) {
                boolean isSetter = attempt.method().getName().equals("set")
                        && attempt.method().getParameterCount() == 3
                        && Column.class.isAssignableFrom(attempt.method().getParameterTypes()[1]);
                if (isSetter) {
                    assertNull(attempt.with(entity).thrown(), attempt::toString);
                    assertEquals(List.of(entity), run(kinds), attempt::toString);
                    assertEquals(List.of(), run(kinds), attempt::toString);
                    setters++;
                }
            }
            assertEquals(9, setters);
            assertEquals(List.of(), run(vectors));
        }

        @Test
        void shouldFindElementsOfVectors() {
            world.row(entity).set(Vectors.F32, 1, 7f);
            assertEquals(List.of(entity), run(vectors));
            assertEquals(List.of(), run(kinds));
        }

        @Test
        void shouldFindReferencesAndSparseColumns() {
            Query rare = world.query().changed(Rare.TYPE).build();
            world.set(entity, Rare.NOTE, "note");
            assertEquals(List.of(entity), run(rare));
            world.set(entity, Rare.CHARGE, 5);
            assertEquals(List.of(entity), run(rare));
        }

        @Test
        void shouldFindWritesByCommands() {
            Query rare = world.query().changed(Rare.TYPE).build();
            Query health = world.query().added(Health.TYPE).build();
            Commands commands = world.commands();
            commands.set(entity, Kinds.I64, 7L);
            commands.set(entity, Rare.NOTE, "note");
            commands.add(other, Kinds.ZERO);
            commands.add(other, new Health(3));
            assertEquals(List.of(), run(kinds));
            world.applyCommands();
            assertEquals(List.of(entity, other), run(kinds));
            assertEquals(List.of(entity), run(rare));
            assertEquals(List.of(other), run(health));
        }

        @Test
        void shouldNotFindFailedWrites() {
            long dead = world.spawn(Kinds.ODD);
            run(kinds);
            world.destroy(dead);
            long lacking = world.spawn(new Position(1, 2));
            for (Attempt attempt : Attempt.allOf(world, Set.of())) {
                if (attempt.method().getName().equals("set") && attempt.method().getParameterTypes()[0] == long.class) {
                    assertNotNull(attempt.with(dead).thrown());
                    assertNotNull(attempt.with(lacking).thrown());
                }
            }
            assertEquals(List.of(), run(kinds));
            assertTrue(world.isAlive(lacking));
        }

        private static List<Long> run(Query query) {
            List<Long> found = new ArrayList<>();
            query.forEach(row -> found.add(row.entity()));
            return found;
        }
    }
}
