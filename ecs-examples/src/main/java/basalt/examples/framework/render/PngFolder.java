package basalt.examples.framework.render;

import basalt.examples.framework.program.OutputFile;
import java.awt.image.BufferedImage;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Locale;
import java.util.regex.Pattern;

/**
 * A film as a folder of PNG files: {@code frame-00001.png} and so on. Each file is complete at any time; an interrupted
 * film has replaced the first files of an older film.
 */
public final class PngFolder implements FrameFile {
    private static final Pattern FRAME = Pattern.compile("frame-[0-9]{5,}\\.png");

    private final Path folder;
    private BufferedImage first;
    private int frames;
    private boolean closed;

    /**
     * Begins a film. Existing files with the names of its frames are replaced.
     *
     * @param folder the folder; created if it does not exist
     * @throws IOException if it cannot be created, or is not writable; the message names the cause
     */
    public PngFolder(Path folder) throws IOException {
        OutputFile.requireFolder(folder);
        this.folder = folder;
    }

    /** Whether a film may write a file of this name. */
    static boolean isFrame(String name) {
        return FRAME.matcher(name).matches();
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
    public void complete() {
        FrameChecks.requireOpen(closed);
        closed = true;
    }

    @Override
    public void close() {
        closed = true;
    }
}
