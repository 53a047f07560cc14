package basalt.runtime;

import static org.junit.jupiter.api.Assertions.assertDoesNotThrow;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import basalt.match.MatchedRows.MatchedBlock;
import basalt.memory.FailingMemory;
import basalt.memory.MemoryScope;
import basalt.memory.MemorySource;
import basalt.memory.NativeMemoryException;
import basalt.memory.Slice;
import basalt.query.Query;
import basalt.query.RowBody;
import basalt.query.RowCursor;
import basalt.query.Span;
import basalt.storage.StoreInvariants;
import basalt.storage.fixture.Frozen;
import basalt.storage.fixture.Health;
import basalt.storage.fixture.Position;
import basalt.storage.fixture.WorldFixture;
import basalt.world.Template;
import basalt.world.World;
import java.util.List;
import org.agrona.concurrent.UnsafeBuffer;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Iterations take memory from the frame arena and always release it. */
class IterationContextTest extends WorldFixture {
    {
        memory.stubborn();
    }

    private final RuntimeException thrownByBody = new RuntimeException("thrown by the body");
    private Query query;

    @BeforeEach
    void spawn() {
        query = world.query().all(Position.TYPE).build();
        for (int i = 0; i < 100; i++) {
            world.spawn(new Position(i, 0));
        }
    }

    @Test
    void shouldUseTheFrameOnlyDuringRuns() {
        query.forEach(row -> assertTrue(world.frame().usedBytes() >= MatchedBlock.BYTES));
        assertEquals(0, world.frame().usedBytes());
        for (Runnable use : uses()) {
            use.run();
            assertEquals(0, world.frame().usedBytes());
            assertDoesNotThrow(world.frame()::reset);
        }
    }

    @Test
    void shouldKeepTheCallersAllocations() {
        world.frame().allocate(100, 64);
        long used = world.frame().usedBytes();
        uses().forEach(Runnable::run);

        assertEquals(used, world.frame().usedBytes());
        world.frame().reset();
    }

    @Test
    void shouldEndWhenTheBodyThrows() {
        Template template = world.template().with(new Position(0, 0)).build();
        RowBody throwing = row -> {
            throw thrownByBody;
        };
        Span.Body throwingSpan = span -> {
            throw thrownByBody;
        };
        List<Runnable> uses = List.of(
                () -> query.forEach(throwing),
                () -> query.kernel(throwing).run(),
                () -> query.forEachSpan(throwingSpan),
                () -> template.spawn(3, throwing),
                () -> template.kernel(throwing).spawn(3),
                () -> query.forEach(
                        row -> query.forEachSpan(span -> query.kernel(throwing).run())));
        for (Runnable use : uses) {
            assertSame(thrownByBody, assertThrows(RuntimeException.class, use::run));
            assertEquals(0, world.frame().usedBytes());
            assertDoesNotThrow(world.frame()::reset, "no mark is open");
        }
        assertEquals(106, query.count());
        world.destroy(query.first());
        assertEquals(105, query.count());
        assertDoesNotThrow(world::close, "nothing is iterated over");
    }

    @Test
    void shouldNotHideTheBodysExceptionWhenAScopeIsOpen() {
        assertSame(
                thrownByBody,
                assertThrows(
                        RuntimeException.class,
                        () -> query.forEach(row -> {
                            world.frame().open();
                            throw thrownByBody;
                        })));

        assertDoesNotThrow(world::close);
    }

    @Test
    void shouldReportThatTheBodyLeftAScopeOpen() {
        var thrown = assertThrows(
                IllegalStateException.class,
                () -> query.forEach(row -> world.frame().open()));

        assertTrue(thrown.getMessage().contains("scope"), thrown.getMessage());
        assertEquals(0, world.frame().usedBytes());
        assertDoesNotThrow(world.frame()::reset, "no mark is open");
        assertDoesNotThrow(world::close);
    }

    @Test
    void shouldReportThatAScopeWasLeftOpenInsideACursor() {
        RowCursor cursor = query.cursor();
        world.frame().open();
        world.frame().allocate(1000, 8);

        var thrown = assertThrows(IllegalStateException.class, cursor::close);

        assertTrue(thrown.getMessage().contains("scope"), thrown.getMessage());
        assertEquals(0, world.frame().usedBytes());
        assertEquals(100, query.count());
        assertDoesNotThrow(world.frame()::reset, "no mark is open");
    }

    @Test
    void shouldNotLetABodyUnwindTheirMarks() {
        long mark = world.frame().mark();
        query.forEach(row -> {
            assertThrows(IllegalStateException.class, () -> world.frame().release(mark));
        });
        world.frame().release(mark);
    }

    @Test
    void shouldKeepTheScopesOfTheCaller() {
        try (MemoryScope scope = world.frame().open()) {
            Slice slice = world.frame().allocate(8, 8);
            slice.putLong(0, 42);
            assertThrows(
                    IllegalStateException.class,
                    () -> query.forEach(row -> world.frame().open()));
            assertEquals(42, slice.getLong(0), scope::toString);
        }
        assertDoesNotThrow(world.frame()::reset);
    }

    @Test
    void shouldNotLetTheFrameBeClosedOrReset() {
        assertThrows(IllegalStateException.class, world.frame()::close);
        query.forEach(row -> {
            assertThrows(IllegalStateException.class, world.frame()::close);
            assertThrows(IllegalStateException.class, world.frame()::reset);
            row.set(Position.Y, 1);
        });
        try (RowCursor cursor = query.cursor()) {
            assertThrows(IllegalStateException.class, world.frame()::close);
            assertTrue(cursor.next());
        }
        assertEquals(100, query.reduce().sum(Position.Y));
    }

    @Test
    void shouldNotLetTheWorldBeClosedMeanwhile() {
        Span.Body closing = span -> world.close();
        List<Runnable> uses = List.of(
                () -> query.forEach(row -> world.close()),
                () -> query.kernel(row -> world.close()).run(),
                () -> query.forEachSpan(closing),
                () -> world.template().build().spawn(1, row -> world.close()));
        for (Runnable use : uses) {
            var thrown = assertThrows(IllegalStateException.class, use::run);
            assertTrue(thrown.getMessage().contains("iterated over"), thrown.getMessage());
        }
        assertEquals(100, query.count());
    }

    @Test
    void shouldChangeNothingWhenTheFrameHasNoMemory() {
        for (Runnable use : uses()) {
            memory.failNext();
            assertThrows(NativeMemoryException.class, use::run);
            assertEquals(100, world.entityCount());
            assertEquals(0, world.frame().reservedBytes());
        }
        assertEquals(100, query.count());
    }

    @Test
    void shouldStayUnderTheFramesCap() {
        try (World small = World.builder().frameCapBytes(100).build()) {
            Query all = small.query().build();
            assertEquals(0, all.count(), "an empty world needs no memory");
            long entity = small.spawn();
            assertThrows(NativeMemoryException.class, all::count);
            assertThrows(NativeMemoryException.class, () -> all.bulk().destroy());
            assertThrows(
                    NativeMemoryException.class, () -> small.template().build().spawn(1));
            assertTrue(small.isAlive(entity));
            assertEquals(1, small.entityCount());
            small.destroy(entity);
        }
    }

    @Test
    void shouldRefuseASpanAfterItsLoopAndAfterItsWorld() {
        World other = World.create();
        other.template().with(new Health(7)).build().spawn(100);
        Span[] kept = new Span[1];
        other.query().all(Health.TYPE).build().forEachSpan(span -> kept[0] = span);
        for (boolean isOpen : new boolean[] {true, false}) {
            if (!isOpen) {
                other.close();
            }
            assertThrows(IllegalStateException.class, () -> kept[0].entity(1));
            assertThrows(IllegalStateException.class, () -> kept[0].row(1));
            assertThrows(IllegalStateException.class, kept[0]::baseUnchecked);
            assertThrows(IllegalStateException.class, () -> kept[0].wrap(Health.POINTS, new UnsafeBuffer()));
        }
    }

    @Test
    void shouldRefuseMoreEntitiesThanAWorldHolds() {
        try (World small = World.builder()
                .memory(new FailingMemory(MemorySource.direct(), 40, Long.MAX_VALUE / 2))
                .build()) {
            Template template = small.template().with(new Health(1)).build();
            Exception refused = assertThrows(Exception.class, () -> template.spawn(Integer.MAX_VALUE));
            assertTrue(refused instanceof NativeMemoryException || refused instanceof IllegalStateException);
            StoreInvariants.check(small);
        }
    }

    /** One use of each kind, without changes. */
    private List<Runnable> uses() {
        RowBody nothing = row -> {};
        return List.of(
                () -> query.forEach(nothing),
                query.kernel(nothing)::run,
                () -> query.forEachSpan(span -> {}),
                query::count,
                () -> query.cursor().close(),
                () -> query.reduce().sum(Position.X),
                () -> query.bulk().remove(Frozen.TYPE),
                () -> query.bulk().enable());
    }
}
