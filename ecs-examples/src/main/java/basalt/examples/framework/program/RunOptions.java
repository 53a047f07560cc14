package basalt.examples.framework.program;

import java.io.IOException;
import picocli.CommandLine;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;

/**
 * Command-line options, for picocli, of programs that run and measure an {@link Experiment}:
 *
 * <pre>{@code
 * @Mixin
 * private RunOptions options;
 * ...
 * options.require(line, 1);
 * Run run = options.run(line, experiment, 1, 60, TickObserver.NONE);
 * }</pre>
 */
public final class RunOptions {
    private static final int MOST_WORKERS = 256;

    @Option(
            names = "--ticks",
            paramLabel = "N",
            defaultValue = "600",
            description = "number of ticks to measure before the program ends (default: ${DEFAULT-VALUE})")
    private int ticks;

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
            description = "equal seeds give equal worlds and pictures (default: ${DEFAULT-VALUE})")
    private long seed;

    @Option(names = "--stats", description = "prints the time that each system has taken")
    private boolean stats;

    /** For picocli. */
    public RunOptions() {}

    /**
     * Checks that the options are in range.
     *
     * @param line the command line that has the options
     * @param leastTicks 0 or 1
     * @throws ParameterException if one is out of range
     */
    public void require(CommandLine line, int leastTicks) {
        Program.requireRange(line, "--ticks", ticks, leastTicks, Integer.MAX_VALUE);
        Program.requireRange(line, "--workers", workers, 1, MOST_WORKERS);
    }

    /** Lets the run have no end, unless its observer ends it. */
    public void endless() {
        ticks = Integer.MAX_VALUE;
    }

    /**
     * The number of threads.
     *
     * @return 1 to 256
     */
    public int workers() {
        return workers;
    }

    /**
     * Whether to print the time of each system.
     *
     * @return true if it was requested
     */
    public boolean stats() {
        return stats;
    }

    /**
     * Runs an experiment as requested, and prints the progress.
     *
     * @param line the command line to print to
     * @param experiment the experiment
     * @param warmUpSeconds length of the warm-up
     * @param settle number of ticks to run before measuring
     * @param observer is called after each tick, and can end the run
     * @return the result
     * @throws IOException if the observer has a file that cannot be written
     */
    public Run run(CommandLine line, Experiment experiment, float warmUpSeconds, int settle, TickObserver observer)
            throws IOException {
        return Run.of(experiment, seed, warmUpSeconds, settle, ticks, progress(line), observer);
    }

    /**
     * Continues an experiment that has been loaded, and prints the progress.
     *
     * @param line the command line to print to
     * @param experiment the experiment
     * @param observer is called after each tick, and can end the run
     * @return the result
     * @throws IOException if the observer has a file that cannot be written
     */
    public Run runOn(CommandLine line, Experiment experiment, TickObserver observer) throws IOException {
        return Run.on(experiment, ticks, progress(line), observer);
    }

    private static Progress progress(CommandLine line) {
        return new Progress(line.getErr(), CommandLine.Help.Ansi.AUTO.enabled(), System::nanoTime);
    }
}
