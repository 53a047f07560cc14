package basalt.examples.render;

import basalt.examples.program.Program;
import basalt.examples.program.Run;
import basalt.examples.program.Spectator;
import java.io.IOException;
import java.nio.file.Files;
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
 * Run run = render.show(
 *         line, "sparks", 1280, 720, exhibit, spectator -> Run.of(exhibit, 1, 0, 60, 600, progress, spectator));
 * }</pre>
 */
public final class RenderOptions {
    private static final int MOST_TICKS = 10_000;

    @Option(
            names = "--renderer",
            paramLabel = "WHO",
            converter = RendererKind.Converter.class,
            description = "who draws: window (space pauses, n steps, s spawns, Escape ends), egl, java2d or none")
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

    /** A run that somebody may watch. */
    @FunctionalInterface
    public interface Measurement {
        /**
         * Runs and measures.
         *
         * @param spectator who looks between the measured ticks
         * @return the figures
         * @throws IOException if the spectator has a file that cannot be written
         */
        Run by(Spectator spectator) throws IOException;
    }

    /** For picocli. */
    public RenderOptions() {}

    /**
     * Shows a run to whom it was asked for: in a window, in a film, to nobody.
     *
     * @param line whose options they are
     * @param title of the window, if there is one
     * @param width of the pictures, in pixels
     * @param height of the pictures, in pixels
     * @param exhibit what is run
     * @param run runs it, with a spectator
     * @return the figures
     * @throws ParameterException if an option is out of range, or a file cannot be written
     * @throws RendererException if there is no such renderer here; the message is one line and says what to do
     * @throws IOException if a file cannot be written, after all
     */
    public Run show(CommandLine line, String title, int width, int height, Exhibit exhibit, Measurement run)
            throws IOException {
        RendererKind kind = kind(line, RendererKind.NONE);
        try (Film film = film(line, exhibit.tickSeconds());
                Renderer renderer = kind.open(title, width, height, exhibit.scene())) {
            return run.by(kind == RendererKind.NONE ? Spectator.NOBODY : new Screening(renderer, film, exhibit));
        }
    }

    /**
     * Who is to draw.
     *
     * @param line whose options they are
     * @param otherwise who draws if nobody was asked for
     * @return who; software if nobody would draw, but a film was asked for
     * @throws ParameterException if a film was asked for, and that nobody draws
     */
    public RendererKind kind(CommandLine line, RendererKind otherwise) {
        boolean filmed = gif != null || frames != null;
        if (filmed && renderer == RendererKind.NONE) {
            throw new ParameterException(line, "--gif and --frames need a --renderer that draws, not none");
        }
        if (renderer != null) {
            return renderer;
        }
        return filmed && otherwise == RendererKind.NONE ? RendererKind.JAVA2D : otherwise;
    }

    /**
     * Begins the film that was asked for, perhaps one without any file.
     *
     * @param line whose options they are
     * @param tickSeconds how long a tick is
     * @return the film; close it
     * @throws ParameterException if an option is out of range, or a file cannot be written
     * @throws IOException if one cannot be written, after all
     */
    public Film film(CommandLine line, float tickSeconds) throws IOException {
        Program.requireRange(line, "--frame-ticks", frameTicks, 1, MOST_TICKS);
        if (gif != null) {
            Program.requireWritable(line, "--gif", gif);
        }
        if (frames != null && Files.exists(frames) && !Files.isDirectory(frames)) {
            throw new ParameterException(line, "--frames must be a folder, not a file: " + frames);
        }
        List<FrameFile> files = new ArrayList<>();
        if (frames != null) {
            files.add(new PngFolder(frames));
        }
        if (gif != null) {
            int delay = Math.round(100 * tickSeconds * frameTicks);
            files.add(new GifFile(gif, Math.max(GifFile.LEAST_DELAY, delay)));
        }
        return new Film(frameTicks, files);
    }
}
