package basalt.examples.framework.experiment;

import basalt.component.Component;
import basalt.examples.framework.experiment.ExperimentViewer.ScriptedKey;
import basalt.examples.framework.experiment.Run.Progress;
import basalt.examples.framework.inspect.Pacemaker;
import basalt.examples.framework.program.InputFile;
import basalt.examples.framework.program.NamedFiles;
import basalt.examples.framework.program.OneLine;
import basalt.examples.framework.program.OutputFile;
import basalt.examples.framework.program.Program;
import basalt.examples.framework.render.Controls.Key;
import basalt.examples.framework.render.Film;
import basalt.examples.framework.render.GifFile;
import basalt.examples.framework.render.PngFile;
import basalt.examples.framework.render.Renderer;
import basalt.examples.framework.render.RendererKind;
import basalt.inspect.InspectorBuilder;
import basalt.save.Checkpoints;
import basalt.save.LoadOptions;
import basalt.save.Replay;
import basalt.save.SaveOptions;
import basalt.save.Saves;
import basalt.save.Snapshots;
import basalt.world.SaveFormatException;
import basalt.world.World;
import java.awt.image.BufferedImage;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.UncheckedIOException;
import java.io.Writer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.function.Consumer;
import java.util.function.Supplier;
import javax.imageio.ImageIO;
import picocli.CommandLine;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;

/**
 * Command-line options, for picocli, of programs that run an {@link Experiment}: how long, how it is drawn, where its
 * world comes from and goes to, and whether it is inspected. Some defaults depend on the program.
 *
 * <pre>{@code
 * @Mixin
 * private ExperimentOptions options = new ExperimentOptions(1280, 720, 4_096, Path.of("target/sparks.png"));
 * ...
 * options.require(line, 1 / 60f, files);
 * World world = options.open(line, "--ships 1000", COMPONENTS);
 * try (Battle battle = new Battle(world)) {
 *     Run run = options.run(line, "sparks", battle, 0, 60, builder -> {});
 *     options.write(line, battle, picture);
 * }
 * }</pre>
 */
public final class ExperimentOptions {
    private static final int MOST_WORKERS = 256;
    private static final int LEAST_PIXELS = 16;
    private static final int MOST_TICKS = 10_000;
    private static final int MOST_REWIND_SECONDS = 60;
    private static final long MOST_REWIND_BYTES = 512L << 20;
    private static final Duration CHECKPOINT_PERIOD = Duration.ofMinutes(1);
    private static final int CHECKPOINT_FILES = 10;
    private static final int CHECKPOINT_WIDTH = 320;
    private static final int CHECKPOINT_HEIGHT = 180;
    private static final int MOST_PORT = 65_535;

    private final int mostPixels;

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
            converter = RendererKind.Converter.class,
            description = "renderer: window (space pauses, n or . steps, s spawns, r rewinds while it is held"
                    + " down, Escape ends), egl, java2d or none")
    private RendererKind renderer;

    @Option(names = "--gif", paramLabel = "FILE", description = "records an animated GIF")
    private Path gif;

    @Option(names = "--frames", paramLabel = "FOLDER", description = "records PNG files, one per frame")
    private Path frames;

    @Option(
            names = "--frame-ticks",
            paramLabel = "N",
            defaultValue = "2",
            description = "ticks per frame of the GIF or the PNG files (default: ${DEFAULT-VALUE})")
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
     * @param mostPixels largest width or height, in pixels
     * @param output default file of the picture
     */
    public ExperimentOptions(int width, int height, int mostPixels, Path output) {
        this.width = width;
        this.height = height;
        this.mostPixels = mostPixels;
        this.output = output;
    }

    /**
     * Checks that the options are in range and consistent, and that all files can be written.
     *
     * @param line the command line that has the options
     * @param tickSeconds length of a tick
     * @param files the other files of the program
     * @throws ParameterException if a check fails
     */
    public void require(CommandLine line, float tickSeconds, NamedFiles files) {
        Program.requireRange(line, "--ticks", ticks, load == null ? 1 : 0, Integer.MAX_VALUE);
        Program.requireRange(line, "--workers", workers, 1, MOST_WORKERS);
        Program.requireRange(line, "--width", width, LEAST_PIXELS, mostPixels);
        Program.requireRange(line, "--height", height, LEAST_PIXELS, mostPixels);
        Program.requireRange(line, "--history", history, 0, Snapshots.MAX_CAPACITY);
        if (port != null) {
            Program.requireRange(line, "--inspect", port, 0, MOST_PORT);
            if (!line.getParseResult().hasMatchedOption("--ticks")) {
                ticks = Integer.MAX_VALUE;
            }
        }
        if (isFilmed() && renderer == RendererKind.NONE) {
            throw new ParameterException(line, "--gif and --frames need a --renderer that draws, not none");
        }
        Program.requireRange(line, "--frame-ticks", frameTicks, 1, MOST_TICKS);
        Program.requireRange(line, "--rewind", rewindSeconds, 0, MOST_REWIND_SECONDS);
        if (gif != null && delay(tickSeconds) > GifFile.MOST_DELAY) {
            throw new ParameterException(
                    line,
                    "--frame-ticks must be at most %d for a GIF, which shows no frame longer than %.0f s, not %d"
                            .formatted(
                                    (int) (GifFile.MOST_DELAY / (100 * tickSeconds)),
                                    GifFile.MOST_DELAY / 100f,
                                    frameTicks));
        }
        if (record != null && replay != null) {
            throw new ParameterException(line, "--record-replay and --replay exclude each other; choose one");
        }
        files.written("--output", output);
        files.written("--gif", gif);
        files.folder("--frames", frames, Film::isFrame);
        files.read("--load", load);
        files.written("--save", save);
        files.folder("--checkpoints", checkpoints, name -> name.startsWith("checkpoint-"));
        files.written("--record-replay", record);
        files.read("--replay", replay);
        files.written("--dump-json", json);
        Program.require(line, files);
    }

    private boolean isFilmed() {
        return gif != null || frames != null;
    }

    /** The delay of a frame in hundredths of a second. */
    private int delay(float tickSeconds) {
        return Math.round(100 * tickSeconds * frameTicks);
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
     * Creates the world: empty, or as in the file, or in the newest checkpoint. Checkpoints that are damaged are
     * reported and skipped.
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
     * @param inspected sets options of the inspector, if there is one
     * @return the result
     * @throws ParameterException if the replay cannot be loaded, depends on other options, or does not have the next
     *     tick of the world
     * @throws IOException if a file cannot be written
     */
    public Run run(
            CommandLine line,
            String title,
            Experiment experiment,
            float warmUpSeconds,
            int settle,
            Consumer<InspectorBuilder> inspected)
            throws IOException {
        beginReplay(line, experiment);
        float tickSeconds = experiment.tickSeconds();
        RendererKind kind = renderer != null ? renderer : isFilmed() ? RendererKind.JAVA2D : RendererKind.NONE;
        try (Renderer drawing = kind.open(title, width, height, experiment.scene());
                GifFile film =
                        gif == null ? null : new GifFile(gif, Math.max(GifFile.LEAST_DELAY, delay(tickSeconds)));
                Film recording = new Film(frameTicks, film, frames);
                Rewind rewind = new Rewind(
                        capacity -> Saves.snapshots(experiment.world(), capacity, experiment.derived()),
                        rewindTicks(tickSeconds),
                        MOST_REWIND_BYTES);
                Checkpoints saving = checkpoints == null ? null : checkpoints(experiment);
                Pacemaker pace = port == null ? null : pace(experiment, inspected)) {
            ExperimentViewer viewer = new ExperimentViewer(
                    drawing, recording, experiment, kind == RendererKind.WINDOW, rewind, keys, System::nanoTime);
            viewer.keepPace(pace);
            viewer.saveTo(saving);
            Run run = run(line, experiment, warmUpSeconds, settle, viewer);
            if (saving != null) {
                saving.now(experiment.world(), "the end of a run");
            }
            recording.complete();
            return endReplay(line, experiment, run);
        }
    }

    /** Runs the experiment from its start, or from where it was saved. */
    private Run run(CommandLine line, Experiment experiment, float warmUpSeconds, int settle, TickObserver observer)
            throws IOException {
        float warmUp = experiment.replay() == null ? warmUpSeconds : 0; // its length in ticks would vary
        return isContinued
                ? Run.on(experiment, ticks, progress(line), observer)
                : Run.of(experiment, seed, warmUp, settle, ticks, progress(line), observer);
    }

    /**
     * Only measures an experiment, without drawing it.
     *
     * @param line the command line that has the options
     * @param experiment the experiment
     * @param settle number of ticks to run before measuring
     * @return the result
     * @throws IOException never
     */
    public Run measure(CommandLine line, Experiment experiment, int settle) throws IOException {
        return Run.of(experiment, seed, 0, settle, ticks, progress(line), TickObserver.NONE);
    }

    private static Progress progress(CommandLine line) {
        return new Progress(line.getErr(), CommandLine.Help.Ansi.AUTO.enabled(), System::nanoTime);
    }

    /** Without a window, states are kept only for a scripted key. */
    private int rewindTicks(float tickSeconds) {
        boolean isUsed = renderer == RendererKind.WINDOW || keys.stream().anyMatch(key -> key.key() == Key.REWIND);
        return isUsed ? Math.min(Snapshots.MAX_CAPACITY, Math.round(rewindSeconds / tickSeconds)) : 0;
    }

    private Checkpoints checkpoints(Experiment experiment) {
        return Checkpoints.every(CHECKPOINT_PERIOD)
                .keep(CHECKPOINT_FILES)
                .exclude(experiment.derived())
                .picture(saved -> smallPicture(experiment))
                .in(checkpoints);
    }

    private static byte[] smallPicture(Experiment experiment) {
        ByteArrayOutputStream png = new ByteArrayOutputStream();
        try (Renderer small = RendererKind.JAVA2D.open("", CHECKPOINT_WIDTH, CHECKPOINT_HEIGHT, experiment.scene())) {
            small.draw();
            ImageIO.write(small.picture(), "png", png);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return png.toByteArray();
    }

    private Pacemaker pace(Experiment experiment, Consumer<InspectorBuilder> inspected) {
        return new Pacemaker(experiment.schedule(), experiment.tickSeconds(), port, builder -> {
            if (history > 0) {
                builder.history(history, experiment.derived()).hashes();
            }
            inspected.accept(builder);
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
     * Writes the world to the files that the options name, and its picture, and prints their names.
     *
     * @param line the command line that has the options
     * @param experiment has the world
     * @param picture draws the picture
     * @throws IOException if a file cannot be written
     */
    public void write(CommandLine line, Experiment experiment, Supplier<BufferedImage> picture) throws IOException {
        World world = experiment.world();
        PrintWriter out = line.getOut();
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
        PngFile.write(picture.get(), output);
        out.print("picture    " + output.toAbsolutePath().normalize() + "\n");
        out.flush();
    }
}
