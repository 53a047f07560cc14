package basalt.examples.regions;

import basalt.examples.framework.program.Program;
import basalt.memory.NativeAccess;
import java.io.PrintWriter;
import java.util.Locale;
import java.util.concurrent.Callable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** The command line of the two regions. */
@Command(
        name = "regions",
        description = "Runs a world in two regions, which show each other their border and hand entities over.",
        sortOptions = false,
        usageHelpAutoWidth = true)
public final class Regions implements Callable<Integer> {
    private static final int MOST_ENTITIES = 1_000_000;
    private static final int LEAST_TICKS = 60;
    private static final int MOST_TICKS = 1_000_000;
    private static final int MOST_DELAY = 600;
    private static final int MOST_PERCENT = 90;
    private static final int SNAPSHOT_TICKS = 350;

    @Spec
    private CommandSpec spec;

    @Option(
            names = "--entities",
            paramLabel = "N",
            defaultValue = "20000",
            description = "number of entities of both regions, 1 to 1,000,000 (default: ${DEFAULT-VALUE})")
    private int entities;

    @Option(
            names = "--ticks",
            paramLabel = "N",
            defaultValue = "1200",
            description =
                    "number of ticks to measure, 60 or more, after as many to warm up (default: ${DEFAULT-VALUE})")
    private int ticks;

    @Option(
            names = "--loss",
            paramLabel = "PERCENT",
            defaultValue = "5",
            description = "part of the messages that is lost, 0 to 90, and part of the others that is delivered twice"
                    + " (default: ${DEFAULT-VALUE})")
    private int loss;

    @Option(
            names = "--delay",
            paramLabel = "TICKS",
            defaultValue = "4",
            description = "longest delay of a message, 1 to 600; each has another one (default: ${DEFAULT-VALUE})")
    private int delay;

    @Option(
            names = "--down",
            paramLabel = "TICKS",
            defaultValue = "600",
            description = "how long the right region is down, after the measurement; 0: no restart"
                    + " (default: ${DEFAULT-VALUE})")
    private int down;

    @Option(
            names = "--seed",
            paramLabel = "N",
            defaultValue = "1",
            description = "equal seeds give equal entities, losses and delays (default: ${DEFAULT-VALUE})")
    private long seed;

    @Option(names = "--help", usageHelp = true, description = "prints this help and exits")
    private boolean help;

    private Regions() {}

    /**
     * Runs the program, and exits the JVM with 0 for success, 1 for a failure, 2 for invalid arguments.
     *
     * @param args see {@code --help}
     */
    public static void main(String... args) {
        System.exit(commandLine().execute(args));
    }

    /** Creates the command line. Errors are printed in one line. */
    static CommandLine commandLine() {
        return Program.commandLine("regions", new Regions());
    }

    @Override
    public Integer call() {
        CommandLine line = spec.commandLine();
        Program.requireRange(line, "--entities", entities, 1, MOST_ENTITIES);
        Program.requireRange(line, "--ticks", ticks, LEAST_TICKS, MOST_TICKS);
        Program.requireRange(line, "--loss", loss, 0, MOST_PERCENT);
        Program.requireRange(line, "--delay", delay, 1, MOST_DELAY);
        Program.requireRange(line, "--down", down, 0, MOST_TICKS);
        NativeAccess.require(); // throws if a JVM flag is missing, and names it

        try (TwoRegions regions = new TwoRegions(entities, seed, loss / 100f, delay, SNAPSHOT_TICKS);
                Measurement measurement = new Measurement(regions, entities, seed)) {
            PrintWriter out = line.getOut();
            out.printf(Locale.ROOT, "%,d entities in two regions, %,d ticks, 60 a second%n", entities, ticks);
            measurement.run(ticks, down).forEach(out::println);
            out.flush();
        }
        return 0;
    }
}
