package basalt.examples.showcase.tour;

import basalt.examples.framework.render.PngFile;
import basalt.examples.showcase.tour.MipStreamer.MipChain;
import basalt.examples.showcase.tour.Screen.Tint;
import basalt.memory.Slice;
import basalt.memory.allocator.StreamingView;
import java.awt.Graphics2D;
import java.awt.image.BufferedImage;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

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

    /** A picture of the finest resident mip of each texture in its own size, largest first. */
    static final class MipSheet {
        static final int WIDTH = Screen.WIDTH;
        static final int PAPER = 0x181c24;

        private static final int GAP = 2;

        private final BufferedImage picture;
        private int left;
        private int top;
        private int bottom; // of the row of mips that is being filled

        private MipSheet(BufferedImage picture) {
            this.picture = picture;
        }

        /** Draws the picture. */
        static BufferedImage of(MipStreamer mips) {
            List<Integer> textures = IntStream.range(0, mips.textures())
                    .boxed()
                    .sorted(Comparator.comparing(mips::finest))
                    .collect(Collectors.toList());
            MipSheet measured = new MipSheet(null);
            textures.forEach(texture -> measured.place(MipChain.side(mips.finest(texture))));
            MipSheet sheet =
                    new MipSheet(new BufferedImage(WIDTH, Math.max(1, measured.bottom), BufferedImage.TYPE_INT_RGB));
            sheet.clear();
            for (int texture : textures) {
                try (StreamingView view = mips.access(texture)) {
                    sheet.add(view.slice(), MipChain.side(mips.finest(texture)));
                }
            }
            return sheet.picture;
        }

        /** Places a square, from left to right, row by row. */
        private void place(int side) {
            if (left + side > WIDTH) {
                left = 0;
                top = bottom;
            }
            left += side + GAP;
            bottom = Math.max(bottom, top + side + GAP);
        }

        private void clear() {
            for (int y = 0; y < picture.getHeight(); y++) {
                for (int x = 0; x < WIDTH; x++) {
                    picture.setRGB(x, y, PAPER);
                }
            }
        }

        private void add(Slice texels, int side) {
            place(side);
            for (int y = 0; y < side; y++) {
                for (int x = 0; x < side; x++) {
                    int argb = texels.getInt(4L * (y * side + x));
                    int parts = (argb >>> 24) + (argb >>> 31); // maps 255 to 256
                    picture.setRGB(left - side - GAP + x, top + y, Tint.mixed(argb, PAPER, parts));
                }
            }
        }
    }
}
