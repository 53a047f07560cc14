package basalt.bench.field.c;

import basalt.bench.Command;
import basalt.bench.LastLine;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * The loops in C: the source is compiled into a temporary folder with {@code -O3 -march=native}. Each workload runs as
 * a process that measures itself and checks its own results.
 */
public final class NativeLoops implements Loops {
    private static final String SOURCE = "field.c";
    private static final List<String> COMPILERS = List.of("gcc", "cc");
    private static final List<String> FLAGS = List.of("-std=c11", "-O3", "-march=native");

    /** Number of batches that {@code field.c} measures. */
    static final int BATCHES = 15;

    private final Path folder;
    private final Path program;
    private final String compiler;

    private NativeLoops(Path folder, Path program, String compiler) {
        this.folder = folder;
        this.program = program;
        this.compiler = compiler;
    }

    /**
     * Compiles the loops with the first compiler that is found.
     *
     * @return the compiled loops
     * @throws IOException if there is no compiler, or compiling fails; the message names the cause, for the report
     */
    public static NativeLoops compile() throws IOException {
        return compile(COMPILERS);
    }

    static NativeLoops compile(List<String> compilers) throws IOException {
        Path folder = Files.createTempDirectory("basalt-field-");
        Path program = folder.resolve("field");
        try {
            String version = compile(compilers, SOURCE, folder, program, List.of());
            return new NativeLoops(folder, program, version + ", " + String.join(" ", FLAGS));
        } catch (IOException failure) {
            delete(folder);
            throw failure;
        }
    }

    /** Compiles a source of this package, with flags beside those of all. */
    static void compile(String source, Path folder, Path result, String... flags) throws IOException {
        compile(COMPILERS, source, folder, result, List.of(flags));
    }

    private static String compile(List<String> compilers, String source, Path folder, Path result, List<String> flags)
            throws IOException {
        Path copied = folder.resolve(source);
        try (InputStream text = NativeLoops.class.getResourceAsStream(source)) {
            if (text == null) {
                throw new IOException(source + " is not on the class path");
            }
            Files.copy(text, copied);
        }
        for (String compiler : compilers) {
            String version = version(compiler);
            if (version != null) {
                List<String> command = new ArrayList<>(List.of(compiler));
                command.addAll(FLAGS);
                command.addAll(flags);
                command.addAll(List.of(copied.toString(), "-o", result.toString(), "-lm"));
                Command.output(command);
                return version;
            }
        }
        throw new IOException("no C compiler was found: looked for " + String.join(" and ", compilers));
    }

    @Override
    public String compiler() {
        return compiler;
    }

    @Override
    public double[] nanoseconds(String workload, int entities, int movingPercent) throws IOException {
        return read(Command.output(
                List.of(program.toString(), workload, Integer.toString(entities), Integer.toString(movingPercent))));
    }

    /** Parses the output of the program. */
    static double[] read(String output) throws IOException {
        double[] nanos = LastLine.numbers(output, BATCHES);
        if (Arrays.stream(nanos).anyMatch(value -> value <= 0)) {
            throw new IOException("times must be above zero: " + Arrays.toString(nanos));
        }
        return nanos;
    }

    private static String version(String compiler) {
        try {
            return Command.output(List.of(compiler, "--version"))
                    .lines()
                    .findFirst()
                    .orElse(compiler);
        } catch (IOException missing) {
            return null;
        }
    }

    private static void delete(Path folder) throws IOException {
        for (String name : List.of(SOURCE, "field")) {
            Files.deleteIfExists(folder.resolve(name));
        }
        Files.deleteIfExists(folder);
    }

    /** Deletes the program. */
    @Override
    public void close() throws IOException {
        delete(folder);
    }
}
