package basalt.examples.tour;

import java.awt.Graphics2D;
import java.awt.image.BufferedImage;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import javax.imageio.ImageIO;

/** The last picture of each scene, one below the other, large enough to be looked at. */
final class Album {
    static final int SCALE = 3;

    private final List<BufferedImage> pictures = new ArrayList<>();

    void add(BufferedImage picture) {
        pictures.add(picture);
    }

    /** Writes all pictures as one PNG. */
    void write(Path file) throws IOException {
        int width = Screen.WIDTH * SCALE;
        int height = Screen.HEIGHT * SCALE;
        BufferedImage page = new BufferedImage(width, height * pictures.size(), BufferedImage.TYPE_INT_RGB);
        Graphics2D graphics = page.createGraphics();
        for (int i = 0; i < pictures.size(); i++) {
            graphics.drawImage(pictures.get(i), 0, i * height, width, height, null);
        }
        graphics.dispose();
        ImageIO.write(page, "png", file.toFile());
    }
}
