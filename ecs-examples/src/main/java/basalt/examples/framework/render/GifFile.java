package basalt.examples.framework.render;

import basalt.examples.framework.program.OutputFile;
import java.awt.image.BufferedImage;
import java.io.IOException;
import java.nio.file.Path;
import javax.imageio.IIOImage;
import javax.imageio.ImageIO;
import javax.imageio.ImageTypeSpecifier;
import javax.imageio.ImageWriter;
import javax.imageio.metadata.IIOInvalidTreeException;
import javax.imageio.metadata.IIOMetadata;
import javax.imageio.metadata.IIOMetadataNode;
import javax.imageio.stream.FileImageOutputStream;
import javax.imageio.stream.ImageOutputStream;
import org.agrona.CloseHelper;

/**
 * A film as an animated GIF, which repeats forever. Each frame has its own palette of 256 colours, and
 * contains only those pixels that differ from the frame before.
 */
public final class GifFile implements AutoCloseable {
    /** Viewers replace a shorter delay by a tenth of a second. */
    private static final int LEAST_DELAY = 2;

    private static final int MOST_DELAY = 65_535;
    private static final byte[] FOR_EVER = {1, 0, 0};

    private final OutputFile file;
    private final int delay;
    private final ImageWriter writer;
    private final ImageOutputStream out;
    private int[] shown; // null before the first frame
    private boolean closed;

    /**
     * Begins a film.
     *
     * @param file the file; an existing file is replaced when the film is complete
     * @param delayHundredths delay of each frame in hundredths of a second; 2 to 65,535, or the nearest of these
     * @throws IOException if the file cannot be written
     */
    public GifFile(Path file, int delayHundredths) throws IOException {
        delay = Math.max(LEAST_DELAY, Math.min(MOST_DELAY, delayHundredths));
        this.file = OutputFile.begin(file);
        try {
            out = new FileImageOutputStream(this.file.part().toFile());
            writer = ImageIO.getImageWritersByFormatName("gif").next();
            writer.setOutput(out);
            writer.prepareWriteSequence(null);
        } catch (IOException | RuntimeException e) {
            CloseHelper.closeAll(e::addSuppressed, this.file);
            throw e;
        }
    }

    /**
     * Adds a frame.
     *
     * @param frame the picture, of the same size as the frames before it
     * @throws IOException if it cannot be written
     */
    public void add(BufferedImage frame) throws IOException {
        BufferedImage written = shown == null ? frame : changes(frame);
        writer.writeToSequence(new IIOImage(written, null, metadata(written)), null);
        shown = pixels(frame);
    }

    /** The frame, without those pixels that are the same as in the frame before. */
    private BufferedImage changes(BufferedImage frame) {
        int[] pixels = pixels(frame);
        for (int i = 0; i < pixels.length; i++) {
            pixels[i] = pixels[i] == shown[i] ? 0 : pixels[i];
        }
        BufferedImage changes = new BufferedImage(frame.getWidth(), frame.getHeight(), BufferedImage.TYPE_INT_ARGB);
        changes.setRGB(0, 0, frame.getWidth(), frame.getHeight(), pixels, 0, frame.getWidth());
        return changes;
    }

    private static int[] pixels(BufferedImage frame) {
        return frame.getRGB(0, 0, frame.getWidth(), frame.getHeight(), null, 0, frame.getWidth());
    }

    private IIOMetadata metadata(BufferedImage frame) throws IIOInvalidTreeException {
        IIOMetadata metadata = writer.getDefaultImageMetadata(new ImageTypeSpecifier(frame), null);
        String format = metadata.getNativeMetadataFormatName();
        IIOMetadataNode root = new IIOMetadataNode(format);
        IIOMetadataNode control = new IIOMetadataNode("GraphicControlExtension");
        control.setAttribute("disposalMethod", "doNotDispose");
        control.setAttribute("userInputFlag", "FALSE");
        control.setAttribute("transparentColorFlag", shown == null ? "FALSE" : "TRUE");
        control.setAttribute("transparentColorIndex", "0");
        control.setAttribute("delayTime", Integer.toString(delay));
        root.appendChild(control);
        if (shown == null) {
            IIOMetadataNode loop = new IIOMetadataNode("ApplicationExtension");
            loop.setAttribute("applicationID", "NETSCAPE");
            loop.setAttribute("authenticationCode", "2.0");
            loop.setUserObject(FOR_EVER.clone());
            IIOMetadataNode extensions = new IIOMetadataNode("ApplicationExtensions");
            extensions.appendChild(loop);
            root.appendChild(extensions);
        }
        metadata.mergeTree(format, root);
        return metadata;
    }

    /**
     * Ends the film, and puts the file in its place. Without frames, the old file stays.
     *
     * @throws IOException if the rest cannot be written
     */
    public void complete() throws IOException {
        if (shown == null) {
            return;
        }
        writer.endWriteSequence();
        closeStream();
        file.complete();
    }

    /** Discards an incomplete file. */
    @Override
    public void close() throws IOException {
        CloseHelper.closeAll(this::closeStream, file);
    }

    private void closeStream() throws IOException {
        if (!closed) {
            closed = true;
            writer.dispose();
            out.close();
        }
    }
}
