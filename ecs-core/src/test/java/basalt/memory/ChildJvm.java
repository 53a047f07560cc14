package basalt.memory;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.management.ManagementFactory;
import java.net.URI;
import java.nio.charset.Charset;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;

/** Runs a test's main method in another JVM, for settings that a JVM reads once: flags, properties, modules. */
public record ChildJvm(int exitCode, String output) {
    private static final int TIMEOUT_SECONDS = 300;

    /** The flags that choose a compiler and a garbage collector for this JVM, and add modules to it. */
    private static final List<String> OWN_FLAGS = ManagementFactory.getRuntimeMXBean().getInputArguments().stream()
            .filter(flag -> flag.startsWith("-XX:") || flag.startsWith("--add-modules="))
            .toList();

    /** What the JVM says of {@code --add-modules jdk.incubator.vector}. */
    private static final String WARNING = "WARNING: Using incubator modules: jdk.incubator.vector";

    /**
     * Runs {@code main} in a JVM with only these flags, which include the class path, and those of this JVM. The output
     * is without the JVM's warning of incubator modules.
     */
    public static ChildJvm run(List<String> flags, Class<?> main, String... arguments) {
        List<String> command = new ArrayList<>();
        command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
        command.add("-Xmx64m");
        command.addAll(OWN_FLAGS);
        command.addAll(flags);
        command.add(main.getName());
        command.addAll(List.of(arguments));
        try {
            return run(command);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException(e);
        }
    }

    /**
     * Runs {@code main} with native access and a class path of only these classes' directories and jars, and reads its
     * output: lines of {@code name=number}.
     */
    public static Map<String, Long> measure(Class<?> main, Class<?>... needed) {
        return numbers(main, pathOf(needed));
    }

    /** Runs {@code main} with native access and a class path, and reads its output: lines of {@code name=number}. */
    public static Map<String, Long> numbers(Class<?> main, String path, String... arguments) {
        ChildJvm child =
                run(List.of("--add-opens", "java.base/jdk.internal.misc=ALL-UNNAMED", "-cp", path), main, arguments);
        assertEquals(0, child.exitCode, child::output);
        Map<String, Long> measured = new HashMap<>();
        child.output.lines().filter(line -> line.contains("=")).forEach(line -> {
            String[] parts = line.split("=");
            measured.put(parts[0], Long.parseLong(parts[1]));
        });
        return measured;
    }

    /** The directories and jars of these classes, as a class path. */
    public static String pathOf(Class<?>... classes) {
        List<String> entries = new ArrayList<>();
        for (Class<?> type : classes) {
            String file = type.getName().replace('.', '/') + ".class";
            String url = type.getResource("/" + file).toString();
            String root = url.substring(0, url.length() - file.length());
            if (root.startsWith("jar:")) {
                root = root.substring("jar:".length(), root.length() - "!/".length());
            }
            entries.add(Path.of(URI.create(root)).toString());
        }
        return String.join(System.getProperty("path.separator"), entries);
    }

    private static ChildJvm run(List<String> command) throws IOException, InterruptedException {
        Path output = Files.createTempFile("child-jvm", ".txt");
        try {
            ProcessBuilder builder = new ProcessBuilder(command);
            builder.environment().keySet().removeAll(List.of("JDK_JAVA_OPTIONS", "JAVA_TOOL_OPTIONS", "_JAVA_OPTIONS"));
            builder.redirectErrorStream(true).redirectOutput(output.toFile());
            Process process = builder.start();
            boolean ended = process.waitFor(TIMEOUT_SECONDS, TimeUnit.SECONDS);
            process.destroyForcibly();
            String text = Files.readString(output, Charset.defaultCharset());
            String said = text.replaceAll(WARNING + "\\R", "");
            assertTrue(ended, () -> "still running after " + TIMEOUT_SECONDS + " s: " + command + "\n" + text);
            return new ChildJvm(process.exitValue(), said);
        } finally {
            Files.delete(output);
        }
    }
}
