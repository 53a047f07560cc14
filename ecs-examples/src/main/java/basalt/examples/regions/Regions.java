package basalt.examples.regions;

import basalt.examples.framework.program.Closing;
import basalt.examples.framework.program.Program;
import basalt.examples.regions.Regions.Times;
import basalt.memory.NativeAccess;
import basalt.save.Saves;
import java.io.PrintWriter;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.Callable;
import org.agrona.collections.LongArrayList;
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

        try (TwoRegions regions = new TwoRegions(entities, seed, LOSS, MOST_DELAY, SNAPSHOT_TICKS);
                Measurement measurement = new Measurement(regions, entities, seed)) {
            PrintWriter out = line.getOut();
            out.printf(Locale.ROOT, "%,d entities in two regions, %,d ticks, 60 a second%n", entities, ticks);
            measurement.run(ticks, down).forEach(out::println);
            out.flush();
        }
        return 0;
    }

    /** The times of ticks. Ticks with a packet of the feed take longer than others, so each second counts as one. */
    static final class Times {
        private static final int TICKS = 60;

        private final LongArrayList seconds = new LongArrayList();
        private long nanos;
        private int ticks;

        void add(long tickNanos) {
            nanos += tickNanos;
            if (++ticks == TICKS) {
                seconds.addLong(nanos);
                ticks = 0;
                nanos = 0;
            }
        }

        /** The mean tick of the median second. */
        @Override
        public String toString() {
            long[] sorted = seconds.toLongArray();
            Arrays.sort(sorted);
            double micros = sorted.length == 0 ? Double.NaN : sorted[sorted.length / 2] / (1e3 * TICKS);
            return String.format(Locale.ROOT, "%,.0f µs", micros);
        }
    }

    /**
     * Runs the two regions, and beside them two others of the same entities, between which the border is a wall. After
     * the measurement the right region goes down, and is restarted.
     */
    static final class Measurement implements AutoCloseable {
        private static final int TICKS_A_SECOND = 60;
        private static final double KILOBYTE = 1_000;

        private final TwoRegions regions;
        private final Region[] walled = {new Region(Region.Side.LEFT, false), new Region(Region.Side.RIGHT, false)};
        private final int entities;
        private Times[] open;
        private Times[] closed;

        /** The ticks that all entities together were in flight. */
        private long flightTicks;

        /**
         * The regions before their first tick.
         *
         * @param regions the regions
         * @param entities the number of their entities
         * @param seed the seed of their entities
         */
        Measurement(TwoRegions regions, int entities, long seed) {
            this.regions = regions;
            this.entities = entities;
            for (Region region : walled) {
                region.spawn(entities, seed);
            }
        }

        /** The counts that grow with each tick. */
        private record Totals(
                long handOvers, long handOverBytes, long feedBytes, long messages, long lost, long repeated) {
            static Totals of(TwoRegions regions) {
                return new Totals(
                        regions.left.region().numbers.taken + regions.right.region().numbers.taken,
                        regions.left.handOverBytes + regions.right.handOverBytes,
                        regions.left.feedBytes + regions.right.feedBytes,
                        regions.toLeft.sent() + regions.toRight.sent(),
                        regions.toLeft.lost + regions.toRight.lost,
                        regions.toLeft.repeated + regions.toRight.repeated);
            }
        }

        /** Runs all, and returns what was measured, in lines. */
        List<String> run(int ticks, int down) {
            run(ticks); // warms up
            Totals before = Totals.of(regions);
            run(ticks);
            Totals after = Totals.of(regions);
            List<String> lines = report(before, after, ticks / (double) TICKS_A_SECOND);
            if (down > 0) {
                lines.add(restart(down));
            }
            lines.add("entities       " + census());
            return lines;
        }

        /** Where the entities are. Throws if one is lost, doubled, or in the wrong region. */
        private TwoRegions.Census census() {
            TwoRegions.Census census = TwoRegions.Census.of(regions, entities);
            if (!census.isSound()) {
                throw new IllegalStateException("entities are not where they belong: " + census);
            }
            return census;
        }

        private void run(int ticks) {
            open = new Times[] {new Times(), new Times()};
            closed = new Times[] {new Times(), new Times()};
            flightTicks = 0;
            for (int tick = 0; tick < ticks; tick++) {
                regions.step();
                open[0].add(regions.left.nanos);
                open[1].add(regions.right.nanos);
                for (int i = 0; i < walled.length; i++) {
                    long begin = System.nanoTime();
                    walled[i].tick();
                    closed[i].add(System.nanoTime() - begin);
                }
                flightTicks += census().inFlight;
            }
        }

        private String restart(int down) {
            long hash = Saves.stateHash(regions.right.region().world);
            regions.right.crash();
            for (int tick = 0; tick < down; tick++) {
                regions.step();
            }
            int waiting = regions.left.region().waiting();
            int logged = regions.right.logged();
            long begin = System.nanoTime();
            regions.right.restart();
            double millis = (System.nanoTime() - begin) / 1e6;
            if (Saves.stateHash(regions.right.region().world) != hash) {
                throw new IllegalStateException("the restarted region has another state than before");
            }
            for (int tick = 0; tick < TICKS_A_SECOND; tick++) {
                regions.step();
            }
            return line(
                    "restart        right was down for %,d ticks; its snapshot and %,d ticks of its log took %.0f ms%n"
                            + "               %,d entities waited for it; a second later, %,d",
                    down, logged, millis, waiting, regions.left.region().waiting());
        }

        private List<String> report(Totals before, Totals after, double seconds) {
            List<String> lines = new ArrayList<>();
            long handOvers = after.handOvers - before.handOvers;
            lines.add(line(
                    "hand-overs     %,.0f a second, each in flight for %.1f ticks, %,.1f KB a second",
                    handOvers / seconds,
                    (double) flightTicks / Math.max(1, handOvers),
                    (after.handOverBytes - before.handOverBytes) / seconds / KILOBYTE));
            lines.add(line(
                    "border feeds   %,.1f KB a second; ghosts: %,d in left, %,d in right",
                    (after.feedBytes - before.feedBytes) / seconds / KILOBYTE,
                    regions.left.region().ghosts.seen.count(),
                    regions.right.region().ghosts.seen.count()));
            lines.add(line("time a tick    left %s, right %s", open[0], open[1]));
            lines.add(line("  with a wall  left %s, right %s", closed[0], closed[1]));
            lines.add(line(
                    "link           %,d messages, of which %,d were lost and %,d repeated",
                    after.messages - before.messages, after.lost - before.lost, after.repeated - before.repeated));
            return lines;
        }

        private static String line(String format, Object... values) {
            return String.format(Locale.ROOT, format, values);
        }

        @Override
        public void close() {
            Closing.all(walled);
        }
    }
}
