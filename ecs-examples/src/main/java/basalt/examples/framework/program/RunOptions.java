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
 * options.require(line);
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
     * @throws ParameterException if one is out of range
     */
    public void require(CommandLine line) {
        Program.requireRange(line, "--ticks", ticks, 1, Integer.MAX_VALUE);
        Program.requireRange(line, "--workers", workers, 1, MOST_WORKERS);
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
        Progress progress = new Progress(line.getErr(), CommandLine.Help.Ansi.AUTO.enabled(), System::nanoTime);
        return Run.of(experiment, seed, warmUpSeconds, settle, ticks, progress, observer);
    }
}
