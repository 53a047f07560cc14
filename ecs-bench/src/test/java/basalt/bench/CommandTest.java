package basalt.bench;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.util.List;
import org.junit.jupiter.api.Test;

class CommandTest {
    /** Prints on both streams, and ends with the exit code that is asked for. */
    public static void main(String[] arguments) {
        System.err.println("a warning");
        System.out.println("an answer");
        System.err.println("another warning");
        System.exit(Integer.parseInt(arguments[0]));
    }

    private static List<String> command(String exitCode) {
        return List.of(
                System.getProperty("java.home") + "/bin/java",
                "-cp",
                System.getProperty("java.class.path"),
                CommandTest.class.getName(),
                exitCode);
    }

    @Test
    void shouldTakeNoWarningForTheAnswer() throws IOException {
        assertEquals("an answer", Command.output(command("0")));
    }

    @Test
    void shouldTellAllThatAProgramSaidThatFails() {
        IOException failure = assertThrows(IOException.class, () -> Command.output(command("3")));
        assertTrue(failure.getMessage().startsWith("java failed with exit code 3: an answer"), failure.getMessage());
        assertTrue(failure.getMessage().contains("a warning"), failure.getMessage());
    }

    @Test
    void shouldSayThatThereIsNoSuchProgram() {
        IOException failure =
                assertThrows(IOException.class, () -> Command.output(List.of("no-such-program", "--version")));
        assertTrue(failure.getMessage().contains("no-such-program"), failure.getMessage());
    }
}
