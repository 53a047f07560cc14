package basalt.examples.framework.render;

import java.awt.image.BufferedImage;
import java.io.IOException;

/** A file, or folder of files, that receives the frames of a film in order. */
public interface FrameFile extends AutoCloseable {
    /**
     * Adds a frame.
     *
     * @param frame the picture, of the same size as the frames before it
     * @throws IOException if it cannot be written
     * @throws IllegalArgumentException if its size differs from that of the frames before it
     * @throws IllegalStateException if the file was closed
     */
    void add(BufferedImage frame) throws IOException;

    /**
     * Ends the film. A film in a single file replaces the old file only now. A film without frames leaves the old file
     * unchanged.
     *
     * @throws IOException if the rest cannot be written
     * @throws IllegalStateException if the file was closed
     */
    void complete() throws IOException;

    /**
     * Discards an incomplete file. Further calls do nothing.
     *
     * @throws IOException if it cannot be deleted
     */
    @Override
    void close() throws IOException;
}
