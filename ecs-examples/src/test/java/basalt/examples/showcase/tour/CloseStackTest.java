package basalt.examples.showcase.tour;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class CloseStackTest {
    private final CloseStack resources = new CloseStack();
    private final List<String> closed = new ArrayList<>();

    @Test
    void shouldCloseInReverseOrderAndOnce() {
        for (String name : List.of("a", "b", "c")) {
            AutoCloseable one = () -> closed.add(name);
            assertSame(one, resources.add(one));
        }
        resources.close();
        resources.close();
        assertEquals(List.of("c", "b", "a"), closed);
    }

    @Test
    void shouldCloseAllEvenIfOthersThrow() {
        IllegalStateException a = new IllegalStateException("a");
        IllegalStateException c = new IllegalStateException("c");
        resources.add(() -> fail(a));
        resources.add(() -> closed.add("b"));
        resources.add(() -> fail(c));
        assertSame(c, assertThrows(IllegalStateException.class, resources::close));
        assertArrayEquals(new Throwable[] {a}, c.getSuppressed());
        assertEquals(List.of("b"), closed);
        resources.close();
    }

    private static void fail(RuntimeException failure) {
        throw failure;
    }
}
