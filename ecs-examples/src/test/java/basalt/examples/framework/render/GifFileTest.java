package basalt.examples.framework.render;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.awt.Color;
import java.awt.Graphics2D;
import java.awt.image.BufferedImage;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import javax.imageio.ImageIO;
import javax.imageio.ImageReader;
import javax.imageio.metadata.IIOMetadataNode;
import javax.imageio.stream.ImageInputStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.w3c.dom.Node;

class GifFileTest {
    private static final Color[] COLOURS = {Color.RED, Color.GREEN, Color.BLUE};

    @TempDir
    private Path folder;

    @Test
    void shouldWriteAGifThatRepeatsForever() throws IOException {
        Path file = Files.write(folder.resolve("film.gif"), new byte[100_000]);
        try (GifFile gif = new GifFile(file, 7)) {
            for (Color colour : COLOURS) {
                gif.add(frame(colour, 40));
            }
            assertEquals(100_000, Files.size(file), "the old one stays until the new one is complete");
            gif.complete();
        }
        ImageReader reader = ImageIO.getImageReadersByFormatName("gif").next();
        try (ImageInputStream in = ImageIO.createImageInputStream(file.toFile())) {
            reader.setInput(in);
            assertEquals(COLOURS.length, reader.getNumImages(true));
            for (int i = 0; i < COLOURS.length; i++) {
                BufferedImage frame = reader.read(i);
                assertEquals(40, frame.getWidth());
                assertEquals(30, frame.getHeight());
                assertEquals(COLOURS[i].getRGB(), frame.getRGB(5, 5));
                assertEquals(i == 0 ? Color.GRAY.getRGB() : 0, frame.getRGB(35, 25), "transparent if unchanged");
                IIOMetadataNode control = node(reader, i, "GraphicControlExtension");
                assertEquals("7", control.getAttribute("delayTime"));
            }
            IIOMetadataNode loop = node(reader, 0, "ApplicationExtension");
            assertEquals("NETSCAPE", loop.getAttribute("applicationID"));
            assertEquals("2.0", loop.getAttribute("authenticationCode"));
            byte[] times = (byte[]) loop.getUserObject();
            assertEquals(List.of((byte) 1, (byte) 0, (byte) 0), List.of(times[0], times[1], times[2]));
        } finally {
            reader.dispose();
        }
        assertTrue(Files.size(file) < 50_000, "the end of the old file is still there");
    }

    private static IIOMetadataNode node(ImageReader reader, int frame, String name) throws IOException {
        String format = reader.getImageMetadata(frame).getNativeMetadataFormatName();
        Node root = reader.getImageMetadata(frame).getAsTree(format);
        return (IIOMetadataNode)
                ((IIOMetadataNode) root).getElementsByTagName(name).item(0);
    }

    @Test
    void shouldWriteAGifOfManyColours() throws IOException {
        BufferedImage many = new BufferedImage(64, 64, BufferedImage.TYPE_INT_RGB);
        for (int i = 0; i < 64 * 64; i++) {
            many.setRGB(i % 64, i / 64, i % 64 * 4 << 16 | i / 64 * 4 << 8 | 0x40);
        }
        Path file = folder.resolve("many.gif");
        try (GifFile gif = new GifFile(file, 2)) {
            gif.add(many);
            gif.complete();
        }
        assertTrue(Pixels.difference(many, ImageIO.read(file.toFile())) < 12);
    }

    /** Frames of which all, nothing and a part has changed. */
    @Test
    void shouldShowTheSameFramesByTheirChanges() throws IOException {
        Path file = folder.resolve("changes.gif");
        Color[] colours = {Color.RED, Color.RED, Color.GREEN, Color.BLACK};
        BufferedImage[] frames = new BufferedImage[colours.length];
        try (GifFile gif = new GifFile(file, 7)) {
            for (int i = 0; i < frames.length; i++) {
                frames[i] = frame(colours[i], 40);
                if (i == frames.length - 1) {
                    frames[i].createGraphics().fillRect(0, 0, 40, 30);
                }
                gif.add(frames[i]);
            }
            gif.complete();
        }

        BufferedImage shown = new BufferedImage(40, 30, BufferedImage.TYPE_INT_RGB);
        ImageReader reader = ImageIO.getImageReadersByFormatName("gif").next();
        try (ImageInputStream in = ImageIO.createImageInputStream(file.toFile())) {
            reader.setInput(in);
            for (int i = 0; i < frames.length; i++) {
                BufferedImage frame = frames[i];
                shown.createGraphics().drawImage(reader.read(i), 0, 0, null);
                for (int at = 0; at < 40 * 30; at++) {
                    assertEquals(frame.getRGB(at % 40, at / 40), shown.getRGB(at % 40, at / 40), "pixel " + at);
                }
            }
        } finally {
            reader.dispose();
        }
    }

    @Test
    void shouldRefuseInvalidFilms() throws IOException {
        Path taken = Files.createFile(folder.resolve("taken"));
        assertThrows(IOException.class, () -> new GifFile(taken.resolve("such.gif"), 5));
    }

    @Test
    void shouldKeepTheOldFilmIfTheNewOneIsDiscarded() throws IOException {
        Path file = Files.writeString(folder.resolve("film.gif"), "an older film");
        for (int frames = 0; frames < 2; frames++) {
            try (GifFile film = new GifFile(file, 5)) {
                if (frames == 0) {
                    film.complete(); // without a frame
                } else {
                    film.add(frame(Color.RED, 40));
                }
            }
        }
        assertEquals("an older film", Files.readString(file));
        try (Stream<Path> files = Files.list(folder)) {
            assertEquals(List.of(file), files.toList());
        }
    }

    /** A grey frame with a coloured upper left corner. */
    private static BufferedImage frame(Color colour, int width) {
        BufferedImage frame = new BufferedImage(width, 30, BufferedImage.TYPE_INT_RGB);
        Graphics2D graphics = frame.createGraphics();
        graphics.setColor(Color.GRAY);
        graphics.fillRect(0, 0, width, 30);
        graphics.setColor(colour);
        graphics.fillRect(0, 0, 20, 15);
        graphics.dispose();
        return frame;
    }
}
