package basalt.examples.framework.program;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class ClosingTest {
    private final List<String> closed = new ArrayList<>();
    private final Error error = new AssertionError("an error");
    private final IOException checked = new IOException("checked");
    private final RuntimeException unchecked = new IllegalStateException("unchecked");

    @Test
    void shouldCloseAllInOrder() {
        Closing.all(ok("a"), null, ok("b"), ok("c"));
        Closing.all(List.of());
        assertEquals(List.of("a", "b", "c"), closed);
    }

    @Test
    void shouldCloseAllEvenIfOthersThrow() {
        List<AutoCloseable> all = List.of(ok("a"), wrong(error), ok("b"), wrong(checked), wrong(unchecked), ok("c"));
        assertSame(error, assertThrows(Error.class, () -> Closing.all(all)));
        assertArrayEquals(new Throwable[] {checked, unchecked}, error.getSuppressed());
        assertEquals(List.of("a", "b", "c"), closed);
    }

    @Test
    void shouldThrowCheckedExceptions() {
        assertSame(checked, assertThrows(IOException.class, () -> Closing.all(wrong(checked), ok("a"))));
        assertEquals(List.of("a"), closed);
    }

    @Test
    void shouldNotAddAFailureToItself() {
        assertSame(error, assertThrows(Error.class, () -> Closing.all(wrong(error), wrong(error), ok("a"))));
        Closing.after(error, wrong(error), ok("b"));
        assertArrayEquals(new Throwable[0], error.getSuppressed());
        assertEquals(List.of("a", "b"), closed);
    }

    @Test
    void shouldSuppressExceptionsOfClosing() {
        Closing.after(error, wrong(unchecked), ok("a"), wrong(checked));
        assertArrayEquals(new Throwable[] {unchecked, checked}, error.getSuppressed());
        assertEquals(List.of("a"), closed);
    }

    private AutoCloseable ok(String name) {
        return () -> closed.add(name);
    }

    private static AutoCloseable wrong(Throwable failure) {
        return () -> {
            if (failure instanceof Exception e) {
                throw e;
            }
            throw (Error) failure;
        };
    }
}
