package basalt.examples.framework.program;

import static org.junit.jupiter.api.Assumptions.assumeFalse;

import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.List;

/** Captures the output of a program. */
public final class Printed {
    private Printed() {}

    /** A program, which can throw. */
    public interface Program {
        void run(PrintStream out) throws Exception;
    }

    /** Skips a test that runs a whole program in strict mode, where this is slow. */
    public static void requireQuickPrograms() {
        assumeFalse(Boolean.getBoolean("basalt.strict"), "strict mode makes it slow");
    }

    /** Runs a program that prints to a given stream. */
    public static List<String> by(Program program) throws Exception {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        program.run(new PrintStream(bytes, true, StandardCharsets.UTF_8));
        return bytes.toString(StandardCharsets.UTF_8).lines().toList();
    }

    /** Runs a program that prints to the console. */
    public static List<String> toTheConsole(Program program) throws Exception {
        PrintStream before = System.out;
        try {
            return by(out -> {
                System.setOut(out);
                program.run(out);
            });
        } finally {
            System.setOut(before);
        }
    }
}
