package basalt.examples.framework.render;

import basalt.examples.framework.program.OutputFile;
import java.awt.image.BufferedImage;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Locale;
import java.util.regex.Pattern;

/**
 * Records the pictures of a renderer, one frame every N ticks: as an animated GIF, and as a folder of PNG files, {@code
 * frame-00001.png} and so on. The GIF replaces an older one when it is complete; each PNG file is complete at any time.
 */
public final class Film implements AutoCloseable {
    private static final Pattern FRAME = Pattern.compile("frame-[0-9]{5,}\\.png");

    private final int everyTicks;
    private final GifFile gif;
    private final Path folder;
    private long ticks;
    private int frames;

    /**
     * Begins a film.
     *
     * @param everyTicks ticks per frame, at least 1
     * @param gif the file of the GIF, which is closed with this; null for none
     * @param folder the folder of the PNG files; null for none
     * @throws IOException if the folder cannot be written
     */
    public Film(int everyTicks, GifFile gif, Path folder) throws IOException {
        this.everyTicks = everyTicks;
        this.gif = gif;
        this.folder = folder;
        if (folder != null) {
            OutputFile.requireFolder(folder);
        }
    }

    /**
     * Whether a film may write a file of this name.
     *
     * @param name the name
     * @return true for the names of frames
     */
    public static boolean isFrame(String name) {
        return FRAME.matcher(name).matches();
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
        if ((gif != null || folder != null) && ticks % everyTicks == 0) {
            BufferedImage picture = renderer.picture();
            frames++;
            if (gif != null) {
                gif.add(picture);
            }
            if (folder != null) {
                PngFile.write(picture, folder.resolve(String.format(Locale.ROOT, "frame-%05d.png", frames)));
            }
        }
        ticks++;
    }

    /**
     * Ends the film, and puts the GIF in its place. Without frames, the old file stays.
     *
     * @throws IOException if it cannot be written
     */
    public void complete() throws IOException {
        if (gif != null && frames > 0) {
            gif.complete();
        }
    }

    /** Discards an incomplete GIF. */
    @Override
    public void close() throws IOException {
        if (gif != null) {
            gif.close();
        }
    }
}
