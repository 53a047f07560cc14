package basalt.world;

import static basalt.component.layout.BlockLayout.ALIVE_ID;
import static basalt.component.layout.BlockLayout.ROWS;
import static org.junit.jupiter.api.Assertions.assertDoesNotThrow;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import basalt.component.Component;
import basalt.component.DeadEntityException;
import basalt.component.Entity;
import basalt.component.MissingComponentException;
import basalt.component.layout.ComponentAreas;
import basalt.internal.Strict;
import basalt.query.Query;
import basalt.query.Row;
import basalt.storage.BlockPool.AlignedMemory;
import basalt.storage.fixture.DirtyMemory;
import basalt.storage.fixture.Frozen;
import basalt.storage.fixture.Health;
import basalt.storage.fixture.Kinds;
import basalt.storage.fixture.Matrix;
import basalt.storage.fixture.Position;
import basalt.storage.fixture.Rare;
import basalt.storage.fixture.Vectors;
import basalt.storage.fixture.Velocity;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.function.Executable;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class WorldTest {
    private World world;

    @BeforeEach
    void create() {
        world = World.builder().memory(new DirtyMemory(0xFF)).build();
    }

    @AfterEach
    void close() {
        world.close();
    }

    @Test
    void shouldBeEmptyAtFirst() {
        assertEquals(0, world.entityCount());
        assertFalse(world.isAlive(Entity.NULL));
        assertFalse(world.isAlive(Entity.of(0, 1)));
        assertFalse(world.tryDestroy(Entity.NULL));
        assertEquals(
                new WorldStatistics.Memory(0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0),
                world.statistics().memory());
    }

    @Test
    void shouldMakeEntitiesWithValues() {
        long none = world.spawn();
        long one = world.spawn(Kinds.ODD);
        long four = world.spawn(new Frozen(), new Position(1, 2), new Rare(3, "three"), Kinds.HIGHEST);

        assertEquals(3, world.entityCount());
        assertFalse(world.has(none, Kinds.TYPE));
        assertEquals(Kinds.ODD, world.get(one, Kinds.TYPE));
        assertFalse(world.has(one, Frozen.TYPE));
        assertEquals(new Frozen(), world.get(four, Frozen.TYPE));
        assertEquals(new Position(1, 2), world.get(four, Position.TYPE));
        assertEquals(new Rare(3, "three"), world.get(four, Rare.TYPE));
        assertEquals(Kinds.HIGHEST, world.get(four, Kinds.TYPE));
    }

    @Test
    void shouldMakeNoEntityOfValuesThatCannotBeStored() {
        Record none = null;
        assertThrows(IllegalArgumentException.class, () -> world.spawn(new Position(0, 0), none));
        assertThrows(IllegalArgumentException.class, () -> world.spawn(new Position(0, 0), new Matrix(null)));
        var twice =
                assertThrows(IllegalArgumentException.class, () -> world.spawn(new Position(0, 0), new Position(0, 0)));

        assertTrue(twice.getMessage().contains("twice"), twice.getMessage());
        assertTrue(twice.getMessage().contains(Position.TYPE.name()), twice.getMessage());
        assertEquals(0, world.entityCount());
    }

    @ParameterizedTest
    @ValueSource(ints = {0, 1, 63, 64, 65, 4095, 4096, 4097, 16383, 16384, 16385})
    void shouldMakeAndDestroyAnyNumber(int count) {
        List<Long> entities = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            entities.add(world.spawn(new Health(i)));
        }
        assertEquals(count, world.entityCount());
        assertEquals(count, new HashSet<>(entities).size());
        for (int i = 0; i < count; i++) {
            assertEquals(i, world.get(entities.get(i), Health.POINTS));
        }
        for (int i = 0; i < count; i += 2) {
            world.destroy(entities.get(i));
        }
        for (int i = 0; i < count; i++) {
            assertEquals(i % 2 == 1, world.isAlive(entities.get(i)));
        }
        assertEquals(count / 2, world.entityCount());
        for (int i = 0; i < count; i += 2) {
            entities.set(i, world.spawn());
        }
        assertEquals(count, new HashSet<>(entities).size());
        assertEquals(
                (count + ROWS - 1) / ROWS, world.statistics().memory().blocks(), "rows of the dead are used again");
        for (int i = 0; i < count; i += 2) {
            assertFalse(world.has(entities.get(i), Health.TYPE));
        }
    }

    @Test
    void shouldGiveOutOddGenerations() {
        for (int i = 1; i < 20; i++) {
            long entity = world.spawn();
            assertEquals(1, Entity.generation(entity) & 1);
            assertEquals(1, world.entityCount());
            assertTrue(world.tryDestroy(entity));
            assertFalse(world.tryDestroy(entity));
            assertThrows(DeadEntityException.class, () -> world.destroy(entity));
            assertEquals(0, world.entityCount());
        }
    }

    @Test
    void shouldAddZeroes() {
        long before = world.spawn(Kinds.ODD, Vectors.sample(3));
        world.destroy(before);
        List<Long> entities = new ArrayList<>();
        for (int i = 0; i < 64; i++) {
            entities.add(world.spawn()); // one of them in the row of the previous one
        }
        for (long entity : entities) {
            assertTrue(world.add(entity, Kinds.TYPE));
            assertTrue(world.add(entity, Vectors.TYPE));
            assertEquals(Kinds.ZERO, world.get(entity, Kinds.TYPE));
            Vectors.assertSame(
                    new Vectors(
                            new float[4],
                            new double[2],
                            new byte[5],
                            new short[3],
                            new int[2],
                            new long[3],
                            new boolean[7],
                            new long[2]),
                    world.get(entity, Vectors.TYPE));
        }
    }

    @Test
    void shouldAddOnce() {
        long entity = world.spawn(new Position(1, 2));

        assertFalse(world.add(entity, Position.TYPE));
        assertEquals(new Position(1, 2), world.get(entity, Position.TYPE), "it keeps its values");
        assertFalse(world.add(entity, new Position(3, 4)));
        assertEquals(new Position(3, 4), world.get(entity, Position.TYPE), "it takes the new ones");
        assertTrue(world.add(entity, new Velocity(5, 6)));
        assertEquals(new Velocity(5, 6), world.get(entity, Velocity.TYPE));
    }

    @Test
    void shouldRemoveExistingComponents() {
        long entity = world.spawn(new Position(1, 2), new Frozen());

        assertTrue(world.remove(entity, Position.TYPE));
        assertFalse(world.remove(entity, Position.TYPE));
        assertFalse(world.has(entity, Position.TYPE));
        assertTrue(world.has(entity, Frozen.TYPE));
        assertTrue(world.isAlive(entity));
        assertTrue(world.add(entity, Position.TYPE));
        assertEquals(new Position(0, 0), world.get(entity, Position.TYPE));
    }

    @Test
    void shouldReadExistingRecords() {
        long entity = world.spawn(new Position(1, 2));

        assertEquals(new Position(1, 2), world.tryGet(entity, Position.TYPE));
        assertNull(world.tryGet(entity, Velocity.TYPE));
        var missing = assertThrows(MissingComponentException.class, () -> world.get(entity, Velocity.TYPE));
        assertEquals(entity, missing.entity());
        assertThrows(MissingComponentException.class, () -> world.get(entity, Rare.TYPE));
    }

    @Test
    void shouldWriteExistingRecords() {
        long entity = world.spawn(new Position(1, 2), Kinds.ZERO);
        for (Kinds sample : Kinds.SAMPLES) {
            world.set(entity, sample);
            assertEquals(sample, world.get(entity, Kinds.TYPE));
        }
        assertThrows(MissingComponentException.class, () -> world.set(entity, new Velocity(0, 0)));
        assertFalse(world.has(entity, Velocity.TYPE));
        assertThrows(MissingComponentException.class, () -> world.set(entity, new Rare(0, null)));
        Record none = null;
        assertThrows(IllegalArgumentException.class, () -> world.set(entity, none));
        assertThrows(IllegalArgumentException.class, () -> world.add(entity, none));
        assertEquals(new Position(1, 2), world.get(entity, Position.TYPE));
    }

    @Test
    void shouldReadThroughARow() {
        long entity = world.spawn(new Position(1, 2));
        world.row(entity).set(Position.X, 7);

        assertEquals(7, world.row(entity).get(Position.X));
        assertEquals(entity, world.row(entity).entity());
        assertFalse(world.row(entity).has(Velocity.TYPE));
        world.destroy(entity);
        assertThrows(DeadEntityException.class, () -> world.row(entity));
    }

    @Test
    void shouldDisableEntities() {
        long entity = world.spawn(new Position(1, 2));
        long other = world.spawn();
        assertTrue(world.isEnabled(entity));
        world.disable(entity);
        world.disable(entity);

        assertFalse(world.isEnabled(entity));
        assertTrue(world.isEnabled(other));
        assertTrue(world.isAlive(entity));
        assertEquals(2, world.entityCount());
        assertEquals(new Position(1, 2), world.get(entity, Position.TYPE), "it keeps everything");
        world.enable(entity);
        world.enable(entity);
        assertTrue(world.isEnabled(entity));
    }

    @Test
    void shouldEnableReusedRows() {
        List<Long> entities = new ArrayList<>();
        for (int i = 0; i < 64; i++) {
            entities.add(world.spawn(new Position(1, 2)));
        }
        entities.forEach(entity -> {
            world.disable(entity);
            world.disable(entity, Position.TYPE);
            world.destroy(entity);
        });
        for (int i = 0; i < 64; i++) {
            long entity = world.spawn(new Position(1, 2));
            assertTrue(world.isEnabled(entity));
            assertTrue(world.isEnabled(entity, Position.TYPE));
        }
    }

    @Test
    void shouldDisableComponents() {
        long entity = world.spawn(new Position(1, 2), new Rare(3, "x"));
        for (Component<?> component : List.<Component<?>>of(Position.TYPE, Rare.TYPE)) {
            assertTrue(world.isEnabled(entity, component));
            world.disable(entity, component);
            world.disable(entity, component);
            assertFalse(world.isEnabled(entity, component));
            assertTrue(world.has(entity, component));
        }
        assertEquals(new Position(1, 2), world.get(entity, Position.TYPE));
        assertEquals(new Rare(3, "x"), world.get(entity, Rare.TYPE));
        world.enable(entity, Position.TYPE);
        assertTrue(world.isEnabled(entity, Position.TYPE));
        assertFalse(world.isEnabled(entity, Rare.TYPE));
        assertFalse(world.isEnabled(entity, Velocity.TYPE), "absent is not enabled");
        assertThrows(MissingComponentException.class, () -> world.disable(entity, Velocity.TYPE));
        assertThrows(MissingComponentException.class, () -> world.enable(entity, Velocity.TYPE));
    }

    @Test
    void shouldReportItsMemory() {
        world.template().build().spawn(ROWS + 1);
        WorldStatistics.Memory two = world.statistics().memory();
        assertEquals(2, two.blocks());
        ComponentAreas areas = ComponentAreas.process();
        assertEquals(2 * AlignedMemory.reserved(areas.bytesAbove(ALIVE_ID)), two.reservedBytes());
        assertTrue(two.frameBytes() > 0);
        world.add(Entity.of(0, 1), Rare.TYPE);
        WorldStatistics.Memory sparse = world.statistics().memory();
        assertEquals(areas.bytesBelow(Rare.TYPE.id()), sparse.reservedBytes() - two.reservedBytes());
        assertTrue(sparse.columnBytes() > two.columnBytes());
        assertTrue(sparse.columnBytes() < sparse.reservedBytes());
    }

    @Test
    void shouldReportItsChangeQueries() {
        world.spawn(new Position(1, 2));
        world.query().all(Position.TYPE).build().count();
        assertEquals(0, world.statistics().memory().changeQueries());
        assertEquals(0, world.statistics().memory().changeBytes());
        long before = world.statistics().memory().reservedBytes();
        Query one = world.query().changed(Position.TYPE).added(Rare.TYPE).build();
        Query two = world.query().changed(Position.TYPE, Velocity.TYPE).build();
        world.set(world.query().all(Position.TYPE).build().single(), Position.X, 5);

        WorldStatistics.Memory told = world.statistics().memory();
        assertEquals(2, told.changeQueries());
        assertTrue(told.changeBytes() > 0);
        assertEquals(before + told.changeBytes(), told.reservedBytes());
        one.close();
        assertEquals(1, world.statistics().memory().changeQueries());
        assertTrue(world.statistics().memory().changeBytes() < told.changeBytes());
        two.close();
        assertEquals(0, world.statistics().memory().changeQueries());
        assertEquals(0, world.statistics().memory().changeBytes());
        assertEquals(before, world.statistics().memory().reservedBytes());
    }

    @Test
    void shouldCloseTwice() {
        world.spawn(new Rare(1, "x"));
        world.close();

        assertDoesNotThrow(world::close);
    }

    @Test
    void shouldBeIndependentOfOtherWorlds() {
        try (World other = World.builder().distinctHandles(false).build()) {
            long here = world.spawn(new Position(1, 1));
            long there = other.spawn(new Position(2, 2));
            assertEquals(here, there, "handles belong to their world");
            world.set(here, Position.X, 5);
            assertEquals(new Position(2, 2), other.get(there, Position.TYPE));
            world.add(here, new Rare(1, "here"));
            assertFalse(other.has(there, Rare.TYPE));
            world.destroy(here);
            assertTrue(other.isAlive(there));
            world.spawn();
            other.query().build().forEach(row -> {
                assertEquals(there, row.entity());
                assertEquals(1, world.query().build().count());
            });
            assertEquals(0, world.query().all(Position.TYPE).build().count());
            other.add(there, new Rare(2, "there"));
            world.close();
            assertEquals(new Rare(2, "there"), other.get(there, Rare.TYPE));
        }
    }

    @Test
    void shouldAddNothingIfTheRecordsOwnCodeDestroysTheEntity() {
        long entity = world.spawn();
        Selfish.entity = entity;
        Selfish.world = world;

        assertThrows(DeadEntityException.class, () -> world.add(entity, new Selfish(1)));

        Selfish.world = null;
        for (int i = 0; i < 128; i++) {
            world.spawn(); // one of them in the row of the destroyed one
        }
        assertEquals(0, world.query().all(Selfish.TYPE).build().count());
    }

    /** A record whose accessor changes the world. */
    public record Selfish(float value) {
        static final Component<Selfish> TYPE = Component.of(Selfish.class);
        static World world;
        static long entity;

        @Override
        public float value() {
            if (world != null) {
                world.destroy(entity);
            }
            return value;
        }
    }

    @Test
    void shouldRejectComponentsAsValues() {
        long entity = world.spawn();
        List<Executable> attempts = List.of(
                () -> world.spawn(new Position(0, 0), Position.X),
                () -> world.template().with(new Position(0, 0), Position.X),
                () -> world.add(entity, Position.X),
                () -> world.set(entity, Position.X),
                () -> world.query().build().bulk().add(Position.X));
        for (Executable attempt : attempts) {
            var rejection = assertThrows(IllegalArgumentException.class, attempt);
            assertTrue(rejection.getMessage().contains("describes a component"), rejection.getMessage());
        }
        assertEquals(1, world.entityCount());
    }

    @Test
    void shouldEndItsRowsInStrictMode() {
        assumeTrue(Strict.ON);
        World other = World.create();
        long entity = other.spawn(new Position(1, 2));
        Row row = other.row(entity);
        assertEquals(1, row.get(Position.X));
        other.close();

        List<Executable> uses = List.of(
                () -> row.get(Position.X),
                () -> row.set(Position.X, 5),
                row::entity,
                row::index,
                () -> row.has(Position.TYPE),
                () -> row.isEnabled(Position.TYPE));
        uses.forEach(use -> assertThrows(IllegalStateException.class, use));
    }

    @Test
    void shouldRejectNullComponents() {
        long entity = world.spawn(new Position(1, 2));
        Component<?> none = null;
        assertThrows(IllegalArgumentException.class, () -> world.add(entity, none));
        assertThrows(IllegalArgumentException.class, () -> world.remove(entity, none));
        assertThrows(IllegalArgumentException.class, () -> world.has(entity, none));
        assertThrows(IllegalArgumentException.class, () -> world.disable(entity, none));

        assertEquals(new Position(1, 2), world.get(entity, Position.TYPE));
        assertEquals(1, world.entityCount());
    }
}
