package basalt.examples.framework.render;

import java.awt.image.BufferedImage;
import java.io.IOException;

/** Where the frames of a film go, one after the other. */
public interface FrameFile extends AutoCloseable {
    /**
     * Adds a frame.
     *
     * @param frame the picture, as large as those before it
     * @throws IOException if it cannot be written
     * @throws IllegalArgumentException if it is not as large as those before it
     * @throws IllegalStateException if the file was closed
     */
    void add(BufferedImage frame) throws IOException;

    /**
     * Ends the film: only then is it where it belongs, if it is one file. A film without any frame leaves what was
     * there.
     *
     * @throws IOException if what is left cannot be written
     * @throws IllegalStateException if the file was closed
     */
    void complete() throws IOException;

    /**
     * Gives up what is not complete. Further calls do nothing.
     *
     * @throws IOException if it cannot be removed
     */
    @Override
    void close() throws IOException;
}
