package basalt.bench.report;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import org.junit.jupiter.api.Test;

class ReasonTest {
    @Test
    void shouldJoinCausesAndSuppressedExceptions() {
        IOException middle = new IOException("middle", new IllegalStateException("last"));
        middle.addSuppressed(new IllegalArgumentException("beside", new IOException("below")));
        assertEquals("first: middle: beside: below: last", Reason.of(new RuntimeException("first", middle)));
    }

    @Test
    void shouldNameTheClassWithoutAMessage() {
        assertEquals("NullPointerException", Reason.of(new NullPointerException()));
        assertEquals(
                "first: ArithmeticException", Reason.of(new RuntimeException("first", new ArithmeticException(" "))));
    }

    @Test
    void shouldNotRepeatMessages() {
        assertEquals("java.io.IOException: disk full", Reason.of(new RuntimeException(new IOException("disk full"))));
    }

    @Test
    void shouldStopAtCyclicCauses() {
        IOException first = new IOException("first");
        first.initCause(new IOException("second", first));
        assertEquals("first: second", Reason.of(first));
    }

    @Test
    void shouldShowAFailureWithoutAReason() {
        String text = Markdown.of(new Samples().fail("Particles.run", null).results());
        assertTrue(text.contains("**▼ Particles.run** | no reason was given |"), text);
        assertFalse(text.contains("null"), text);
    }
}
