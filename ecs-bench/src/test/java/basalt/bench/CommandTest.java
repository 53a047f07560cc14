package basalt.bench;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

class CommandTest {
    /** Prints on both streams, and exits with the given exit code, or never. */
    public static void main(String[] arguments) throws InterruptedException {
        System.err.println("a warning");
        System.out.println("an answer");
        System.err.println("another warning");
        if (arguments[0].equals("never")) {
            Thread.currentThread().join();
        }
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
    void shouldIgnoreWarnings() throws IOException {
        assertEquals("an answer", Command.output(command("0")));
    }

    @Test
    void shouldReportTheOutputOfAFailedProgram() {
        IOException failure = assertThrows(IOException.class, () -> Command.output(command("3")));
        assertTrue(failure.getMessage().startsWith("java failed with exit code 3: an answer"), failure.getMessage());
        assertTrue(failure.getMessage().contains("a warning"), failure.getMessage());
    }

    @Test
    void shouldKillAProgramThatDoesNotEnd() {
        Set<Long> before = children();
        IOException failure =
                assertThrows(IOException.class, () -> Command.output(command("never"), Duration.ofMillis(50)));
        assertTrue(failure.getMessage().startsWith("java did not end within 0.05 s"), failure.getMessage());
        assertEquals(before, children());
    }

    private static Set<Long> children() {
        return ProcessHandle.current().children().map(ProcessHandle::pid).collect(Collectors.toSet());
    }

    @Test
    void shouldReportAMissingProgram() {
        IOException failure =
                assertThrows(IOException.class, () -> Command.output(List.of("no-such-program", "--version")));
        assertTrue(failure.getMessage().contains("no-such-program"), failure.getMessage());
    }
}
