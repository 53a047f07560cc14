package basalt.examples.framework.render;

import basalt.examples.framework.program.OutputFile;
import java.awt.image.BufferedImage;
import java.io.IOException;
import java.nio.file.Path;
import javax.imageio.ImageIO;
import javax.imageio.stream.FileImageOutputStream;
import javax.imageio.stream.ImageOutputStream;

/** Writes pictures as PNG files. */
public final class PngFile {
    private PngFile() {}

    /**
     * Writes a picture; an existing file is replaced when the new one is complete, see {@link OutputFile}.
     *
     * @param picture the picture
     * @param file the file
     * @throws IOException if it cannot be written
     */
    public static void write(BufferedImage picture, Path file) throws IOException {
        OutputFile.write(file, part -> writePart(picture, part));
    }

    private static void writePart(BufferedImage picture, Path file) throws IOException {
        // Opens the stream here, as ImageIO would print a stack trace if it cannot open the file.
        try (ImageOutputStream out = new FileImageOutputStream(file.toFile())) {
            if (!ImageIO.write(picture, "png", out)) {
                throw new IOException("no writer for PNG files that takes this picture: " + picture);
            }
        }
    }
}
