package basalt.query;

import static basalt.memory.Refusal.assertIllegal;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeFalse;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import basalt.component.DeadEntityException;
import basalt.component.Entity;
import basalt.component.MissingComponentException;
import basalt.component.layout.BlockLayout;
import basalt.internal.Strict;
import basalt.memory.Elsewhere;
import basalt.storage.fixture.Health;
import basalt.storage.fixture.Kinds;
import basalt.storage.fixture.Label;
import basalt.storage.fixture.Position;
import basalt.storage.fixture.Rare;
import basalt.storage.fixture.Vectors;
import basalt.storage.fixture.Velocity;
import basalt.world.World;
import java.util.ArrayList;
import java.util.List;
import java.util.function.BiFunction;
import java.util.function.Supplier;
import org.agrona.concurrent.UnsafeBuffer;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.function.Executable;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Single rows that are kept: whatever happens later, they access their own entity or throw. */
class KeptRowTest {
    private World world;
    private Query query;
    private long entity;

    /** Sources of rows that may be kept. */
    enum Source {
        WORLD((world, query) -> world.row(query.first())),
        SELECTION((world, query) -> Selection.of(query).collect().row(0)),
        PARTNER((world, query) ->
                Selection.of(query).collect().join(Kinds.TARGET, query).partnerRow(0)),
        SPAN((world, query) -> {
            List<Row> rows = new ArrayList<>();
            query.forEachSpan(span -> rows.add(span.row(span.from())));
            return rows.get(0);
        });

        private final BiFunction<World, Query, Row> source;

        Source(BiFunction<World, Query, Row> source) {
            this.source = source;
        }

        Row row(World world, Query query) {
            return source.apply(world, query);
        }
    }

    @BeforeEach
    void create() {
        world = World.create();
        query = world.query()
                .all(Kinds.TYPE)
                .optional(Position.TYPE, Rare.TYPE, Label.TYPE, Vectors.TYPE)
                .build();
        entity = world.spawn(new Position(1, 2), Kinds.ZERO);
        world.set(entity, Kinds.TARGET, entity);
    }

    @AfterEach
    void close() {
        world.close();
    }

    @ParameterizedTest
    @EnumSource
    void shouldReachItsEntityWhileItIsAlive(Source source) {
        Row row = source.row(world, query);
        world.frame().reset();
        world.add(entity, new Velocity(1, 1));
        world.template().with(Kinds.ZERO).build().spawn(BlockLayout.ROWS);

        row.set(Position.X, 99);
        row.set(Kinds.NAME, "kept");

        assertEquals(new Position(99, 2), world.get(entity, Position.TYPE));
        assertEquals("kept", row.get(Kinds.NAME));
        assertEquals(entity, row.entity());
        assertEquals(Entity.index(entity), row.index());
        assertTrue(row.has(Position.TYPE));
        assertTrue(row.isEnabled(Position.TYPE));
        world.disable(entity, Position.TYPE);
        assertFalse(row.isEnabled(Position.TYPE));
        assertEquals(99, row.get(Position.X));
    }

    @ParameterizedTest
    @EnumSource
    void shouldNotReachTheNextEntityInItsRow(Source source) {
        Row row = source.row(world, query);
        world.destroy(entity);
        assertDead(row, 2);

        long successor = nextEntityInRow(entity);
        world.add(successor, new Rare(7, "theirs"));

        assertDead(row, 3);
        assertEquals(new Position(5, 6), world.get(successor, Position.TYPE));
        assertEquals(Kinds.ODD, world.get(successor, Kinds.TYPE));
        assertEquals(new Rare(7, "theirs"), world.get(successor, Rare.TYPE));
    }

    private void assertDead(Row row, int generation) {
        for (Executable use : accesses(row)) {
            var dead = assertThrows(DeadEntityException.class, use);
            assertEquals(entity, dead.entity());
            assertEquals(generation, dead.currentGeneration());
        }
        assertEquals(entity, row.entity(), "the handle of the destroyed entity");
        assertEquals(Entity.index(entity), row.index());
    }

    @ParameterizedTest
    @EnumSource
    void shouldThrowForAComponentThatItsEntityLacks(Source source) {
        world.spawn(new Rare(8, "another row"));
        Row row = source.row(world, query);
        world.remove(entity, Position.TYPE);
        List<Executable> uses = List.of(
                () -> row.get(Position.X),
                () -> row.set(Position.X, 1),
                () -> row.get(Rare.CHARGE),
                () -> row.set(Rare.CHARGE, 1),
                () -> row.get(Rare.NOTE),
                () -> row.set(Rare.NOTE, "x"),
                () -> row.get(Label.TEXT),
                () -> row.set(Label.TEXT, "x"),
                () -> row.get(Vectors.F32, 1),
                () -> row.set(Vectors.F32, 1, 1));
        for (Executable use : uses) {
            assertEquals(
                    entity, assertThrows(MissingComponentException.class, use).entity());
        }
        assertFalse(row.has(Position.TYPE));
        world.add(entity, Position.TYPE);
        world.add(entity, Label.TYPE);
        assertEquals(0, row.get(Position.X), "nothing was written before");
        assertEquals(null, row.get(Label.TEXT));
    }

    @ParameterizedTest
    @EnumSource
    void shouldEndWithItsWorld(Source source) {
        Row row = source.row(world, query);
        world.close();
        try (World next = World.create()) {
            long other = next.spawn(new Position(3, 4), Kinds.ODD);
            assertAllFail("the world is closed", row);
            assertEquals(new Position(3, 4), next.get(other, Position.TYPE));
        }
        World.trimRetainedMemory();
        assertAllFail("the world is closed", row);
    }

    @ParameterizedTest
    @EnumSource
    void shouldBelongToTheThreadOfItsWorld(Source source) {
        Row row = source.row(world, query);
        Elsewhere.run("the-other", () -> assertAllFail("'the-other'", row));
        assertEquals(1, row.get(Position.X));
    }

    private static void assertAllFail(String mentioned, Row row) {
        List<Executable> uses = new ArrayList<>(accesses(row));
        uses.add(row::entity);
        uses.add(row::index);
        for (Executable use : uses) {
            assertIllegal(use, mentioned);
        }
    }

    private static List<Executable> accesses(Row row) {
        return List.of(
                () -> row.get(Position.X),
                () -> row.set(Position.X, 666),
                () -> row.get(Kinds.F64),
                () -> row.set(Kinds.F64, 666),
                () -> row.get(Kinds.NAME),
                () -> row.set(Kinds.NAME, "mine"),
                () -> row.get(Rare.CHARGE),
                () -> row.set(Rare.CHARGE, 666),
                () -> row.has(Position.TYPE),
                () -> row.isEnabled(Position.TYPE));
    }

    @Test
    void shouldBeInvalidAfterItsLoop() {
        Selection selection = Selection.of(query).collect();
        Selection joined = Selection.of(query).collect().join(Kinds.TARGET, query);
        List<Supplier<Row>> loops = List.of(
                () -> kept(query::forEach),
                () -> kept(body -> query.forEach((row, commands) -> body.accept(row))),
                () -> kept(selection::forEach),
                () -> kept(body -> joined.forEachPair((row, partner) -> body.accept(row))),
                () -> kept(body -> joined.forEachPair((row, partner) -> body.accept(partner))),
                () -> kept(body -> world.template().with(Kinds.ZERO).build().spawn(3, body)));
        for (Supplier<Row> loop : loops) {
            Row row = loop.get();
            assertAllFail("after the call", row);
            query.forEach(other -> assertAllFail("after the call", row));
        }
    }

    @Test
    void shouldBeInvalidAfterALoopThatFailed() {
        Selection selection = Selection.of(query).collect();
        List<Row> kept = new ArrayList<>();
        RowBody fail = row -> {
            kept.add(row);
            throw new UnsupportedOperationException();
        };
        assertThrows(UnsupportedOperationException.class, () -> query.forEach(fail));
        assertThrows(UnsupportedOperationException.class, () -> selection.forEach(fail));
        kept.forEach(row -> assertAllFail("after the call", row));
    }

    private static List<Executable> uses(Span span) {
        int row = span.from();
        return List.of(
                () -> span.row(row),
                () -> span.entity(row),
                () -> span.wrap(Kinds.F32, new UnsafeBuffer()),
                () -> span.wrap(Vectors.F32, 1, new UnsafeBuffer()),
                span::baseUnchecked);
    }

    @Test
    void shouldBelongToTheThreadOfItsWorldAsASpan() {
        query.forEachSpan(span -> Elsewhere.run("the-other", () -> {
            for (Executable use : uses(span)) {
                assertIllegal(use, "'the-other'");
            }
        }));
    }

    @Test
    void shouldThrowForAnEntityThatWasDestroyedMeanwhile() {
        query.forEachSpan(span -> {
            assertEquals(entity, span.entity(span.from()));
            world.destroy(entity);
            assertThrows(DeadEntityException.class, () -> span.entity(span.from()));
            assertThrows(DeadEntityException.class, () -> span.row(span.from()));
        });
        assertEquals(0, query.count());
    }

    private interface Way {
        void run(RowBody body);
    }

    private static Row kept(Way loop) {
        List<Row> rows = new ArrayList<>();
        loop.run(rows::add);
        return rows.get(0);
    }

    @Test
    void shouldCheckTheRowsOfLoops() {
        Selection selection = Selection.of(query).collect();
        RowBody body = row -> {
            long before = row.entity();
            assertThrows(MissingComponentException.class, () -> row.get(Rare.CHARGE));
            world.destroy(before);
            long successor = nextEntityInRow(before);
            assertThrows(DeadEntityException.class, () -> row.set(Kinds.I32, 1));
            assertEquals(before, row.entity());
            assertEquals(Kinds.ODD, world.get(successor, Kinds.TYPE));
        };
        query.forEach(body);
        selection.collect().forEach(body);
        entity = query.single();
        world.template().with(Kinds.ZERO).build().spawn(1, row -> {
            world.remove(row.entity(), Kinds.TYPE);
            assertThrows(MissingComponentException.class, () -> row.get(Kinds.F32));
        });
    }

    @Test
    void shouldMoveWithItsCursor() {
        long next = world.spawn(new Position(3, 4), Kinds.ZERO);
        Row last;
        try (RowCursor rows = query.cursor()) {
            assertTrue(rows.next());
            Row row = rows.row();
            assertSame(row, rows.row());
            assertEquals(1, row.get(Position.X));

            assertTrue(rows.next());
            if (Strict.ON) {
                assertAllFail("after its cursor", row);
            } else {
                assertSame(row, rows.row());
            }
            last = rows.row();
            assertEquals(next, last.entity());
            last.set(Position.X, 99);
            assertEquals(new Position(99, 4), world.get(next, Position.TYPE));

            assertFalse(rows.next());
            assertAllFail("after its cursor", last);
            assertAllFail("after its cursor", row);
        }
        assertAllFail("after its cursor", last);
    }

    @Test
    void shouldBeInvalidAfterItsCursorIsClosed() {
        RowCursor cursor = query.closedCursor();
        List<Row> rows = new ArrayList<>();
        try (RowCursor open = cursor.open()) {
            assertTrue(open.next());
            rows.add(open.row());
        }
        assertAllFail("after its cursor", rows.get(0));
        try (RowCursor open = cursor.open()) {
            assertAllFail("after its cursor", rows.get(0));
            assertIllegal(open::row, "next()");
        }
    }

    @Test
    void shouldOpenACursorAgainThatWasMadeToBeKept() {
        world.spawn(new Position(3, 4), Kinds.ZERO);
        RowCursor cursor = query.closedCursor();
        assertIllegal(cursor::next, "closed");
        cursor.close();
        for (int i = 0; i < 3; i++) {
            try (RowCursor rows = cursor.open()) {
                assertIllegal(rows::entity, "next()");
                assertTrue(rows.next());
                assertEquals(entity, rows.entity());
                assertIllegal(cursor::open, "close it first");
                assertEquals(entity, rows.entity(), "it is still open");
            }
            assertIllegal(cursor::entity, "closed");
        }
        world.close();
        assertIllegal(cursor::open, "closed");
        assertIllegal(cursor::next, "closed");
        assertIllegal(query::cursor, "closed");
    }

    @Test
    void shouldOpenACursorAgainThatARunHasEnded() {
        RowCursor cursor = query.closedCursor();
        assertIllegal(() -> query.forEach(row -> cursor.open().next()), "left a cursor open");
        assertIllegal(cursor::entity, "closed");
        try (RowCursor rows = cursor.open()) {
            assertTrue(rows.next());
        }
    }

    @Test
    void shouldRejectInStrictModeWhatTheQueryDidNotDeclare() {
        assumeTrue(Strict.ON);
        world.add(entity, new Health(5));
        try (RowCursor rows = query.cursor()) {
            assertTrue(rows.next());
            assertIllegal(() -> rows.row().get(Health.POINTS), "not declared");
        }
        assertIllegal(() -> Source.SELECTION.row(world, query).get(Health.POINTS), "not declared");
        assertIllegal(() -> Source.SPAN.row(world, query).get(Health.POINTS), "not declared");
        assertEquals(5, Source.WORLD.row(world, query).get(Health.POINTS));
    }

    @Test
    void shouldNotFindAnEntityOutsideItsSpan() {
        assumeFalse(Strict.ON, "strict mode rejects the row's number");
        query.forEachSpan(span -> {
            assertThrows(DeadEntityException.class, () -> span.row(BlockLayout.ROWS - 1));
            assertThrows(DeadEntityException.class, () -> span.entity(BlockLayout.ROWS - 1));
        });
    }

    /** Spawns entities until the row of a destroyed entity has another one, with a position and odd values. */
    private long nextEntityInRow(long dead) {
        long spawned = world.spawn();
        while (Entity.index(spawned) != Entity.index(dead)) {
            spawned = world.spawn();
        }
        world.add(spawned, new Position(5, 6));
        world.add(spawned, Kinds.ODD);
        return spawned;
    }

    @Test
    void shouldNotRecordAWriteOfAMissingLane() {
        long vectors = world.spawn();
        world.add(vectors, Vectors.TYPE);
        Query changed = world.query().changed(Vectors.TYPE).build();
        changed.forEach(row -> {});
        assertThrows(IndexOutOfBoundsException.class, () -> world.row(vectors).set(Vectors.F32, 1_000, 1f));
        assertThrows(IllegalArgumentException.class, () -> world.row(vectors).set(Vectors.F32, 1f));
        assertEquals(0, changed.count());
        world.row(vectors).set(Vectors.F32, 0, 1f);
        assertEquals(1, changed.count());
    }
}
