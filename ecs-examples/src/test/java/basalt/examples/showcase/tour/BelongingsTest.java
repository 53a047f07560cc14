package basalt.examples.showcase.tour;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class BelongingsTest {
    private final Belongings belongings = new Belongings();
    private final List<String> closed = new ArrayList<>();

    @Test
    void shouldCloseInReverseOrderAndOnce() {
        for (String name : List.of("a", "b", "c")) {
            AutoCloseable one = () -> closed.add(name);
            assertSame(one, belongings.add(one));
        }
        belongings.close();
        belongings.close();
        assertEquals(List.of("c", "b", "a"), closed);
    }

    @Test
    void shouldCloseAllEvenIfOthersThrow() {
        IllegalStateException a = new IllegalStateException("a");
        IllegalStateException c = new IllegalStateException("c");
        belongings.add(() -> fail(a));
        belongings.add(() -> closed.add("b"));
        belongings.add(() -> fail(c));
        assertSame(c, assertThrows(IllegalStateException.class, belongings::close));
        assertArrayEquals(new Throwable[] {a}, c.getSuppressed());
        assertEquals(List.of("b"), closed);
        belongings.close();
    }

    private static void fail(RuntimeException failure) {
        throw failure;
    }
}
