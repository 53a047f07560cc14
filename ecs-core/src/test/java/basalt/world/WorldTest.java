package basalt.world;

import static basalt.component.Rejection.assertMentions;
import static basalt.component.layout.BlockLayout.ALIVE_ID;
import static basalt.component.layout.BlockLayout.ROWS;
import static basalt.memory.Refusal.assertThrowsWith;
import static org.junit.jupiter.api.Assertions.assertDoesNotThrow;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import basalt.component.Component;
import basalt.component.Entity;
import basalt.component.EventType;
import basalt.component.FloatColumn;
import basalt.component.layout.BlockLayout;
import basalt.component.layout.ComponentAreas;
import basalt.memory.CountingMemory;
import basalt.memory.Elsewhere;
import basalt.memory.FailingMemory;
import basalt.memory.ForwardingMemory;
import basalt.memory.MemorySource;
import basalt.memory.NativeMemoryException;
import basalt.query.Commands;
import basalt.query.Query;
import basalt.query.Row;
import basalt.query.RowBody;
import basalt.query.RowCursor;
import basalt.query.Selection;
import basalt.query.SpatialGrid;
import basalt.save.LoadOptions;
import basalt.save.Replay;
import basalt.save.SaveBuffer;
import basalt.save.SaveOptions;
import basalt.save.SaveSink;
import basalt.save.SaveSource;
import basalt.save.Saves;
import basalt.storage.BlockPool.AlignedMemory;
import basalt.storage.fixture.Blow;
import basalt.storage.fixture.DirtyMemory;
import basalt.storage.fixture.Frozen;
import basalt.storage.fixture.Health;
import basalt.storage.fixture.Kinds;
import basalt.storage.fixture.Matrix;
import basalt.storage.fixture.Position;
import basalt.storage.fixture.Rare;
import basalt.storage.fixture.Rarer;
import basalt.storage.fixture.Spark;
import basalt.storage.fixture.Velocity;
import java.nio.file.Path;
import java.util.List;
import java.util.function.LongConsumer;
import java.util.stream.Stream;
import org.agrona.concurrent.UnsafeBuffer;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledIfSystemProperty;
import org.junit.jupiter.api.function.Executable;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class WorldTest {
    private World world;

    @BeforeEach
    void create() {
        world = World.builder().memory(DirtyMemory.atBothEnds(0xFF)).build();
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
                new WorldStatistics.Memory(0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0),
                world.statistics().memory());
    }

    @Test
    void shouldCountTheMemoryOfGrids() {
        SpatialGrid grid =
                world.query(Position.class).grid(Position::x, Position::y).radius(1);
        world.spawn(new Position(0, 0));
        WorldStatistics.Memory before = world.statistics().memory();
        for (int i = 0; i < 1_000; i++) {
            world.spawn(new Position(i, i));
        }
        grid.rebuild();
        WorldStatistics.Memory after = world.statistics().memory();
        assertTrue(after.gridBytes() >= before.gridBytes() + 24_000, after::toString);
        assertTrue(after.totalBytes() - before.totalBytes() >= after.gridBytes() - before.gridBytes());
    }

    @Test
    void shouldMakeNoEntityOfValuesThatCannotBeStored() {
        Record none = null;
        assertThrows(IllegalArgumentException.class, () -> world.spawn(new Position(0, 0), none));
        assertThrows(IllegalArgumentException.class, () -> world.spawn(new Position(0, 0), new Matrix(null)));
        assertThrowsWith(
                IllegalArgumentException.class,
                () -> world.spawn(new Position(0, 0), new Position(0, 0)),
                "twice",
                Position.TYPE.name());
        assertEquals(0, world.entityCount());
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
    void shouldRejectComponentsAsValues() {
        long entity = world.spawn();
        List<Executable> attempts = List.of(
                () -> world.spawn(new Position(0, 0), Position.X),
                () -> world.template().with(new Position(0, 0), Position.X),
                () -> world.add(entity, Position.X),
                () -> world.set(entity, Position.X),
                () -> world.query().build().bulk().add(Position.X));
        for (Executable attempt : attempts) {
            assertThrowsWith(IllegalArgumentException.class, attempt, "describes a component");
        }
        assertEquals(1, world.entityCount());
    }

    @Test
    @EnabledIfSystemProperty(named = "basalt.strict", matches = "true")
    void shouldRejectRowsAndSpansOnAnotherThreadInStrictMode() {
        long entity = world.spawn(Kinds.ODD);
        Query query = world.query().all(Kinds.TYPE).build();
        try (RowCursor cursor = query.cursor()) {
            assertTrue(cursor.next());
            Row row = cursor.row();
            query.forEachSpan(span -> Stream.<Executable>of(
                            () -> row.get(Kinds.I32),
                            () -> row.set(Kinds.I32, 1),
                            row::entity,
                            row::index,
                            () -> row.has(Kinds.TYPE),
                            () -> world.row(entity).get(Kinds.I32),
                            () -> span.row(span.from()).set(Kinds.I32, 1),
                            () -> span.wrap(Kinds.I32, new UnsafeBuffer()))
                    .forEach(use -> Elsewhere.run(
                            "the-other",
                            () -> assertMentions(assertThrows(IllegalStateException.class, use), "'the-other'"))));
        }
        assertEquals(Kinds.ODD, world.get(entity, Kinds.TYPE));
    }

    @Test
    void shouldCloseForAnyThreadOnceItIsClosed() {
        world.close();
        Elsewhere.run("the-other", world::close);
    }

    private static final RuntimeException DAMAGED = new IllegalStateException("damaged, on purpose");

    /** Takes all memory back, but throws for one of the blocks. */
    private static final class ThrowingMemory extends ForwardingMemory {
        ThrowingMemory() {
            super(new CountingMemory(MemorySource.direct()));
        }

        private long complaintAt;
        private long frees;

        @Override
        public void free(long address, long bytes) {
            super.free(address, bytes);
            if (++frees == complaintAt) {
                throw DAMAGED;
            }
        }
    }

    /** The commands are given back first: everything after them is still given back. */
    @Test
    void shouldGiveAllMemoryBackEvenIfTheCommandsAreDamaged() {
        ThrowingMemory memory = new ThrowingMemory();
        World world = World.builder().memory(memory).build();
        world.spawn(new Position(1, 2), new Health(3), new Rarer(4));
        world.query().changed(Health.TYPE).build();
        world.removed(Health.TYPE);
        world.events(Blow.TYPE).send(new Blow(5));
        world.observers()
                .onAdd(Frozen.TYPE, entity -> world.observers().commands().add(entity, new Health(1)));
        world.commands().add(world.commands().spawn(), Frozen.TYPE);
        world.applyCommands();
        world.frame().allocate(100, 8);
        memory.complaintAt = memory.frees + 1;

        assertSame(DAMAGED, assertThrows(IllegalStateException.class, world::close));
        assertEquals(0, memory.allocatedBytes());
        assertTrue(memory.frees > 5, "so few: " + memory.frees);
        world.close();
    }

    /** Logging a million removals needs memory; if some of it is refused, the rest is given back. */
    @Test
    void shouldKeepNoMemoryForRemovalsThatDidNotHappen() {
        FailingMemory memory = new FailingMemory(MemorySource.direct());
        try (World world = World.builder().memory(memory).build()) {
            world.template().with(new Health(1), new Position(0, 0)).build().spawn(200_000);
            RemovedComponents healths = world.removed(Health.TYPE);
            RemovedComponents positions = world.removed(Position.TYPE);
            Query all = world.query().all(Health.TYPE).build();
            all.count();
            long before = world.statistics().memory().reservedBytes();
            int refusals = 0;
            for (int nth = 1; world.entityCount() > 0; nth++) {
                memory.failNth(nth);
                try {
                    all.bulk().destroy();
                } catch (NativeMemoryException e) {
                    refusals++;
                    assertEquals(200_000, world.entityCount());
                    assertFalse(healths.next());
                    assertFalse(positions.next());
                    long kept = world.statistics().memory().reservedBytes() - before;
                    assertTrue(kept <= 4 * 64 << 10, "kept after refusal " + nth + ": " + kept);
                }
            }
            assertEquals(2, refusals, "each log takes memory once");
            int told = 0;
            while (healths.next() && positions.next()) {
                told++;
            }
            assertEquals(200_000, told);
        }
    }

    @Test
    void shouldShowLaterWritesOfAKernelToAQueryBuiltInIt() {
        try (World world = World.create()) {
            world.template().with(new Health(1)).build().spawn(1_000);
            Query[] late = new Query[1];
            world.query()
                    .all(Health.TYPE)
                    .build()
                    .kernel(row -> {
                        if (late[0] == null) {
                            late[0] = world.query().changed(Health.TYPE).build();
                        }
                        row.set(Health.POINTS, 2);
                    })
                    .run();
            assertEquals(1_000, late[0].count());
        }
    }

    @Test
    void shouldTakeAllMemoryFromTheGivenSourceAndGiveItBack() {
        CountingMemory memory = new CountingMemory(MemorySource.direct());
        long outside = MemorySource.direct().allocatedBytes();
        try (World world = World.builder().memory(memory).build()) {
            assertEquals(0, memory.allocations(), "an empty world needs none");
            world.template().with(new Rare(1, "x")).build().spawn(BlockLayout.ROWS + 1);
            world.query().all(Rare.TYPE).build().count();
            assertEquals(memory.allocatedBytes(), MemorySource.direct().allocatedBytes() - outside);
            assertEquals(3, memory.outstanding(), "two blocks, a chunk of the frame");
            WorldStatistics.Memory told = world.statistics().memory();
            assertEquals(memory.allocatedBytes(), told.totalBytes());
        }
        assertEquals(0, memory.outstanding());
    }

    @Test
    void shouldLimitTheFrameArena() {
        try (World world = World.builder().frameCapBytes(4096).build()) {
            assertThrows(NativeMemoryException.class, () -> world.frame().allocate(5000, 8));
            world.frame().allocate(1000, 8);
            assertTrue(world.frame().reservedBytes() <= 4096);
            world.frame().reset();
        }
    }

    @ParameterizedTest
    @ValueSource(longs = {0, -1, Long.MIN_VALUE})
    void shouldRejectACapThatIsNotPositive(long cap) {
        var rejection = assertThrows(
                IllegalArgumentException.class, () -> World.builder().frameCapBytes(cap));

        assertEquals("frameCapBytes must be > 0: frameCapBytes=" + cap, rejection.getMessage());
    }

    @Test
    void shouldMakeIndependentWorlds() {
        FailingMemory memory = new FailingMemory(MemorySource.direct());
        WorldBuilder builder = World.builder().memory(memory);
        try (World one = builder.build();
                World two = builder.build()) {
            long entity = one.spawn();
            memory.failNext();
            assertThrows(NativeMemoryException.class, two::spawn);
            assertTrue(one.isAlive(entity));
            assertEquals(0, two.entityCount());
            assertNotEquals(one.frame(), two.frame());
        }
    }

    @Test
    void shouldRejectNulls() {
        long entity = world.spawn(new Position(1, 2));
        Component<?> none = null;
        LongConsumer noObserver = null;
        Query all = world.query().build();
        Selection selection = Selection.of(all).collect();
        Template template = world.template().build();
        Observers observers = world.observers();
        List<Executable> attempts = List.of(
                () -> world.add(entity, none),
                () -> world.remove(entity, none),
                () -> world.has(entity, none),
                () -> world.disable(entity, none),
                () -> world.events((EventType<Spark>) null),
                () -> world.events(Spark.TYPE).reader().forEach(null),
                () -> World.builder().memory(null),
                () -> observers.onAdd(Health.TYPE, noObserver),
                () -> observers.onRemove(none, e -> {}),
                () -> observers.onSet(none, e -> {}),
                () -> observers.onDestroy(noObserver),
                () -> selection.forEach(null),
                () -> selection.forEachPair(null),
                () -> all.kernel((Commands.Body) null),
                () -> all.forEach((Commands.Body) null),
                () -> all.reduce().sum((FloatColumn) null),
                () -> template.kernel(null),
                () -> template.spawn(1, (RowBody) null),
                () -> world.save((Path) null),
                () -> Saves.save(world, Path.of("x"), null),
                () -> Saves.save(world, (SaveSink) null, new SaveOptions()),
                () -> Saves.load((Path) null, new LoadOptions()),
                () -> Saves.load(Path.of("x"), null),
                () -> Saves.load((SaveSource) null, new LoadOptions()),
                () -> SaveSource.of(null, 0, 0),
                () -> new SaveBuffer(null),
                () -> new SaveOptions().exclude((Class<?>) null),
                () -> new SaveOptions().exclude((Class<?>[]) null),
                () -> Replay.ofEachSystem(null, (to, buffer, from, length) -> {}));
        attempts.forEach(attempt -> assertThrows(IllegalArgumentException.class, attempt));
        assertEquals(new Position(1, 2), world.get(entity, Position.TYPE));
        assertEquals(1, world.entityCount());
    }
}
