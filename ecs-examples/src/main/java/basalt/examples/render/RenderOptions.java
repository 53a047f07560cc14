package basalt.examples.render;

import basalt.examples.program.Program;
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
 * RendererKind kind = render.kind(line, RendererKind.NONE);
 * try (Film film = render.film(line, dt);
 *         Renderer renderer = kind.open("sparks", 1280, 720, scene)) {
 *     ...
 *     renderer.draw();
 *     film.afterTick(renderer);
 * }
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

    /** For picocli. */
    public RenderOptions() {}

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
