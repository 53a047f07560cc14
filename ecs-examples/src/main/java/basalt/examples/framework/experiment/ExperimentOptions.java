package basalt.examples.framework.experiment;

import basalt.component.Component;
import basalt.component.SaveFormatException;
import basalt.examples.framework.experiment.ExperimentViewer.ScriptedKey;
import basalt.examples.framework.inspect.Pacemaker;
import basalt.examples.framework.program.InputFile;
import basalt.examples.framework.program.OneLine;
import basalt.examples.framework.program.OutputFile;
import basalt.examples.framework.program.Program;
import basalt.examples.framework.render.Controls.Key;
import basalt.examples.framework.render.GifFile;
import basalt.examples.framework.render.Renderer;
import basalt.examples.framework.render.RendererKind;
import basalt.save.Checkpoints;
import basalt.save.LoadOptions;
import basalt.save.Replay;
import basalt.save.SaveOptions;
import basalt.save.Saves;
import basalt.save.Snapshots;
import basalt.world.World;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.Writer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import picocli.CommandLine;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;

/**
 * Command-line options, for picocli, of programs that run an {@link Experiment}: how long, how it is drawn, where its
 * world comes from and goes to, and whether it is inspected. Some defaults depend on the program.
 *
 * <pre>{@code
 * @Mixin
 * private ExperimentOptions options = new ExperimentOptions(1280, 720, Path.of("target/sparks.png"));
 * ...
 * options.require(line);
 * World world = options.open(line, "--ships 1000", COMPONENTS);
 * try (Battle battle = new Battle(world)) {
 *     Run run = options.run(line, "sparks", battle, 0, 60);
 *     options.write(line, battle, run, "bullet");
 * }
 * }</pre>
 */
public final class ExperimentOptions {
    private static final int MOST_WORKERS = 256;
    private static final int LEAST_PIXELS = 16;
    private static final int MOST_PIXELS = 8_192;
    private static final int MOST_TICKS = 10_000;
    private static final int MOST_REWIND_SECONDS = 60;
    private static final long MOST_REWIND_BYTES = 512L << 20;
    private static final Duration CHECKPOINT_PERIOD = Duration.ofMinutes(1);
    private static final int CHECKPOINT_FILES = 10;
    private static final int MOST_PORT = 65_535;

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

    @Option(names = "--width", paramLabel = "PIXELS", description = "width of the picture (default: ${DEFAULT-VALUE})")
    private int width;

    @Option(
            names = "--height",
            paramLabel = "PIXELS",
            description = "height of the picture (default: ${DEFAULT-VALUE})")
    private int height;

    @Option(names = "--output", paramLabel = "FILE", description = "file of the picture (default: ${DEFAULT-VALUE})")
    private Path output;

    @Option(
            names = "--renderer",
            paramLabel = "KIND",
            description = "renderer: window (space pauses, n or . steps, s spawns, r rewinds while it is held"
                    + " down, Escape ends), egl, java2d or none")
    private RendererKind renderer;

    @Option(names = "--gif", paramLabel = "FILE", description = "records an animated GIF")
    private Path gif;

    @Option(
            names = "--frame-ticks",
            paramLabel = "N",
            defaultValue = "2",
            description = "ticks per frame of the GIF (default: ${DEFAULT-VALUE})")
    private int frameTicks;

    @Option(
            names = "--rewind",
            paramLabel = "SECONDS",
            defaultValue = "5",
            description = "how far r can rewind time, 0 to 60 (default: ${DEFAULT-VALUE})")
    private float rewindSeconds;

    @Option(
            names = "--keys",
            paramLabel = "KEY@FRAME[-FRAME]",
            split = ",",
            converter = ScriptedKey.Converter.class,
            description = "presses keys without a window: s, r or escape, as in --keys s@60,r@120-180")
    private List<ScriptedKey> keys = new ArrayList<>();

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

    private boolean isContinued;

    /**
     * The options that a saved world depends on. A resource, so that files contain it: a world can only be loaded with
     * the same options.
     */
    private record Setup(String options) {}

    /**
     * Creates the options with a program's defaults.
     *
     * @param width default, in pixels
     * @param height default, in pixels
     * @param output default file of the picture
     */
    public ExperimentOptions(int width, int height, Path output) {
        this.width = width;
        this.height = height;
        this.output = output;
    }

    /**
     * Checks that the options are in range and consistent, and that all files can be written.
     *
     * @param line the command line that has the options
     * @throws ParameterException if a check fails
     */
    public void require(CommandLine line) {
        Program.requireRange(line, "--ticks", ticks, load == null ? 1 : 0, Integer.MAX_VALUE);
        Program.requireRange(line, "--workers", workers, 1, MOST_WORKERS);
        Program.requireRange(line, "--width", width, LEAST_PIXELS, MOST_PIXELS);
        Program.requireRange(line, "--height", height, LEAST_PIXELS, MOST_PIXELS);
        Program.requireRange(line, "--history", history, 0, Snapshots.MAX_CAPACITY);
        if (port != null) {
            Program.requireRange(line, "--inspect", port, 0, MOST_PORT);
            if (!line.getParseResult().hasMatchedOption("--ticks")) {
                ticks = Integer.MAX_VALUE;
            }
        }
        if (gif != null && renderer == RendererKind.NONE) {
            throw new ParameterException(line, "--gif needs a --renderer that draws, not none");
        }
        Program.requireRange(line, "--frame-ticks", frameTicks, 1, MOST_TICKS);
        Program.requireRange(line, "--rewind", rewindSeconds, 0, MOST_REWIND_SECONDS);
        if (record != null && replay != null) {
            throw new ParameterException(line, "--record-replay and --replay exclude each other; choose one");
        }
        Program.requireWritable(line, "--output", output);
        Program.requireWritable(line, "--gif", gif);
        Program.requireWritable(line, "--save", save);
        Program.requireWritable(line, "--checkpoints", checkpoints == null ? null : checkpoints.resolve("checkpoint"));
        Program.requireWritable(line, "--record-replay", record);
        Program.requireWritable(line, "--dump-json", json);
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
     * Width of the picture.
     *
     * @return pixels
     */
    public int width() {
        return width;
    }

    /**
     * Height of the picture.
     *
     * @return pixels
     */
    public int height() {
        return height;
    }

    /**
     * Creates the world: empty and of the seed, or as in the file, or in the newest checkpoint. Checkpoints that are
     * damaged are reported and skipped.
     *
     * @param line the command line that has the options
     * @param options the options that the world depends on
     * @param components the components of its entities
     * @return the world; the caller closes it
     * @throws ParameterException if there is no such file, it is damaged, or its world depends on other options
     */
    public World open(CommandLine line, String options, Component<?>... components) {
        LoadOptions how = new LoadOptions().components(components).resources(Setup.class);
        World world = null;
        if (load != null) {
            world = InputFile.read(line, "--load", load, file -> load(line, file, how));
        } else if (checkpoints != null) {
            world = newestCheckpoint(line, how);
        }
        isContinued = world != null;
        if (world == null) {
            world = World.builder().seed(seed).build();
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

    private static World load(CommandLine line, Path file, LoadOptions how) {
        try {
            return Saves.load(file, how);
        } catch (SaveFormatException e) {
            throw new ParameterException(line, "--load " + file + ": " + e.getMessage());
        }
    }

    private World newestCheckpoint(CommandLine line, LoadOptions how) {
        try (Checkpoints saved = Checkpoints.every(CHECKPOINT_PERIOD).in(checkpoints)) {
            return saved.tryLoadNewest(how, skipped -> {
                line.getErr().println("skipped    " + OneLine.of(skipped.file() + ": " + skipped.damage()));
                line.getErr().flush();
            });
        }
    }

    /**
     * Runs an experiment as requested.
     *
     * @param line the command line that has the options
     * @param title title of the window, if there is one
     * @param experiment the experiment, in the world that was opened
     * @param warmUpSeconds length of the warm-up, if it starts, and is neither recorded nor played
     * @param settle number of ticks to run before measuring, if it starts
     * @return the result
     * @throws ParameterException if the replay cannot be loaded, depends on other options, or does not have the next
     *     tick of the world
     * @throws IOException if a file cannot be written
     */
    public Run run(CommandLine line, String title, Experiment experiment, float warmUpSeconds, int settle)
            throws IOException {
        beginReplay(line, experiment);
        float tickSeconds = experiment.tickSeconds();
        RendererKind kind = renderer != null ? renderer : gif != null ? RendererKind.JAVA2D : RendererKind.NONE;
        try (Renderer drawing = kind.open(title, width, height, experiment.scene());
                GifFile film = gif == null ? null : new GifFile(gif, Math.round(100 * tickSeconds * frameTicks));
                Rewind rewind = new Rewind(
                        capacity -> Saves.snapshots(experiment.world(), capacity, experiment.derived()),
                        rewindTicks(tickSeconds),
                        MOST_REWIND_BYTES);
                Checkpoints saving = checkpoints == null ? null : checkpoints(experiment);
                Pacemaker pace = port == null ? null : pace(experiment)) {
            ExperimentViewer viewer = new ExperimentViewer(
                    drawing, experiment, kind == RendererKind.WINDOW, rewind, keys, System::nanoTime);
            viewer.record(film, frameTicks);
            viewer.keepPace(pace);
            viewer.saveTo(saving);
            Run run = run(experiment, warmUpSeconds, settle, viewer);
            if (saving != null) {
                saving.now(experiment.world(), "the end of a run");
            }
            if (film != null) {
                film.complete();
            }
            return endReplay(line, experiment, run);
        }
    }

    /** Runs the experiment from its start, or from where it was saved. */
    private Run run(Experiment experiment, float warmUpSeconds, int settle, TickObserver observer) throws IOException {
        float warmUp = experiment.replay() == null ? warmUpSeconds : 0; // its length in ticks would vary
        return isContinued
                ? Run.on(experiment, ticks, observer)
                : Run.of(experiment, seed, warmUp, settle, ticks, observer);
    }

    /** Without a window, states are kept only for a scripted key. */
    private int rewindTicks(float tickSeconds) {
        boolean isUsed = renderer == RendererKind.WINDOW || keys.stream().anyMatch(key -> key.key() == Key.REWIND);
        return isUsed ? Math.min(Snapshots.MAX_CAPACITY, Math.round(rewindSeconds / tickSeconds)) : 0;
    }

    private Checkpoints checkpoints(Experiment experiment) {
        return Checkpoints.every(CHECKPOINT_PERIOD)
                .keep(CHECKPOINT_FILES)
                .options(world -> new SaveOptions().exclude(experiment.derived()))
                .in(checkpoints);
    }

    private Pacemaker pace(Experiment experiment) {
        return new Pacemaker(experiment.schedule(), experiment.tickSeconds(), port, builder -> {
            if (history > 0) {
                builder.history(history, experiment.derived()).hashes();
            }
            experiment.describe(builder);
        });
    }

    private void beginReplay(CommandLine line, Experiment experiment) {
        if (record != null) {
            experiment.record();
        } else if (replay != null) {
            Replay loaded = InputFile.read(line, "--replay", replay, file -> loadReplay(line, file, experiment));
            experiment.play(loaded);
            long next = experiment.world().time().tick() + 1;
            if (!loaded.note().equals(setup(experiment))) {
                throw new ParameterException(
                        line,
                        "--replay " + replay + " was recorded with " + loaded.note() + ", not with "
                                + setup(experiment));
            }
            if (next < loaded.firstTick() || next > loaded.lastTick()) {
                throw new ParameterException(
                        line,
                        "--replay " + replay + " has the ticks " + loaded.firstTick() + " to " + loaded.lastTick()
                                + ", and the world is before tick " + next
                                + "; --load the world that the recording began with");
            }
        }
    }

    private static Replay loadReplay(CommandLine line, Path file, Experiment experiment) {
        try {
            return Replay.load(file, experiment.schedule(), experiment.input());
        } catch (SaveFormatException e) {
            throw new ParameterException(line, "--replay " + file + ": " + e.getMessage());
        }
    }

    private Run endReplay(CommandLine line, Experiment experiment, Run run) throws IOException {
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

    private static String setup(Experiment experiment) {
        return experiment.world().resources().get(Setup.class).options();
    }

    /**
     * Prints the result of a run, writes the world to the files that the options name, and its picture, and prints
     * their names.
     *
     * @param line the command line that has the options
     * @param experiment has the world
     * @param run what was measured
     * @param entity the word for an entity
     * @throws IOException if a file cannot be written
     */
    public void write(CommandLine line, Experiment experiment, Run run, String entity) throws IOException {
        World world = experiment.world();
        PrintWriter out = line.getOut();
        out.print(run.summary(experiment, workers, entity));
        if (stats) {
            out.print(
                    experiment.schedule().graph() + "\n" + experiment.schedule().stats());
        }
        if (save != null) {
            Saves.save(world, save, new SaveOptions().exclude(experiment.derived()));
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
        out.flush(); // prints the result even if drawing fails
        try (Renderer last = RendererKind.JAVA2D.open("", width, height, experiment.scene())) {
            last.draw();
            OutputFile.writePng(last.picture(), output);
        }
        out.print("picture    " + output.toAbsolutePath().normalize() + "\n");
        out.flush();
    }
}
