package basalt.bench.report;

import basalt.bench.field.c.NativeLoops;
import basalt.examples.framework.program.Program;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.Callable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/**
 * Measures Basalt beside the field, and writes a report.
 *
 * <p>Exit codes: 0 if everything was measured, even if a promise was missed, 1 if something failed or the run ended
 * early, 2 if the command line is invalid.
 */
@Command(
        name = "report",
        sortOptions = false,
        description =
                "Measures Basalt beside other entity-component-systems, plain arrays, objects and C, and writes raw"
                        + " results, a page, charts and a table.")
public final class Report implements Callable<Integer> {
    private static final Path FOLDER = Path.of("target", "report");
    private static final double MINUTE = 60;

    @Spec
    private CommandSpec spec;

    @Option(
            names = "--full",
            description = "all engines, more entities, more forks: an hour or more instead of a quarter of an hour")
    private boolean full;

    @Option(names = "--tiny", hidden = true)
    private boolean tiny;

    @Option(
            names = "--output",
            paramLabel = "FOLDER",
            description = "folder of the report, replaces an earlier report; a relative name starts at ecs-bench;"
                    + " default: target/report, or with --from the folder that is read")
    private Path output;

    @Option(
            names = "--from",
            paramLabel = "FOLDER",
            description = "measures nothing: creates page, charts and table again from the raw results in this folder")
    private Path from;

    @Option(
            names = "--only",
            paramLabel = "TEXT",
            description = "only benchmarks whose name contains this, ignoring case")
    private String only;

    @Option(names = "--list", description = "lists the measurements and the estimated time, and measures nothing")
    private boolean list;

    @Option(names = "--help", usageHelp = true, description = "prints this help and exits")
    private boolean help;

    private final PrintStream out;

    Report(PrintStream out) {
        this.out = out;
    }

    /**
     * Runs the quick form, or as the arguments request.
     *
     * @param arguments see {@code --help}
     */
    public static void main(String[] arguments) {
        System.setProperty("java.awt.headless", "true");
        System.exit(commandLine(System.out).execute(arguments));
    }

    static CommandLine commandLine(PrintStream out) {
        return Program.commandLine("report", new Report(out));
    }

    @Override
    public Integer call() throws IOException {
        check();
        if (from != null) {
            Results results = new ReportFolder(from).read();
            ReportFolder folder = new ReportFolder(output == null ? from : output);
            require(output == null ? "--from" : "--output", folder::requirePresentable);
            return present(results, folder);
        }
        Plan plan = plan();
        if (list) {
            print(plan);
            return 0;
        }
        ReportFolder folder = new ReportFolder(output == null ? FOLDER : output);
        require("--output", folder::requireMeasurable);
        out.printf(
                Locale.ROOT,
                "The %s form: %d measurements, about %d min; the output of JMH is in %s%n",
                plan.form(),
                plan.steps(),
                minutes(plan),
                folder.log());
        new Measuring(plan, folder, NativeLoops::compile, out).run();
        return present(folder.read(), folder);
    }

    private void check() {
        if (from != null && (full || tiny || list || only != null)) {
            throw new ParameterException(
                    spec.commandLine(), "--from measures nothing: it cannot go with --full, --only or --list");
        }
        if (full && tiny) {
            throw new ParameterException(spec.commandLine(), "--full and --tiny are two forms");
        }
        if (from != null && !Files.isDirectory(from)) {
            throw new ParameterException(spec.commandLine(), "--from must be a folder that is there, not " + from);
        }
    }

    /** A requirement for the files of a folder. */
    @FunctionalInterface
    private interface Requirement {
        void hold() throws IOException;
    }

    private void require(String option, Requirement requirement) {
        try {
            requirement.hold();
        } catch (IOException wrong) {
            throw new ParameterException(spec.commandLine(), option + " " + wrong.getMessage());
        }
    }

    private Plan plan() {
        Plan plan = full ? Plan.full() : tiny ? Plan.tiny() : Plan.quick();
        try {
            return only == null ? plan : plan.only(only);
        } catch (IllegalArgumentException wrong) {
            throw new ParameterException(spec.commandLine(), wrong.getMessage());
        }
    }

    private void print(Plan plan) {
        for (Turn turn : plan.turns()) {
            out.println(turn.title());
            plan.nativeRun(turn.run()).ifPresent(loop -> out.println(NativeBeside.title(loop, turn)));
        }
        plan.memoryEngines().forEach(engine -> out.println(Plan.MEMORY + " " + engine));
        out.printf(Locale.ROOT, "%d measurements, about %d min%n", plan.steps(), minutes(plan));
    }

    private static long minutes(Plan plan) {
        return Math.max(1, Math.round(plan.seconds() / MINUTE));
    }

    private int present(Results results, ReportFolder folder) throws IOException {
        List<Path> written = new Presentation(results, folder).write();
        FieldPromises.of(results)
                .forEach(line -> out.printf(
                        "%-62s %9s  %-17s %-14s %s%n",
                        line.what(), line.value(), line.spread(), line.threshold(), line.verdict()));
        Limitations.of(results).forEach(out::println);
        results.failures().forEach(failure -> out.println("failed: " + failure.what() + ": " + failure.message()));
        Notes.ending(results).ifPresent(out::println);
        written.forEach(file -> out.println("written: " + file));
        return results.failures().isEmpty() && results.progress().hasEnded() ? 0 : 1;
    }
}
