package basalt.storage;

import static org.junit.jupiter.api.Assertions.assertDoesNotThrow;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import basalt.memory.Elsewhere;
import basalt.storage.fixture.Declared;
import org.junit.jupiter.api.Test;

class VisitorTest {
    private final Visitor visitor = new Visitor();

    @Test
    void shouldBeOfNoThreadAtFirst() {
        assertFalse(visitor.isHere());
        assertRejected("'none'");
    }

    @Test
    void shouldBeTheThreadThatHasEntered() {
        Declared access = new Declared("first");
        visitor.enter(access);

        assertTrue(visitor.isHere());
        assertSame(access, visitor.access());
        assertDoesNotThrow(visitor::check);
        Elsewhere.run("other", () -> {
            assertFalse(visitor.isHere());
            assertRejected("'first'", "'other'");
        });
        visitor.leave();
        assertFalse(visitor.isHere());
        assertRejected("'first'");
    }

    @Test
    void shouldMoveFromThreadToThread() {
        visitor.enter(new Declared("first"));
        visitor.leave();
        Elsewhere.run("other", () -> {
            visitor.enter(new Declared("second"));
            assertTrue(visitor.isHere());
            visitor.leave();
        });

        assertRejected("'second'");
        visitor.enter(new Declared("third"));
        assertTrue(visitor.isHere());
    }

    private void assertRejected(String... mentioned) {
        String message =
                assertThrows(IllegalStateException.class, visitor::check).getMessage();
        for (String part : mentioned) {
            assertTrue(message.contains(part), message);
        }
    }
}
