package basalt.bench;

import java.io.File;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.TimeUnit;

/** Runs another program and waits for its end. */
public final class Command {
    private static final Duration LIMIT = Duration.ofMinutes(5);

    private Command() {}

    /**
     * Runs a program and returns its standard output. Its error stream is included only in the message of a failure.
     *
     * @param command the program and its arguments
     * @return the standard output without white space around it
     * @throws IOException if the program does not exist, fails, or is killed after five minutes
     */
    public static String output(List<String> command) throws IOException {
        return output(command, LIMIT);
    }

    /** Uses another time limit. */
    static String output(List<String> command, Duration limit) throws IOException {
        // Uses files, not pipes, as reading a pipe to its end would wait for the program without a time limit.
        File output = File.createTempFile("basalt-output-", ".txt");
        File errors = File.createTempFile("basalt-errors-", ".txt");
        try {
            return output(command, limit, output.toPath(), errors.toPath());
        } finally {
            // A file that cannot be deleted must not fail the command.
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
                        program + " did not end within " + limit.toMillis() / 1e3 + " s" + outputText(output, errors));
            }
            if (process.exitValue() != 0) {
                throw new IOException(
                        program + " failed with exit code " + process.exitValue() + outputText(output, errors));
            }
            return text(output).strip();
        } catch (InterruptedException interrupted) {
            Thread.currentThread().interrupt();
            throw new IOException(program + " was interrupted", interrupted);
        } finally {
            process.destroyForcibly();
        }
    }

    private static String outputText(Path output, Path errors) throws IOException {
        String outputText = (text(output) + text(errors)).strip();
        return outputText.isEmpty() ? "" : ": " + outputText;
    }

    private static String text(Path file) throws IOException {
        return new String(Files.readAllBytes(file), StandardCharsets.UTF_8);
    }
}
