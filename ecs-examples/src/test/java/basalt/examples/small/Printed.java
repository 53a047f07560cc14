package basalt.examples.small;

import static org.junit.jupiter.api.Assumptions.assumeFalse;

import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.List;

/** What a program prints. */
final class Printed {
    private Printed() {}

    /** A program, which may throw. */
    interface Program {
        void run(PrintStream out) throws Exception;
    }

    /** Skips a test in which a whole program runs that strict mode makes slow. */
    static void requireQuickPrograms() {
        assumeFalse(Boolean.getBoolean("basalt.strict"), "strict mode makes it slow");
    }

    /** Runs a program that is given a stream. */
    static List<String> by(Program program) throws Exception {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        program.run(new PrintStream(bytes, true, StandardCharsets.UTF_8));
        return bytes.toString(StandardCharsets.UTF_8).lines().toList();
    }

    /** Runs a program that prints to the console. */
    static List<String> toTheConsole(Program program) throws Exception {
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
