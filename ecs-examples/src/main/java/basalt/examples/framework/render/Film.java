package basalt.examples.framework.render;

import basalt.examples.framework.program.Closing;
import java.awt.image.BufferedImage;
import java.io.IOException;
import java.util.List;

/** Records the pictures of a renderer: one frame every N ticks, to any number of files. */
public final class Film implements AutoCloseable {
    private final List<FrameFile> files;
    private final int everyTicks;
    private long ticks;

    /**
     * Begins a film.
     *
     * @param everyTicks ticks per frame, at least 1
     * @param files the files to write; can be empty
     * @throws IllegalArgumentException if {@code everyTicks} is not positive
     */
    public Film(int everyTicks, List<FrameFile> files) {
        if (everyTicks < 1) {
            throw new IllegalArgumentException("everyTicks must be > 0: everyTicks=" + everyTicks);
        }
        this.everyTicks = everyTicks;
        this.files = List.copyOf(files);
    }

    /**
     * Called when the picture of a tick has been drawn; adds it if a frame is due. The first tick is always in the
     * film.
     *
     * @param renderer has drawn the picture
     * @throws IOException if a file cannot be written
     * @throws IllegalStateException if the renderer has no pictures
     */
    public void afterTick(Renderer renderer) throws IOException {
        if (!files.isEmpty() && ticks % everyTicks == 0) {
            BufferedImage picture = renderer.picture();
            for (FrameFile file : files) {
                file.add(picture);
            }
        }
        ticks++;
    }

    /**
     * Ends the film, and puts the files in their places.
     *
     * @throws IOException if a file cannot be written
     */
    public void complete() throws IOException {
        for (FrameFile file : files) {
            file.complete();
        }
    }

    /** Discards incomplete files. */
    @Override
    public void close() throws IOException {
        Closing.all(files);
    }
}
