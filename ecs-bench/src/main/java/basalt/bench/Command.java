package basalt.bench;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.concurrent.TimeUnit;

/** Runs another program to its end. */
public final class Command {
    private static final long MINUTES = 5;

    private Command() {}

    /**
     * Runs a program and returns what it prints, its errors too.
     *
     * @param command the program and its arguments
     * @return the output without white space around it
     * @throws IOException if the program is not there, fails, or takes more than five minutes to end
     */
    public static String output(List<String> command) throws IOException {
        Process process = new ProcessBuilder(command).redirectErrorStream(true).start();
        try (InputStream output = process.getInputStream()) {
            String text = new String(output.readAllBytes(), StandardCharsets.UTF_8).strip();
            if (!process.waitFor(MINUTES, TimeUnit.MINUTES) || process.exitValue() != 0) {
                throw new IOException(String.join(" ", command) + " failed: " + text);
            }
            return text;
        } catch (InterruptedException interrupted) {
            Thread.currentThread().interrupt();
            throw new IOException(command.get(0) + " was interrupted", interrupted);
        } finally {
            process.destroy();
        }
    }
}
