package basalt.examples.framework.program;

import static org.junit.jupiter.api.Assertions.assertDoesNotThrow;

import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import picocli.CommandLine;

/** Runs a program within a test. */
public final class ProgramRun {
    private ProgramRun() {}

    /** Runs a program, and returns its exit code. Its output goes to the writers. */
    public static int execute(CommandLine line, StringWriter out, StringWriter err, String... arguments) {
        line.setOut(new PrintWriter(out));
        line.setErr(new PrintWriter(err));
        return line.execute(arguments);
    }

    /**
     * The output of a program. When the program prints its result, a folder is created in the place of its output file.
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
     * Arguments in which some options are replaced or added, as giving an option twice is an error.
     *
     * @param usual arguments, separated by blanks
     * @param output the value of {@code --output}
     * @param more options and their values in turn; null for no value
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
