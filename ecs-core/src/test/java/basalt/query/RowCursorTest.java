package basalt.query;

import static org.junit.jupiter.api.Assertions.assertDoesNotThrow;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import basalt.storage.fixture.Position;
import basalt.storage.fixture.WorldFixture;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class RowCursorTest extends WorldFixture {
    private Query query;

    @BeforeEach
    void spawnThree() {
        query = world.query().all(Position.TYPE).build();
        for (int i = 0; i < 3; i++) {
            world.spawn(new Position(i, 10 * i));
        }
    }

    @Test
    void shouldHaveNoRowBeforeTheFirstAndAfterTheLast() {
        try (RowCursor rows = query.cursor()) {
            assertFails("next()", rows::row);
            assertFails("next()", rows::entity);
            while (rows.next()) {
                assertDoesNotThrow(rows::row);
            }
            assertFails("next()", rows::row);
        }
    }

    @Test
    void shouldRejectUseAfterClose() {
        RowCursor rows = query.cursor();
        rows.next();
        rows.close();

        assertFails("closed", rows::next);
        assertFails("closed", rows::row);
        assertFails("closed", rows::entity);
        assertDoesNotThrow(rows::close);
        assertEquals(0, world.frame().usedBytes());
    }

    @Test
    void shouldCloseInReverseOrderOnly() {
        RowCursor outer = query.cursor();
        RowCursor inner = query.cursor();

        assertFails("inner", outer::close);
        assertTrue(outer.next(), "it is still open");
        assertTrue(inner.next());
        inner.close();
        outer.close();
        assertEquals(0, world.frame().usedBytes());
        assertEquals(3, query.count());
    }

    @Test
    void shouldKeepTheWorldFromClosing() {
        RowCursor rows = query.cursor();

        assertFails("close its cursors", world::close);
        assertTrue(rows.next());
        rows.close();
        assertDoesNotThrow(world::close);
    }

    @Test
    void shouldReleaseItsMemoryWhenItIsClosedEarly() {
        for (int i = 0; i < 100; i++) {
            world.spawn(); // a change between the uses
            try (RowCursor rows = query.cursor()) {
                rows.next();
                assertTrue(world.frame().usedBytes() > 0);
            }
        }
        assertEquals(0, world.frame().usedBytes());
    }

    @Test
    void shouldEndWithTheKernelThatLeftItOpen() {
        AtomicReference<RowCursor> kept = new AtomicReference<>();

        assertFails(
                "cursor", () -> query.kernel(row -> kept.set(query.cursor())).run());

        assertFails("closed", kept.get()::next);
        assertFails("closed", kept.get()::row);
        assertDoesNotThrow(kept.get()::close);
        assertEquals(0, world.frame().usedBytes());
        assertFails("closed", kept.get()::next);
        try (RowCursor rows = query.cursor()) {
            assertTrue(rows.next());
        }
        assertDoesNotThrow(world::close);
    }

    @Test
    void shouldNotHideTheBodysException() {
        var thrown = assertThrows(
                UnsupportedOperationException.class,
                () -> query.forEach(row -> {
                    query.cursor().next();
                    query.cursor().next();
                    throw new UnsupportedOperationException("mine");
                }));

        assertEquals("mine", thrown.getMessage());
        assertEquals(0, world.frame().usedBytes());
        assertEquals(3, query.count());
    }
}
