package basalt.bench;

import java.io.File;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.TimeUnit;

/** Runs another program to its end. */
public final class Command {
    private static final Duration LIMIT = Duration.ofMinutes(5);

    private Command() {}

    /**
     * Runs a program and returns what it prints. What it prints on its error stream, as warnings, is left out, but told
     * if the program fails.
     *
     * @param command the program and its arguments
     * @return the standard output without white space around it
     * @throws IOException if the program is not there, fails, or takes more than five minutes to end: then it is ended
     */
    public static String output(List<String> command) throws IOException {
        return output(command, LIMIT);
    }

    /** The same with another limit. */
    static String output(List<String> command, Duration limit) throws IOException {
        // Into files, not pipes: to read a pipe to its end is to wait for the program without a limit.
        File output = File.createTempFile("basalt-output-", ".txt");
        File errors = File.createTempFile("basalt-errors-", ".txt");
        try {
            return output(command, limit, output.toPath(), errors.toPath());
        } finally {
            // One that cannot be deleted must not cost the answer.
            output.delete();
            errors.delete();
        }
    }

    private static String output(List<String> command, Duration limit, Path output, Path errors) throws IOException {
        String program = Path.of(command.get(0)).getFileName().toString();
        Process process = new ProcessBuilder(command)
                .redirectOutput(output.toFile())
                .redirectError(errors.toFile())
                .start();
        try {
            if (!process.waitFor(limit.toMillis(), TimeUnit.MILLISECONDS)) {
                process.destroyForcibly().waitFor();
                throw new IOException(
                        program + " did not end within " + limit.toMillis() / 1e3 + " s" + told(output, errors));
            }
            if (process.exitValue() != 0) {
                throw new IOException(program + " failed with exit code " + process.exitValue() + told(output, errors));
            }
            return text(output).strip();
        } catch (InterruptedException interrupted) {
            Thread.currentThread().interrupt();
            throw new IOException(program + " was interrupted", interrupted);
        } finally {
            process.destroyForcibly();
        }
    }

    private static String told(Path output, Path errors) throws IOException {
        String told = (text(output) + text(errors)).strip();
        return told.isEmpty() ? "" : ": " + told;
    }

    private static String text(Path file) throws IOException {
        return new String(Files.readAllBytes(file), StandardCharsets.UTF_8);
    }
}
