package basalt.examples.framework.render;

import basalt.examples.framework.program.OutputFile;
import java.awt.image.BufferedImage;
import java.io.IOException;
import java.nio.file.Path;
import javax.imageio.ImageIO;
import javax.imageio.stream.FileImageOutputStream;
import javax.imageio.stream.ImageOutputStream;

/** A picture as a PNG file. */
public final class PngFile {
    private PngFile() {}

    /**
     * Writes a picture, in place of what was there: see {@link OutputFile}.
     *
     * @param picture what is in it
     * @param file where to
     * @throws IOException if it cannot be written
     */
    public static void write(BufferedImage picture, Path file) throws IOException {
        OutputFile.write(file, part -> writePart(picture, part));
    }

    private static void writePart(BufferedImage picture, Path file) throws IOException {
        // With a stream of ours: one that ImageIO cannot open it prints the trace of.
        try (ImageOutputStream out = new FileImageOutputStream(file.toFile())) {
            if (!ImageIO.write(picture, "png", out)) {
                throw new IOException("no writer for PNG files that takes this picture: " + picture);
            }
        }
    }
}
