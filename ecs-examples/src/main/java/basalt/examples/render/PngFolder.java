package basalt.examples.render;

import java.awt.image.BufferedImage;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Locale;

/** A film as a folder of PNG files: {@code frame-00001.png} and so on. */
public final class PngFolder implements FrameFile {
    private final Path folder;
    private BufferedImage first;
    private int frames;
    private boolean closed;

    /**
     * A film. Files that are there already are replaced, if it has that many frames.
     *
     * @param folder where to; made if it is not there
     * @throws IOException if it cannot be made
     */
    public PngFolder(Path folder) throws IOException {
        this.folder = Files.createDirectories(folder);
    }

    @Override
    public void add(BufferedImage frame) throws IOException {
        FrameChecks.require(closed, first, frame);
        first = frame;
        frames++;
        Path file = folder.resolve(String.format(Locale.ROOT, "frame-%05d.png", frames));
        PngFile.write(frame, file);
    }

    @Override
    public void close() {
        closed = true;
    }
}
