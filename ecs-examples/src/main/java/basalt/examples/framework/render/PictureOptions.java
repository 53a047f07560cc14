package basalt.examples.framework.render;

import basalt.examples.framework.program.NamedFiles;
import basalt.examples.framework.program.Program;
import java.awt.image.BufferedImage;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Path;
import picocli.CommandLine;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;

/**
 * The options of programs that make a picture in the end, for picocli. They have other sizes and files if nothing is
 * asked for:
 *
 * <pre>{@code
 * @Mixin
 * private PictureOptions picture = new PictureOptions(1280, 720, 4_096, Path.of("target/sparks.png"));
 * ...
 * picture.require(line);
 * picture.addTo(files);
 * picture.write(image, out);
 * }</pre>
 */
public final class PictureOptions {
    private static final int LEAST_PIXELS = 16;

    private final int mostPixels;

    @Option(names = "--width", paramLabel = "PIXELS", description = "width of the picture (default: ${DEFAULT-VALUE})")
    private int width;

    @Option(
            names = "--height",
            paramLabel = "PIXELS",
            description = "height of the picture (default: ${DEFAULT-VALUE})")
    private int height;

    @Option(names = "--output", paramLabel = "FILE", description = "where the picture goes (default: ${DEFAULT-VALUE})")
    private Path output;

    /**
     * For a program.
     *
     * @param width if none is asked for, in pixels
     * @param height if none is asked for, in pixels
     * @param mostPixels the largest width or height that may be asked for
     * @param output where the picture goes if none is asked for
     */
    public PictureOptions(int width, int height, int mostPixels, Path output) {
        this.width = width;
        this.height = height;
        this.mostPixels = mostPixels;
        this.output = output;
    }

    /**
     * Requires that the options are in range.
     *
     * @param line whose options they are
     * @throws ParameterException if not
     */
    public void require(CommandLine line) {
        Program.requireRange(line, "--width", width, LEAST_PIXELS, mostPixels);
        Program.requireRange(line, "--height", height, LEAST_PIXELS, mostPixels);
    }

    /**
     * Adds the file of the picture.
     *
     * @param files what is to be checked
     */
    public void addTo(NamedFiles files) {
        files.written("--output", output);
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
     * Writes the picture, and then says where it is.
     *
     * @param picture what is in it
     * @param out where to say it
     * @throws IOException if it cannot be written
     */
    public void write(BufferedImage picture, PrintWriter out) throws IOException {
        PngFile.write(picture, output);
        out.print("picture    " + output.toAbsolutePath().normalize() + "\n");
        out.flush();
    }
}
