package basalt.examples.framework.save;

import basalt.component.Component;
import basalt.examples.framework.program.InputFile;
import basalt.examples.framework.program.NamedFiles;
import basalt.examples.framework.program.OneLine;
import basalt.examples.framework.program.OutputFile;
import basalt.examples.framework.program.Run;
import basalt.examples.framework.program.RunOptions;
import basalt.examples.framework.program.TickObserver;
import basalt.examples.framework.render.RenderedExperiment;
import basalt.replay.Replay;
import basalt.save.LoadOptions;
import basalt.save.SaveFormatException;
import basalt.save.SaveInfo;
import basalt.save.SaveOptions;
import basalt.world.World;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.Writer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Locale;
import picocli.CommandLine;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;

/**
 * Command-line options, for picocli, of programs that save and load their worlds:
 *
 * <pre>{@code
 * @Mixin
 * private StateOptions state;
 * ...
 * state.addTo(files);
 * World world = state.open(line, "--ships 1000", Ship.TYPE, Position.TYPE);
 * ReplayedExperiment experiment = state.replayed(line, new Battle(world));
 * Run run = state.run(line, options, experiment, 1, 60, observer);
 * state.write(experiment, out);
 * }</pre>
 */
public final class StateOptions {
    @Option(
            names = "--load",
            paramLabel = "FILE",
            description = "continues a world that --save has written, without a warm-up; needs the same other options")
    private Path load;

    @Option(names = "--save", paramLabel = "FILE", description = "saves the world at the end")
    private Path save;

    @Option(
            names = "--checkpoints",
            paramLabel = "FOLDER",
            description =
                    "saves the world once a minute and at the end, keeps the last 10 files, and continues the newest")
    private Path checkpoints;

    @Option(
            names = "--record-replay",
            paramLabel = "FILE",
            description = "records the input of the run, with hashes of the world after each system")
    private Path record;

    @Option(
            names = "--replay",
            paramLabel = "FILE",
            description = "plays recorded input, and checks that the world is the same; needs the same other options,"
                    + " except --workers")
    private Path replay;

    @Option(names = "--dump-json", paramLabel = "FILE", description = "writes the world at the end as text, in JSON")
    private Path json;

    private boolean isContinued;

    /** For picocli. */
    public StateOptions() {}

    /**
     * Adds the files that the options name.
     *
     * @param files receives the files
     */
    public void addTo(NamedFiles files) {
        files.read("--load", load);
        files.written("--save", save);
        files.folder("--checkpoints", checkpoints, name -> name.startsWith("checkpoint-"));
        files.written("--record-replay", record);
        files.read("--replay", replay);
        files.written("--dump-json", json);
    }

    /**
     * The least number of ticks to run.
     *
     * @return 0 if the world is loaded
     */
    public int leastTicks() {
        return load == null ? 1 : 0;
    }

    /**
     * Creates the world: empty, or as in the file, or in the newest checkpoint. Checkpoints that are damaged are
     * reported and skipped.
     *
     * @param line the command line that has the options
     * @param options the options that the world depends on
     * @param components the components of its entities
     * @return the world; the caller closes it
     * @throws ParameterException if there is no such file, it is damaged, or its world depends on other options; or if
     *     a run is to be recorded and replayed at once
     */
    public World open(CommandLine line, String options, Component<?>... components) {
        if (record != null && replay != null) {
            throw new ParameterException(line, "--record-replay and --replay exclude each other; choose one");
        }
        LoadOptions how = new LoadOptions().components(components).resources(Setup.class);
        World world = null;
        if (load != null) {
            world = InputFile.read(line, "--load", load, file -> load(line, file, how));
        } else if (checkpoints != null) {
            world = AutoSave.newest(checkpoints, how, skipped -> report(line, skipped));
        }
        isContinued = world != null;
        if (world == null) {
            world = World.create();
            world.resources().put(new Setup(options));
        }
        Setup saved = world.resources().tryGet(Setup.class);
        if (saved == null || !saved.options().equals(options)) {
            world.close();
            throw new ParameterException(
                    line,
                    (load == null ? "--checkpoints " + checkpoints : "--load " + load) + " was saved with "
                            + (saved == null ? "another program" : saved.options()) + ", not with " + options);
        }
        return world;
    }

    private static void report(CommandLine line, SaveInfo skipped) {
        line.getErr().println("skipped    " + OneLine.of(skipped.file() + ": " + skipped.damage()));
        line.getErr().flush();
    }

    /**
     * Makes the ticks of an experiment be recorded or played, if that was requested.
     *
     * @param line the command line that has the options
     * @param experiment the experiment, in the world that was opened
     * @return the experiment to run; the caller closes it before the other one
     * @throws ParameterException if the replay cannot be loaded, depends on other options, or does not have the next
     *     tick of the world
     */
    public ReplayedExperiment replayed(CommandLine line, RenderedExperiment experiment) {
        if (replay == null) {
            return record == null ? ReplayedExperiment.of(experiment) : ReplayedExperiment.recording(experiment);
        }
        Replay loaded = InputFile.read(line, "--replay", replay, file -> loadReplay(line, file, experiment));
        long next = experiment.world().time().tick() + 1;
        String refusal = !loaded.note().equals(setup(experiment))
                ? "was recorded with " + loaded.note() + ", not with " + setup(experiment)
                : next < loaded.firstTick() || next > loaded.lastTick()
                        ? "has the ticks " + loaded.firstTick() + " to " + loaded.lastTick()
                                + ", and the world is before" + " tick " + next
                                + "; --load the world that the recording began with"
                        : null;
        if (refusal != null) {
            loaded.close();
            throw new ParameterException(line, "--replay " + replay + " " + refusal);
        }
        return ReplayedExperiment.playing(experiment, loaded);
    }

    private static Replay loadReplay(CommandLine line, Path file, RenderedExperiment experiment) {
        try {
            return Replay.load(file, experiment.schedule(), ReplayedExperiment.input(experiment));
        } catch (SaveFormatException e) {
            throw new ParameterException(line, "--replay " + file + ": " + e.getMessage());
        }
    }

    /**
     * Runs the experiment from its start, or from where it was saved.
     *
     * @param line the command line to print to
     * @param options length of the run
     * @param experiment what {@link #replayed} has returned
     * @param warmUpSeconds length of the warm-up, if it starts, and is neither recorded nor replayed
     * @param settle number of ticks to run before measuring, if it starts
     * @param observer is called after each tick, and can end the run
     * @return the result
     * @throws IOException if a file cannot be written
     */
    public Run run(
            CommandLine line,
            RunOptions options,
            ReplayedExperiment experiment,
            float warmUpSeconds,
            int settle,
            TickObserver observer)
            throws IOException {
        Run run;
        if (checkpoints == null) {
            run = runOn(line, options, experiment, warmUpSeconds, settle, observer);
        } else {
            try (AutoSave saving = new AutoSave(checkpoints, experiment, observer)) {
                run = runOn(line, options, experiment, warmUpSeconds, settle, saving);
                saving.end();
            }
        }
        if (record != null) {
            experiment.replay().note(setup(experiment));
            experiment.replay().save(record);
            line.getOut().println("recorded   " + record.toAbsolutePath());
        } else if (replay != null) {
            line.getOut()
                    .printf(
                            Locale.ROOT,
                            "replayed   %s, the same: %d of %d ticks%n",
                            replay.toAbsolutePath(),
                            experiment.compared(),
                            experiment.replay().lastTick() - experiment.replay().firstTick() + 1);
            return new Run(run.ticks(), run.nanos(), run.heapBytes(), run.entities(), false); // it had input
        }
        return run;
    }

    private Run runOn(
            CommandLine line,
            RunOptions options,
            ReplayedExperiment experiment,
            float warmUpSeconds,
            int settle,
            TickObserver observer)
            throws IOException {
        float warmUp = experiment.replay() == null ? warmUpSeconds : 0; // its length in ticks would vary
        return isContinued
                ? options.runOn(line, experiment, observer)
                : options.run(line, experiment, warmUp, settle, observer);
    }

    private static String setup(RenderedExperiment experiment) {
        return experiment.world().resources().get(Setup.class).options();
    }

    private static World load(CommandLine line, Path file, LoadOptions how) {
        try {
            return World.load(file, how);
        } catch (SaveFormatException e) {
            throw new ParameterException(line, "--load " + file + ": " + e.getMessage());
        }
    }

    /**
     * Writes the world to the files that the options name.
     *
     * @param experiment has the world
     * @param out receives a line for each file
     * @throws IOException if a file cannot be written
     */
    public void write(RenderedExperiment experiment, PrintWriter out) throws IOException {
        World world = experiment.world();
        if (save != null) {
            world.save(save, new SaveOptions().exclude(experiment.derived()));
            out.printf(Locale.ROOT, "saved      %s, %,d bytes%n", save.toAbsolutePath(), Files.size(save));
        }
        if (json != null) {
            OutputFile.write(json, part -> {
                try (Writer text = Files.newBufferedWriter(part)) {
                    new WorldJson(world, experiment.components()).world(text);
                }
            });
            out.printf("json       %s%n", json.toAbsolutePath());
        }
        out.flush();
    }
}
