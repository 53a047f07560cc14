package basalt.examples.framework.program;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.io.PrintWriter;
import java.io.StringWriter;
import java.util.concurrent.Callable;
import org.junit.jupiter.api.Test;
import picocli.CommandLine;
import picocli.CommandLine.Command;

class OneLineTest {
    @Test
    void shouldKeepVisibleCharacters() {
        String seen = "a b: \"\u00fc\u05d0\u0627\u4e2d\ud83d\ude80\u00a0\u0301\"; {}";
        assertEquals(seen, OneLine.of(seen));
        assertEquals("", OneLine.of(""));
    }

    /** All of Unicode, including unpaired surrogates. */
    @Test
    void shouldReplaceAllInvisibleCategories() {
        for (int c = 0; c <= Character.MAX_CODE_POINT; c++) {
            boolean unseen = switch (Character.getType(c)) {
                case Character.CONTROL,
                        Character.FORMAT,
                        Character.LINE_SEPARATOR,
                        Character.PARAGRAPH_SEPARATOR,
                        Character.SURROGATE -> true;
                default -> false;
            };
            String text = "a" + Character.toString(c) + "b";
            assertEquals(unseen ? "a b" : text, OneLine.of(text), "U+" + Integer.toHexString(c));
        }
    }

    @Test
    void shouldReplaceARunByOneBlank() {
        assertEquals("a b c", OneLine.of("a\r\n\u2028\u202e\ud800b\u0085c"));
        assertEquals(" ", OneLine.of("\ude80\ud83d"));
    }

    @Test
    void shouldApplyToProgramMessages() {
        assertEquals("test: no file a b c", saidAfter("no file a\u2028b\u202e\u0000c"));
    }

    private static String saidAfter(String failure) {
        StringWriter err = new StringWriter();
        CommandLine line = Program.commandLine("test", new Failing(failure));
        line.setErr(new PrintWriter(err));
        assertEquals(1, line.execute());
        return err.toString().strip();
    }

    @Command(name = "test")
    private record Failing(String message) implements Callable<Integer> {
        @Override
        public Integer call() {
            throw new IllegalStateException(message);
        }
    }
}
