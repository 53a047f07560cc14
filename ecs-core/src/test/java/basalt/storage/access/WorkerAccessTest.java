package basalt.storage.access;

import static org.junit.jupiter.api.Assertions.assertDoesNotThrow;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import basalt.memory.Elsewhere;
import basalt.storage.fixture.Declared;
import org.junit.jupiter.api.Test;

class WorkerAccessTest {
    private final WorkerAccess worker = new WorkerAccess();

    @Test
    void shouldHaveNoThreadAtFirst() {
        assertFalse(worker.isCurrentThread());
        assertRejected("'none'");
    }

    @Test
    void shouldBelongToTheThreadThatHasEntered() {
        Declared access = new Declared("first");
        worker.enter(access);

        assertTrue(worker.isCurrentThread());
        assertSame(access, worker.access());
        assertDoesNotThrow(worker::check);
        Elsewhere.run("other", () -> {
            assertFalse(worker.isCurrentThread());
            assertRejected("'first'", "'other'");
        });
        worker.leave();
        assertFalse(worker.isCurrentThread());
        assertRejected("'first'");
    }

    private void assertRejected(String... mentioned) {
        String message =
                assertThrows(IllegalStateException.class, worker::check).getMessage();
        for (String part : mentioned) {
            assertTrue(message.contains(part), message);
        }
    }
}
