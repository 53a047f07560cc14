package basalt.bench.report;

import basalt.bench.engine.Engine;
import java.io.IOException;
import java.io.InputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.openjdk.jmh.results.RunResult;
import org.openjdk.jmh.results.format.ResultFormatFactory;
import org.openjdk.jmh.results.format.ResultFormatType;
import org.openjdk.jmh.runner.Runner;
import org.openjdk.jmh.runner.RunnerException;
import org.openjdk.jmh.runner.options.CommandLineOptionException;

/**
 * Runs the lines of {@code runs.txt}. The forks of a line take turns: all of its benchmarks have their first fork, then
 * all have their second, so that ratios are of times that lie near one another.
 */
final class Runs {
    private static final String LINES = "runs.txt";
    private static final String FORKS = "-f";
    private static final String ENGINES = "-pengine";
    private static final Path PROCESSOR = Path.of("/proc/cpuinfo");

    private final Path file;
    private final List<String> notes;
    private final List<RunResult> results = new ArrayList<>();
    private boolean areDone = true;

    /**
     * Prepares runs.
     *
     * @param file for JMH's results
     * @param notes receives what failed or is missing
     */
    Runs(Path file, List<String> notes) {
        this.file = file;
        this.notes = notes;
    }

    /** The lines whose benchmark contains one of these texts. */
    static List<CommandLine> chosen(List<String> texts) throws IOException {
        List<CommandLine> chosen = lines(LINES).stream()
                .map(line -> CommandLine.of(List.of(line.split(" +"))))
                .filter(line ->
                        texts.stream().anyMatch(text -> line.benchmarks().get(0).contains(text)))
                .toList();
        if (chosen.isEmpty()) {
            throw new IllegalArgumentException("no line of " + LINES + " contains " + String.join(" or ", texts));
        }
        return chosen;
    }

    /** The lines of a resource, without comments. A backslash at the end of a line continues it. */
    static List<String> lines(String resource) throws IOException {
        try (InputStream text = Runs.class.getResourceAsStream(resource)) {
            return new String(text.readAllBytes(), StandardCharsets.UTF_8)
                    .replaceAll("\\\\\n *", "")
                    .lines()
                    .filter(line -> !line.isBlank() && !line.startsWith("#"))
                    .toList();
        }
    }

    /** Runs lines with options that win over theirs; returns whether all succeeded. */
    boolean run(List<CommandLine> lines, Map<String, String> options) throws CommandLineOptionException, IOException {
        for (CommandLine line : lines) {
            CommandLine whole = withoutMissingEngines(line.with(options));
            int forks = Integer.parseInt(whole.options().getOrDefault(FORKS, "1"));
            CommandLine turn = whole.with(Map.of(FORKS, Integer.toString(Math.min(1, forks)), "-foe", "true"));
            for (int i = 0; i < Math.max(1, forks); i++) {
                run(turn);
            }
        }
        return areDone;
    }

    private void run(CommandLine line) throws CommandLineOptionException, IOException {
        try {
            results.addAll(new Runner(line.forJmh()).run());
        } catch (RunnerException failure) {
            areDone = false;
            notes.add("failed: " + line + ": " + failure.getMessage());
        }
        // After each turn, so that an aborted run leaves what it has measured.
        try (PrintStream out = new PrintStream(Files.newOutputStream(file), false, StandardCharsets.UTF_8)) {
            ResultFormatFactory.getInstance(ResultFormatType.JSON, out).writeOut(results);
        }
    }

    private CommandLine withoutMissingEngines(CommandLine line) {
        if (!line.has(ENGINES)) {
            return line;
        }
        String present = Arrays.stream(
                        line.options().get(ENGINES).replaceAll(".*=", "").split(","))
                .filter(name -> isPresent(Engine.valueOf(name)))
                .collect(Collectors.joining(","));
        return line.with(Map.of(ENGINES, "engine=" + present));
    }

    private boolean isPresent(Engine engine) {
        engine.missing()
                .map(why -> engine.title() + " was not measured: " + why)
                .ifPresent(note -> {
                    if (!notes.contains(note)) {
                        notes.add(note);
                    }
                });
        return engine.missing().isEmpty();
    }

    /** Names the processor, if the system does, and the system. */
    static String machine() throws IOException {
        String processor = "unnamed processor";
        if (Files.isReadable(PROCESSOR)) {
            try (Stream<String> lines = Files.lines(PROCESSOR)) {
                processor = lines.filter(line -> line.startsWith("model name"))
                        .map(line -> line.replaceAll(".*: ", ""))
                        .findFirst()
                        .orElse(processor);
            }
        }
        return processor + ", " + Runtime.getRuntime().availableProcessors() + " processors, "
                + System.getProperty("os.name") + " " + System.getProperty("os.arch");
    }
}
