package basalt.bench.report;

import java.awt.image.BufferedImage;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import javax.imageio.ImageIO;

/**
 * A chart as a PNG.
 *
 * @param title its title
 * @param png its bytes
 */
record Picture(String title, byte[] png) {
    static Picture of(String title, BufferedImage image) throws IOException {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        if (!ImageIO.write(image, "png", bytes)) {
            throw new IOException("this JDK cannot write PNG");
        }
        return new Picture(title, bytes.toByteArray());
    }
}
