package basalt.examples.framework.inspect;

import basalt.examples.framework.program.Program;
import basalt.examples.framework.program.Run;
import basalt.examples.framework.program.RunOptions;
import basalt.examples.framework.program.TickObserver;
import basalt.examples.framework.render.RenderOptions.Measurement;
import basalt.examples.framework.render.RenderedExperiment;
import basalt.inspect.InspectorBuilder;
import basalt.save.Snapshots;
import java.io.IOException;
import java.util.function.Consumer;
import picocli.CommandLine;
import picocli.CommandLine.Option;

/**
 * Command-line options, for picocli, of programs whose world can be looked into from a browser:
 *
 * <pre>{@code
 * @Mixin
 * private final InspectOptions inspect = new InspectOptions();
 * ...
 * inspect.require(line, options);
 * Run run = inspect.run(experiment, observer, builder -> {}, watched -> options.run(line, experiment, 1, 60, watched));
 * }</pre>
 */
public final class InspectOptions {
    private static final int MOST_PORT = 65_535;

    @Option(
            names = "--inspect",
            paramLabel = "PORT",
            arity = "0..1",
            fallbackValue = "0",
            description = "shows the world in the browser: prints an address, runs in real time until Enter is"
                    + " pressed, or for --ticks; at any port, or at this one")
    private Integer port;

    @Option(
            names = "--history",
            paramLabel = "TICKS",
            defaultValue = "0",
            description = "with --inspect, keeps as many states for going back in time (default: ${DEFAULT-VALUE})")
    private int history;

    /** For picocli. */
    public InspectOptions() {}

    /**
     * Checks that the options are in range. With an inspector, a run without {@code --ticks} has no end.
     *
     * @param line the command line that has the options
     * @param run the length of the run
     * @throws CommandLine.ParameterException if one is out of range
     */
    public void require(CommandLine line, RunOptions run) {
        Program.requireRange(line, "--history", history, 0, Snapshots.MAX_CAPACITY);
        if (port != null) {
            Program.requireRange(line, "--inspect", port, 0, MOST_PORT);
            if (!line.getParseResult().hasMatchedOption("--ticks")) {
                run.endless();
            }
        }
    }

    /**
     * Runs an experiment, with an inspector if that was requested.
     *
     * @param experiment the experiment
     * @param observer looks between the ticks
     * @param options sets options of the inspector
     * @param run runs the experiment with an observer
     * @return the result
     * @throws IOException if the observer fails to write a file
     */
    public Run run(
            RenderedExperiment experiment, TickObserver observer, Consumer<InspectorBuilder> options, Measurement run)
            throws IOException {
        if (port == null) {
            return run.by(observer);
        }
        try (Pacemaker pace = new Pacemaker(experiment.schedule(), experiment.tickSeconds(), port, builder -> {
            if (history > 0) {
                builder.history(history, experiment.derived()).hashes();
            }
            options.accept(builder);
        })) {
            return run.by(new PacedObserver(observer, pace));
        }
    }

    /** Keeps measured ticks in time. Such a run depends on the page, so it is not repeatable. */
    private record PacedObserver(TickObserver observer, Pacemaker pace) implements TickObserver {
        @Override
        public boolean afterTick(int ticks, long nanos) throws IOException {
            return observer.afterTick(ticks, nanos) && pace.await();
        }

        @Override
        public boolean afterUnmeasuredTick() throws IOException {
            return observer.afterUnmeasuredTick();
        }

        @Override
        public boolean hasChangedExperiment() {
            return true;
        }
    }
}
