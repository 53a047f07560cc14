package basalt.bench;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;

/** Runs another program to its end. */
public final class Command {
    private static final long MINUTES = 5;

    private Command() {}

    /**
     * Runs a program and returns what it prints. What it prints on its error stream, as warnings, is left out, but told if
     * the program fails.
     *
     * @param command the program and its arguments
     * @return the standard output without white space around it
     * @throws IOException if the program is not there, fails, or takes more than five minutes to end
     */
    public static String output(List<String> command) throws IOException {
        Path errors = Files.createTempFile("basalt-errors-", ".txt");
        try {
            return output(command, errors);
        } finally {
            Files.deleteIfExists(errors);
        }
    }

    private static String output(List<String> command, Path errors) throws IOException {
        String program = Path.of(command.get(0)).getFileName().toString();
        Process process =
                new ProcessBuilder(command).redirectError(errors.toFile()).start();
        try (InputStream output = process.getInputStream()) {
            String text = new String(output.readAllBytes(), StandardCharsets.UTF_8);
            if (!process.waitFor(MINUTES, TimeUnit.MINUTES)) {
                throw new IOException(program + " did not end");
            }
            if (process.exitValue() != 0) {
                String told = new String(Files.readAllBytes(errors), StandardCharsets.UTF_8);
                throw new IOException(
                        program + " failed with exit code " + process.exitValue() + ": " + (text + told).strip());
            }
            return text.strip();
        } catch (InterruptedException interrupted) {
            Thread.currentThread().interrupt();
            throw new IOException(program + " was interrupted", interrupted);
        } finally {
            process.destroy();
        }
    }
}
