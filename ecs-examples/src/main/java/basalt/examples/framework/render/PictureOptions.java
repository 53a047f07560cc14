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
 * Command-line options, for picocli, of programs that write a picture. The defaults depend on the program:
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

    @Option(names = "--output", paramLabel = "FILE", description = "file of the picture (default: ${DEFAULT-VALUE})")
    private Path output;

    /**
     * Creates the options with a program's defaults.
     *
     * @param width default, in pixels
     * @param height default, in pixels
     * @param mostPixels largest width or height, in pixels
     * @param output default file
     */
    public PictureOptions(int width, int height, int mostPixels, Path output) {
        this.width = width;
        this.height = height;
        this.mostPixels = mostPixels;
        this.output = output;
    }

    /**
     * Checks that the options are in range.
     *
     * @param line the command line that has the options
     * @throws ParameterException if one is out of range
     */
    public void require(CommandLine line) {
        Program.requireRange(line, "--width", width, LEAST_PIXELS, mostPixels);
        Program.requireRange(line, "--height", height, LEAST_PIXELS, mostPixels);
    }

    /**
     * Adds the file of the picture.
     *
     * @param files receives the files
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
     * Writes the picture, and prints its path.
     *
     * @param picture the picture
     * @param out receives the path
     * @throws IOException if it cannot be written
     */
    public void write(BufferedImage picture, PrintWriter out) throws IOException {
        PngFile.write(picture, output);
        out.print("picture    " + output.toAbsolutePath().normalize() + "\n");
        out.flush();
    }
}
