package basalt.examples.framework.program;

import static org.junit.jupiter.api.Assertions.assertDoesNotThrow;

import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import picocli.CommandLine;

/** Runs a program inside of a test. */
public final class ProgramRun {
    private ProgramRun() {}

    /** Runs it, and gives back its exit code; what it says goes to the writers. */
    public static int execute(CommandLine line, StringWriter out, StringWriter err, String... arguments) {
        line.setOut(new PrintWriter(out));
        line.setErr(new PrintWriter(err));
        return line.execute(arguments);
    }

    /**
     * What a program says; when it says its figures, a folder takes the place of a file that it has not written yet.
     */
    public static StringWriter inWhichAFolderTakesThePlaceOf(Path file) {
        return new StringWriter() {
            @Override
            public void write(String text, int offset, int length) {
                super.write(text, offset, length);
                if (text.contains(" ticks a second, ")) {
                    assertDoesNotThrow(() -> Files.createDirectory(file));
                }
            }
        };
    }

    /**
     * Arguments, with some options instead of or beside them: an option that is given twice would be wrong.
     *
     * @param usual arguments, with blanks between them
     * @param output the value of {@code --output}
     * @param more options and their values in turn; null is no value
     */
    public static String[] arguments(String usual, Path output, String... more) {
        List<String> arguments = new ArrayList<>(List.of(usual.split(" ")));
        arguments.addAll(List.of("--output", output.toString()));
        for (int i = 0; i < more.length; i += 2) {
            int at = arguments.indexOf(more[i]);
            if (at >= 0) {
                arguments.set(at + 1, more[i + 1]);
            } else {
                arguments.add(more[i]);
                if (more[i + 1] != null) {
                    arguments.add(more[i + 1]);
                }
            }
        }
        return arguments.toArray(String[]::new);
    }
}
