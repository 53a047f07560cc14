package basalt.examples.framework.render;

import basalt.examples.framework.program.NamedFiles;
import basalt.examples.framework.program.Program;
import basalt.examples.framework.program.Run;
import basalt.examples.framework.program.TickObserver;
import basalt.examples.framework.render.Controls.Key;
import basalt.examples.framework.save.Rewind;
import basalt.save.Snapshots;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import picocli.CommandLine;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;

/**
 * Command-line options, for picocli, of programs that draw:
 *
 * <pre>{@code
 * @Mixin
 * private RenderOptions render;
 * ...
 * render.require(line, experiment.tickSeconds());
 * render.addTo(files);
 * Run run = render.show(
 *         line, "sparks", 1280, 720, experiment, observer -> Run.of(experiment, 1, 0, 60, 600, progress, observer));
 * }</pre>
 */
public final class RenderOptions {
    private static final int MOST_TICKS = 10_000;
    private static final int MOST_REWIND_SECONDS = 60;
    private static final long MOST_REWIND_BYTES = 512L << 20;

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

    /** A run that calls an observer. */
    @FunctionalInterface
    public interface Measurement {
        /**
         * Runs the experiment, and measures it.
         *
         * @param observer looks between the ticks
         * @return the result
         * @throws IOException if the observer fails to write a file
         */
        Run by(TickObserver observer) throws IOException;
    }

    /** For picocli. */
    public RenderOptions() {}

    /**
     * Shows a run as the options request: in a window, in a film, or not at all.
     *
     * @param line the command line that has the options
     * @param title title of the window, if there is one
     * @param width width of the pictures, in pixels
     * @param height height of the pictures, in pixels
     * @param experiment the experiment
     * @param run runs the experiment with an observer
     * @return the result
     * @throws ParameterException if a film was requested together with {@code --renderer none}
     * @throws RendererException if the renderer is not available on this machine; the message is one line and names the
     *     remedy
     * @throws IOException if a file cannot be written
     */
    public Run show(
            CommandLine line, String title, int width, int height, RenderedExperiment experiment, Measurement run)
            throws IOException {
        RendererKind kind = kind(line);
        try (Renderer renderer = kind.open(title, width, height, experiment.scene());
                Film film = film(experiment.tickSeconds());
                Rewind rewind =
                        new Rewind(experiment::snapshots, rewindTicks(experiment.tickSeconds()), MOST_REWIND_BYTES)) {
            Run figures = run.by(
                    kind == RendererKind.NONE && keys.isEmpty()
                            ? TickObserver.NONE
                            : new ExperimentViewer(
                                    renderer, film, experiment, kind == RendererKind.WINDOW, rewind, keys));
            film.complete();
            return figures;
        }
    }

    /** Without a window, states are kept only for a scripted key. */
    private int rewindTicks(float tickSeconds) {
        boolean isUsed = renderer == RendererKind.WINDOW || keys.stream().anyMatch(key -> key.key() == Key.REWIND);
        return isUsed ? Math.min(Snapshots.MAX_CAPACITY, Math.round(rewindSeconds / tickSeconds)) : 0;
    }

    /**
     * The kind of renderer.
     *
     * @param line the command line that has the options
     * @return its kind; software if a film was requested without a renderer
     * @throws ParameterException if a film was requested together with {@code --renderer none}
     */
    public RendererKind kind(CommandLine line) {
        boolean filmed = gif != null || frames != null;
        if (filmed && renderer == RendererKind.NONE) {
            throw new ParameterException(line, "--gif and --frames need a --renderer that draws, not none");
        }
        if (renderer != null) {
            return renderer;
        }
        return filmed ? RendererKind.JAVA2D : RendererKind.NONE;
    }

    /**
     * Checks that the options are in range, and consistent.
     *
     * @param line the command line that has the options
     * @param tickSeconds length of a tick
     * @throws ParameterException if one is out of range, or two contradict each other
     */
    public void require(CommandLine line, float tickSeconds) {
        kind(line);
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
    }

    /**
     * Adds the files of the film.
     *
     * @param files receives the files
     */
    public void addTo(NamedFiles files) {
        files.written("--gif", gif);
        files.folder("--frames", frames, PngFolder::isFrame);
    }

    /**
     * Begins the film that the options request; it can be without files. It replaces older files when it is complete.
     *
     * @param tickSeconds length of a tick
     * @return the film; the caller closes it
     * @throws IOException if a file cannot be written
     */
    public Film film(float tickSeconds) throws IOException {
        List<FrameFile> files = new ArrayList<>();
        if (frames != null) {
            files.add(new PngFolder(frames));
        }
        if (gif != null) {
            files.add(new GifFile(gif, Math.max(GifFile.LEAST_DELAY, delay(tickSeconds))));
        }
        return new Film(frameTicks, files);
    }

    /** The delay of a frame in hundredths of a second. */
    private int delay(float tickSeconds) {
        return Math.round(100 * tickSeconds * frameTicks);
    }
}
