package basalt.bench.report;

import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import javax.imageio.ImageIO;
import org.openjdk.jmh.runner.options.CommandLineOptionException;

/**
 * Runs the benchmarks of {@code runs.txt} by JMH, and makes tables, ratios and a picture of JMH's results.
 *
 * <p>Exit codes: 0 if all benchmarks ran, even if a ratio does not hold; 1 if one failed or a file cannot be read or
 * written; 2 if the command line is invalid.
 */
public final class Report {
    private static final String FROM = "--from";
    private static final String USAGE = """
            Usage: basalt.bench.report.Report [TEXT ...] [--from FILE] [options of JMH]

            Runs the lines of runs.txt whose benchmark contains a TEXT (by default 'engine.'; '.' for all), and writes
            jmh.json, report.md and overview.png to target/report.

              --from FILE   makes the report of a file of JMH's results (-rf json), and runs nothing
              -l            prints the lines, and runs nothing
              -h            prints this

            JMH's options win over those of the lines, as in -f 5 or -p entities=1000.
            """;
    private static final List<String> RIVALS = List.of("engine.");

    private final Path folder;
    private final PrintStream out;

    Report(Path folder, PrintStream out) {
        this.folder = folder;
        this.out = out;
    }

    /**
     * Runs benchmarks and reports, or reports only.
     *
     * @param arguments see {@code -h}
     */
    public static void main(String[] arguments) {
        System.exit(new Report(Path.of("target", "report"), System.out).run(arguments));
    }

    int run(String... arguments) {
        try {
            CommandLine given = CommandLine.of(List.of(arguments));
            if (given.has("-h")) {
                out.print(USAGE);
                return 0;
            }
            if (given.has(FROM)) {
                report(Scores.read(Path.of(given.options().get(FROM))), List.of());
                return 0;
            }
            List<CommandLine> lines = Runs.chosen(given.benchmarks().isEmpty() ? RIVALS : given.benchmarks());
            if (given.has("-l")) {
                lines.forEach(out::println);
                return 0;
            }
            return measure(lines, given);
        } catch (CommandLineOptionException | IllegalArgumentException wrong) {
            System.err.println(wrong.getMessage() + "; -h helps");
            return 2;
        } catch (IOException failure) {
            System.err.println(failure.getMessage());
            return 1;
        }
    }

    private int measure(List<CommandLine> lines, CommandLine given) throws CommandLineOptionException, IOException {
        Files.createDirectories(folder);
        Path file = folder.resolve("jmh.json");
        List<String> notes = new ArrayList<>(List.of(Runs.machine()));
        boolean areDone = new Runs(file, notes).run(lines, given.options());
        report(Scores.read(file), notes);
        return areDone ? 0 : 1;
    }

    private void report(Scores scores, List<String> notes) throws IOException {
        Files.createDirectories(folder);
        List<Comparison> comparisons = Comparison.all(scores);
        String ratios = Tables.ratios(Ratio.all(), scores);
        StringBuilder text = new StringBuilder("# Benchmarks\n\n");
        scores.jvms().forEach(jvm -> text.append("- ").append(jvm).append("\n"));
        notes.forEach(note -> text.append("- ").append(note).append("\n"));
        String bodies = Tables.bodies(scores);
        text.append("\nTimes are medians of all iterations, with quartiles.\n\n## Engines\n\n")
                .append("How many times as long as Basalt the others take; **▼**: Basalt is slower.\n\n")
                .append(Tables.engines(comparisons))
                .append("## Ratios\n\n")
                .append(ratios)
                .append(bodies.isEmpty() ? "" : "## Plain bodies: nanoseconds a row of the kernel / of C\n\n" + bodies)
                .append("## Times\n\n")
                .append(Tables.times(scores));
        Files.writeString(folder.resolve("report.md"), text, StandardCharsets.UTF_8);
        out.println(ratios + "The report is in " + folder.toAbsolutePath());
        draw(comparisons);
    }

    private void draw(List<Comparison> comparisons) throws IOException {
        Path picture = folder.resolve("overview.png");
        Files.deleteIfExists(picture);
        if (comparisons.isEmpty()) {
            return;
        }
        try {
            ImageIO.write(Overview.draw(comparisons), "png", picture.toFile());
        } catch (RuntimeException | LinkageError | InternalError noFonts) {
            // The JDK throws these if fontconfig, FreeType or all fonts are missing, or without java.desktop.
            out.println("There is no picture: this JDK cannot draw text: " + noFonts);
        }
    }
}
