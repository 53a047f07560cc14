package basalt.examples.framework.program;

import java.io.IOException;
import picocli.CommandLine;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;

/**
 * The options of programs that run an {@link Experiment} and measure it, for picocli:
 *
 * <pre>{@code
 * @Mixin
 * private RunOptions options;
 * ...
 * options.require(line);
 * Run run = options.run(line, experiment, 1, 60, Spectator.NONE);
 * }</pre>
 */
public final class RunOptions {
    private static final int MOST_WORKERS = 256;

    @Option(
            names = "--ticks",
            paramLabel = "N",
            defaultValue = "600",
            description = "how many ticks to measure; then the program ends (default: ${DEFAULT-VALUE})")
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
            description = "the same seed gives the same world and picture (default: ${DEFAULT-VALUE})")
    private long seed;

    @Option(names = "--stats", description = "prints what each system has taken")
    private boolean stats;

    /** For picocli. */
    public RunOptions() {}

    /**
     * Requires that the options are in range.
     *
     * @param line whose options they are
     * @throws ParameterException if one is not
     */
    public void require(CommandLine line) {
        Program.requireRange(line, "--ticks", ticks, 1, Integer.MAX_VALUE);
        Program.requireRange(line, "--workers", workers, 1, MOST_WORKERS);
    }

    /**
     * How many threads are to work.
     *
     * @return 1 to 256
     */
    public int workers() {
        return workers;
    }

    /**
     * Whether to print what each system has taken.
     *
     * @return true if that was asked for
     */
    public boolean stats() {
        return stats;
    }

    /**
     * Runs an experiment as asked for, and says how far it is.
     *
     * @param line where to say it
     * @param experiment what to run
     * @param warmUpSeconds how long to warm up
     * @param settle how many ticks to let pass then
     * @param spectator looks between the ticks, and may end the run
     * @return the figures
     * @throws IOException if the spectator has a file that cannot be written
     */
    public Run run(CommandLine line, Experiment experiment, float warmUpSeconds, int settle, Spectator spectator)
            throws IOException {
        Progress progress = new Progress(line.getErr(), CommandLine.Help.Ansi.AUTO.enabled(), System::nanoTime);
        return Run.of(experiment, seed, warmUpSeconds, settle, ticks, progress, spectator);
    }
}
