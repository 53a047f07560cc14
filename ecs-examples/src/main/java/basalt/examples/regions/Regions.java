package basalt.examples.regions;

import basalt.examples.framework.program.Program;
import basalt.memory.NativeAccess;
import basalt.save.Saves;
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
    private static final float LOSS =
            0.05f; // the part of the messages that is lost, and of the others that arrive twice
    private static final int MOST_DELAY = 4; // in ticks; each message has another one
    private static final int SNAPSHOT_TICKS = 450;
    private static final int TICKS_A_SECOND = 60;
    private static final double KILOBYTE = 1_000;

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
        Program.requireRange(line, "--down", down, 0, MOST_TICKS);
        NativeAccess.require(); // throws if a JVM flag is missing, and names it

        print("%,d entities in two regions, %,d ticks, %d a second", entities, ticks, TICKS_A_SECOND);
        try (TwoRegions warmUp = new TwoRegions(entities, seed, LOSS, MOST_DELAY, SNAPSHOT_TICKS)) {
            run(warmUp);
        }
        try (TwoRegions regions = new TwoRegions(entities, seed, LOSS, MOST_DELAY, SNAPSHOT_TICKS)) {
            report(regions, run(regions));
            if (down > 0) {
                restart(regions);
            }
            print("entities       %s", census(regions));
        }
        return 0;
    }

    /** Runs all ticks. Returns the ticks that all entities together were in flight. */
    private long run(TwoRegions regions) {
        long flightTicks = 0;
        for (int tick = 0; tick < ticks; tick++) {
            regions.step();
            flightTicks += census(regions).inFlight;
        }
        return flightTicks;
    }

    /** Where the entities are. Throws if one is lost, doubled, or in the wrong region. */
    private TwoRegions.Census census(TwoRegions regions) {
        TwoRegions.Census census = TwoRegions.Census.of(regions, entities);
        if (!census.isSound()) {
            throw new IllegalStateException("entities are not where they belong: " + census);
        }
        return census;
    }

    private void report(TwoRegions regions, long flightTicks) {
        TwoRegions.Cluster left = regions.left;
        TwoRegions.Cluster right = regions.right;
        double seconds = ticks / (double) TICKS_A_SECOND;
        long handOvers = left.region().numbers.taken + right.region().numbers.taken;
        print(
                "hand-overs     %,.0f a second, each in flight for %.1f ticks, %,.1f KB a second",
                handOvers / seconds,
                (double) flightTicks / Math.max(1, handOvers),
                (left.handOverBytes + right.handOverBytes) / seconds / KILOBYTE);
        print(
                "border feeds   %,.1f KB a second; ghosts: %,d in left, %,d in right",
                (left.feedBytes + right.feedBytes) / seconds / KILOBYTE,
                left.region().ghosts.seen.count(),
                right.region().ghosts.seen.count());
        print("time a tick    left %,.0f µs, right %,.0f µs", left.nanos / 1e3 / ticks, right.nanos / 1e3 / ticks);
        print(
                "link           %,d messages, of which %,d were lost and %,d repeated",
                regions.toLeft.sent() + regions.toRight.sent(),
                regions.toLeft.lost + regions.toRight.lost,
                regions.toLeft.repeated + regions.toRight.repeated);
    }

    /** The right region goes down, and is restarted. */
    private void restart(TwoRegions regions) {
        TwoRegions.Cluster right = regions.right;
        long hash = Saves.stateHash(right.region().world);
        right.crash();
        for (int tick = 0; tick < down; tick++) {
            regions.step();
        }
        int waiting = regions.left.region().waiting();
        int logged = right.logged();
        long begin = System.nanoTime();
        right.restart();
        double millis = (System.nanoTime() - begin) / 1e6;
        if (Saves.stateHash(right.region().world) != hash) {
            throw new IllegalStateException("the restarted region has another state than before");
        }
        for (int tick = 0; tick < TICKS_A_SECOND; tick++) {
            regions.step();
        }
        print(
                "restart        right was down for %,d ticks; its snapshot and %,d ticks of its log took %.0f ms%n"
                        + "               %,d entities waited for it; a second later, %,d",
                down, logged, millis, waiting, regions.left.region().waiting());
    }

    private void print(String format, Object... values) {
        PrintWriter out = spec.commandLine().getOut();
        out.println(String.format(Locale.ROOT, format, values));
        out.flush();
    }
}
