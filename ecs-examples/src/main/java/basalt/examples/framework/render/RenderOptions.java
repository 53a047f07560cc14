package basalt.examples.framework.render;

import basalt.examples.framework.program.NamedFiles;
import basalt.examples.framework.program.Program;
import basalt.examples.framework.program.Run;
import basalt.examples.framework.program.Spectator;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import picocli.CommandLine;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;

/**
 * The options of programs that draw, for picocli:
 *
 * <pre>{@code
 * @Mixin
 * private RenderOptions render;
 * ...
 * render.require(line, exhibit.tickSeconds());
 * render.addTo(files);
 * Run run = render.show(
 *         line, "sparks", 1280, 720, exhibit, spectator -> Run.of(exhibit, 1, 0, 60, 600, progress, spectator));
 * }</pre>
 */
public final class RenderOptions {
    private static final int MOST_TICKS = 10_000;

    @Option(
            names = "--renderer",
            paramLabel = "KIND",
            converter = RendererKind.Converter.class,
            description = "what draws: window (space pauses, n steps, s spawns, Escape ends), egl, java2d or none")
    private RendererKind renderer;

    @Option(names = "--gif", paramLabel = "FILE", description = "makes an animated GIF of what is drawn")
    private Path gif;

    @Option(names = "--frames", paramLabel = "FOLDER", description = "makes PNG files of what is drawn")
    private Path frames;

    @Option(
            names = "--frame-ticks",
            paramLabel = "N",
            defaultValue = "2",
            description = "ticks a frame of the GIF or the PNG files (default: ${DEFAULT-VALUE})")
    private int frameTicks;

    /** A run that may be watched. */
    @FunctionalInterface
    public interface Measurement {
        /**
         * Runs and measures.
         *
         * @param spectator looks between the ticks
         * @return the figures
         * @throws IOException if the spectator has a file that cannot be written
         */
        Run by(Spectator spectator) throws IOException;
    }

    /** For picocli. */
    public RenderOptions() {}

    /**
     * Shows a run as the options say: in a window, in a film, or not at all.
     *
     * @param line whose options they are
     * @param title of the window, if there is one
     * @param width of the pictures, in pixels
     * @param height of the pictures, in pixels
     * @param exhibit what is run
     * @param run runs it, with a spectator
     * @return the figures
     * @throws ParameterException if a film was asked for, and that nothing is drawn
     * @throws RendererException if there is no such renderer here; the message is one line and says what to do
     * @throws IOException if a file cannot be written, after all
     */
    public Run show(CommandLine line, String title, int width, int height, Exhibit exhibit, Measurement run)
            throws IOException {
        RendererKind kind = kind(line);
        try (Renderer renderer = kind.open(title, width, height, exhibit.scene());
                Film film = film(exhibit.tickSeconds())) {
            Run figures = run.by(
                    kind == RendererKind.NONE
                            ? Spectator.NONE
                            : new Screening(renderer, film, exhibit, kind == RendererKind.WINDOW));
            film.complete();
            return figures;
        }
    }

    /**
     * Which renderer draws.
     *
     * @param line whose options they are
     * @return its kind; software if none was asked for, but a film
     * @throws ParameterException if a film was asked for, and that nothing is drawn
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
     * Requires that the options are in range, and go together.
     *
     * @param line whose options they are
     * @param tickSeconds how long a tick is
     * @throws ParameterException if not
     */
    public void require(CommandLine line, float tickSeconds) {
        kind(line);
        Program.requireRange(line, "--frame-ticks", frameTicks, 1, MOST_TICKS);
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
     * @param files what is to be checked
     */
    public void addTo(NamedFiles files) {
        files.written("--gif", gif);
        files.folder("--frames", frames, PngFolder::isFrame);
    }

    /**
     * Begins the film that was asked for, perhaps one without any file. It replaces an older one when it is complete.
     *
     * @param tickSeconds how long a tick is
     * @return the film; close it
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

    /** How long a frame is shown, in hundredths of a second. */
    private int delay(float tickSeconds) {
        return Math.round(100 * tickSeconds * frameTicks);
    }
}
