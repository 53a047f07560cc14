package basalt.examples.framework.render;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.awt.Transparency;
import java.awt.color.ColorSpace;
import java.awt.image.BufferedImage;
import java.awt.image.ComponentColorModel;
import java.awt.image.DataBuffer;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import javax.imageio.ImageIO;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class PngFileTest {
    private final BufferedImage picture = new BufferedImage(3, 2, BufferedImage.TYPE_INT_RGB);

    @TempDir
    private Path folder;

    @Test
    void shouldReplaceAnExistingFile() throws IOException {
        Path file = Files.write(folder.resolve("picture.png"), new byte[100_000]);
        picture.setRGB(2, 1, 0x123456);
        PngFile.write(picture, file);
        assertEquals(0xff123456, ImageIO.read(file.toFile()).getRGB(2, 1));
        assertTrue(Files.size(file) < 50_000, "the end of the old file is still there");
    }

    @Test
    void shouldReportThatItCannotBeWritten() throws IOException {
        Path file = Files.createFile(folder.resolve("file"));
        Path taken = Files.createDirectories(folder.resolve("a/b")).getParent();
        assertThrows(IOException.class, () -> PngFile.write(picture, taken));
        assertThrows(IOException.class, () -> PngFile.write(picture, file.resolve("such.png")));
        assertThrows(IOException.class, () -> PngFile.write(floats(), folder.resolve("floats.png")));
    }

    /** A picture with float pixels, which PNG does not support. */
    private static BufferedImage floats() {
        ColorSpace space = ColorSpace.getInstance(ColorSpace.CS_sRGB);
        ComponentColorModel model =
                new ComponentColorModel(space, false, false, Transparency.OPAQUE, DataBuffer.TYPE_FLOAT);
        return new BufferedImage(model, model.createCompatibleWritableRaster(2, 2), false, null);
    }
}
