package basalt.examples.showcase.tour;

import basalt.examples.framework.render.PngFile;
import java.awt.Graphics2D;
import java.awt.image.BufferedImage;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** Combines pictures of equal width into one image, one below the other, enlarged. */
final class Album {
    static final int SCALE = 3;

    private final List<BufferedImage> pictures = new ArrayList<>();

    void add(BufferedImage picture) {
        pictures.add(picture);
    }

    /** Writes all pictures as one PNG. */
    void write(Path file) throws IOException {
        int rows = pictures.stream().mapToInt(BufferedImage::getHeight).sum();
        int width = Screen.WIDTH * SCALE;
        BufferedImage page = new BufferedImage(width, rows * SCALE, BufferedImage.TYPE_INT_RGB);
        Graphics2D graphics = page.createGraphics();
        int top = 0;
        for (BufferedImage picture : pictures) {
            int height = picture.getHeight() * SCALE;
            graphics.drawImage(picture, 0, top, width, height, null);
            top += height;
        }
        graphics.dispose();
        PngFile.write(page, file);
    }
}
