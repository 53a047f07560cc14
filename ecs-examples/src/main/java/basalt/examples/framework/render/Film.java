package basalt.examples.framework.render;

import basalt.examples.framework.program.Closing;
import java.awt.image.BufferedImage;
import java.io.IOException;
import java.util.List;

/** A film of what a renderer draws: one frame in every so many ticks, into any number of files. */
public final class Film implements AutoCloseable {
    private final List<FrameFile> files;
    private final int everyTicks;
    private long ticks;

    /**
     * A film.
     *
     * @param everyTicks how many ticks a frame stands for, at least 1
     * @param files where the frames go; perhaps none
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
     * A tick is over, and its picture is drawn: adds it if it is time. The first tick is always in the film.
     *
     * @param renderer has drawn it
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
     * The film is over, and goes where it belongs.
     *
     * @throws IOException if a file cannot be written
     */
    public void complete() throws IOException {
        for (FrameFile file : files) {
            file.complete();
        }
    }

    /** Gives up what is not complete. */
    @Override
    public void close() throws IOException {
        Closing.all(files);
    }
}
