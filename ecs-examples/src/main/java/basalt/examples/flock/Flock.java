package basalt.examples.flock;

import basalt.examples.framework.inspect.Pacemaker;
import basalt.examples.framework.program.Program;
import basalt.memory.NativeAccess;
import basalt.save.Saves;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.Callable;
import org.agrona.CloseHelper;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** The command line of the flock. */
@Command(
        name = "flock",
        description = "Measures how fast a flock of birds finds its neighbours, in several orders of rows.",
        sortOptions = false,
        usageHelpAutoWidth = true)
public final class Flock implements Callable<Integer> {
    private static final int MOST_ENTITIES = 5_000_000;
    private static final int MOST_ROUNDS = 1_000;
    private static final int MOST_WORKERS = 256;
    private static final int MOST_PORT = 65_535;

    @Spec
    private CommandSpec spec;

    @Option(
            names = "--entities",
            paramLabel = "N",
            defaultValue = "200000",
            description = "number of birds, 1 to 5,000,000 (default: ${DEFAULT-VALUE})")
    private int entities;

    @Option(
            names = "--order",
            paramLabel = "ORDER",
            split = ",",
            defaultValue = "random,arranged",
            description = "orders to compare: ${COMPLETION-CANDIDATES} (default: ${DEFAULT-VALUE})")
    private List<Sky.Order> orders;

    @Option(
            names = "--rounds",
            paramLabel = "N",
            defaultValue = "9",
            description = "number of measurements, in which the orders take turns (default: ${DEFAULT-VALUE})")
    private int rounds;

    @Option(
            names = "--ticks",
            paramLabel = "N",
            defaultValue = "60",
            description = "number of ticks of a measurement (default: ${DEFAULT-VALUE})")
    private int ticks;

    @Option(
            names = "--warm-up",
            paramLabel = "N",
            defaultValue = "60",
            description = "number of ticks before the first measurement (default: ${DEFAULT-VALUE})")
    private int warmUp;

    @Option(
            names = "--workers",
            paramLabel = "N",
            description =
                    "number of threads, 1 to 256; the result does not depend on it (default: one for each processor)")
    private int workers = Math.min(Runtime.getRuntime().availableProcessors(), MOST_WORKERS);

    @Option(
            names = "--seed",
            paramLabel = "N",
            defaultValue = "1",
            description = "equal seeds give equal birds (default: ${DEFAULT-VALUE})")
    private long seed;

    @Option(
            names = "--inspect",
            paramLabel = "PORT",
            arity = "0..1",
            fallbackValue = "0",
            description = "measures nothing: shows the birds of the first order in the browser, until Enter is pressed")
    private Integer inspect;

    @Option(
            names = "--film",
            paramLabel = "FOLDER",
            description = "measures nothing: writes flock.gif, of --ticks frames, ten a second, and flock.png")
    private Path film;

    @Option(names = "--help", usageHelp = true, description = "prints this help and exits")
    private boolean help;

    private Flock() {}

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
        return Program.commandLine("flock", new Flock());
    }

    /** Lets the birds fly in real time until Enter is pressed. */
    private void inspect() {
        try (Sky sky = new Sky(entities, orders.get(0), seed, workers);
                Pacemaker pace = new Pacemaker(
                        sky.schedule, Sky.TICK_SECONDS, inspect, options -> options.watch("birds", sky.grid))) {
            do {
                sky.run(1);
            } while (pace.await());
        }
    }

    private void film() throws IOException {
        try (Sky sky = new Sky(entities, orders.get(0), seed, workers)) {
            sky.run(warmUp);
            Film.write(sky, ticks, film);
        }
    }

    @Override
    public Integer call() throws IOException {
        CommandLine line = spec.commandLine();
        Program.requireRange(line, "--entities", entities, 1, MOST_ENTITIES);
        Program.requireRange(line, "--rounds", rounds, 1, MOST_ROUNDS);
        Program.requireRange(line, "--ticks", ticks, 1, Integer.MAX_VALUE);
        Program.requireRange(line, "--warm-up", warmUp, 0, Integer.MAX_VALUE);
        Program.requireRange(line, "--workers", workers, 1, MOST_WORKERS);
        NativeAccess.require(); // throws if a JVM flag is missing, and names it

        if (inspect != null) {
            Program.requireRange(line, "--inspect", inspect, 0, MOST_PORT);
            inspect();
            return 0;
        }
        if (film != null) {
            film();
            return 0;
        }
        List<Measurement> measurements = new ArrayList<>();
        try {
            for (Sky.Order order : orders) {
                measurements.add(new Measurement(order, new Sky(entities, order, seed, workers), new double[rounds]));
            }
            measurements.forEach(measurement -> measurement.sky().run(warmUp));
            for (int round = 0; round < rounds; round++) {
                for (Measurement measurement : measurements) {
                    measurement.measure(round, ticks);
                }
            }
            print(line.getOut(), measurements);
        } finally {
            CloseHelper.closeAll(measurements);
        }
        return 0;
    }

    private void print(PrintWriter out, List<Measurement> measurements) {
        out.printf(
                Locale.ROOT,
                "%,d birds by %d %s; ticks a second in %,d rounds of %,d ticks: median (slowest to fastest)%n",
                entities,
                workers,
                workers == 1 ? "thread" : "threads",
                rounds,
                ticks);
        Measurement first = measurements.get(0);
        for (Measurement measurement : measurements) {
            out.printf(
                    "%-8s %s, hash %016x",
                    measurement.order(), measurement.speed(), Saves.stateHash(measurement.sky().world));
            if (measurement != first) {
                double times = measurement.median() / first.median();
                out.printf(Locale.ROOT, ", %.2f times as many as %s", times, first.order());
            }
            out.println();
        }
        out.flush();
    }

    /** The speed of a sky, in ticks a second in each round. */
    record Measurement(Sky.Order order, Sky sky, double[] speeds) implements AutoCloseable {
        /** Runs and measures the ticks of a round. */
        void measure(int round, int ticks) {
            long start = System.nanoTime();
            sky.run(ticks);
            speeds[round] = ticks * 1e9 / (System.nanoTime() - start);
        }

        /** The median of all rounds. */
        double median() {
            double[] sorted = speeds.clone();
            Arrays.sort(sorted);
            return (sorted[(sorted.length - 1) / 2] + sorted[sorted.length / 2]) / 2;
        }

        /** The median, and the slowest and the fastest round. */
        String speed() {
            double slowest = Arrays.stream(speeds).min().orElseThrow();
            double fastest = Arrays.stream(speeds).max().orElseThrow();
            return String.format(Locale.ROOT, "%,.1f (%,.1f to %,.1f)", median(), slowest, fastest);
        }

        @Override
        public void close() {
            sky.close();
        }
    }
}
