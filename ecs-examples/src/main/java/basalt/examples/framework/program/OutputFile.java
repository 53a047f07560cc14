package basalt.examples.framework.program;

import java.awt.image.BufferedImage;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.nio.file.AccessDeniedException;
import java.nio.file.AtomicMoveNotSupportedException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import javax.imageio.ImageIO;

/**
 * An output file that a user has named. It is written to a temporary file beside the target, which replaces the target
 * when it is complete. Until then the target stays unchanged, even if the run fails or is interrupted.
 *
 * <pre>
 *   --output film.gif  ->  out/film.gif             a link is followed and stays a link
 *                          out/.film.gif.4711.part  written here, then renamed to film.gif
 * </pre>
 *
 * <p>Folders, devices, pipes and files without write permission are rejected. The JVM deletes incomplete files when it
 * exits, also by Ctrl-C.
 *
 * <pre>{@code
 * try (OutputFile output = OutputFile.begin(Path.of("film.gif"))) {
 *     Files.writeString(output.part(), "...");
 *     output.complete();
 * }
 * }</pre>
 */
public final class OutputFile implements AutoCloseable {
    private final Path target;
    private final Path part;

    private OutputFile(Path target, Path part) {
        this.target = target;
        this.part = part;
    }

    /** Writes the whole content of a file. */
    @FunctionalInterface
    public interface Content {
        /**
         * Writes the whole file.
         *
         * @param file an empty file
         * @throws IOException if it cannot be written
         */
        void write(Path file) throws IOException;
    }

    /**
     * Begins a file, and creates its folder if there is none. The target stays unchanged until the new file is
     * complete.
     *
     * @param named the file, or a link to it
     * @return the file, to be written to its {@link #part()}
     * @throws IOException if it cannot be written; the message names the cause and the remedy
     */
    public static OutputFile begin(Path named) throws IOException {
        try {
            Path target = target(named);
            long process = ProcessHandle.current().pid();
            Path part = target.resolveSibling("." + target.getFileName() + "." + process + ".part");
            Files.write(part, new byte[0]); // only this shows whether the folder is writable
            part.toFile().deleteOnExit();
            return new OutputFile(target, part);
        } catch (IOException e) {
            throw FileException.of(named, "write", e);
        }
    }

    /**
     * Writes a whole file, or leaves it unchanged.
     *
     * @param named the file
     * @param content writes it
     * @throws IOException if it cannot be written; the message names the cause
     */
    public static void write(Path named, Content content) throws IOException {
        try (OutputFile output = begin(named)) {
            content.write(output.part);
            output.complete();
        } catch (IOException e) {
            throw FileException.of(named, "write", e);
        }
    }

    /**
     * Writes a picture as PNG file.
     *
     * @param picture the picture
     * @param named the file
     * @throws IOException if it cannot be written; the message names the cause
     */
    public static void writePng(BufferedImage picture, Path named) throws IOException {
        write(named, part -> ImageIO.write(picture, "png", part.toFile()));
    }

    /**
     * Where to write until the file is complete.
     *
     * @return a temporary file beside the target, empty at first
     */
    public Path part() {
        return part;
    }

    /**
     * Replaces the target by the temporary file.
     *
     * @throws IOException if it cannot be renamed; the target is unchanged
     */
    public void complete() throws IOException {
        try {
            Files.move(part, target, StandardCopyOption.ATOMIC_MOVE);
        } catch (AtomicMoveNotSupportedException notThere) {
            Files.move(part, target, StandardCopyOption.REPLACE_EXISTING);
        }
    }

    /** Deletes the temporary file, unless the file is complete. Further calls do nothing. */
    @Override
    public void close() throws IOException {
        Files.deleteIfExists(part);
    }

    /** The file behind all links. Creates its folder. */
    private static Path target(Path named) throws IOException {
        Path file = Files.exists(named) ? named.toRealPath() : named.toAbsolutePath();
        if (file.getParent() == null || Files.isDirectory(file)) {
            throw new FileException("must be a file, not a folder: " + named + "; name a file in it");
        }
        if (Files.exists(file) && !Files.isRegularFile(file)) {
            throw new FileException("must be a file, not a device or pipe: " + named + "; name a file");
        }
        requireFolder(file.getParent());
        if (Files.exists(file) && !Files.isWritable(file)) {
            throw new FileException("no permission to write " + named + "; change it, or name another file");
        }
        return file;
    }

    private static void requireFolder(Path folder) throws IOException {
        if (!Files.isDirectory(folder)) { // on JDK 17, createDirectories rejects a link to a folder
            try {
                Files.createDirectories(folder);
            } catch (FileAlreadyExistsException e) {
                throw new FileException("must be a folder, not a file: " + e.getFile() + "; name another");
            }
        }
        if (!Files.isWritable(folder)) {
            throw new FileException("no permission to write in " + folder + "; change it, or name another folder");
        }
    }

    /**
     * A failure to read or write a file. The message names the cause and the remedy, while JDK exceptions often contain
     * only the path.
     */
    static final class FileException extends IOException {
        private static final long serialVersionUID = 1;

        FileException(String message) {
            super(message);
        }

        private FileException(String message, IOException cause) {
            super(message, cause);
        }

        /** An exception of reading or writing, which {@code what} says. */
        static IOException of(Path file, String what, IOException e) {
            if (e instanceof FileException) {
                return e;
            }
            if (e instanceof NoSuchFileException) {
                return new FileException("no such file: " + file + "; name an existing file", e);
            }
            if (e instanceof AccessDeniedException) {
                return new FileException(
                        "no permission to " + what + " " + file + "; change it, or name another file", e);
            }
            return new FileException("cannot " + what + " " + file + ": " + reason(e), e);
        }

        private static String reason(IOException e) {
            String message = e instanceof FileSystemException wrong ? wrong.getReason() : e.getMessage();
            if (message == null) {
                return e.getClass().getSimpleName();
            }
            // "/a/b (No space left on device)": drops the path, which the message has already.
            int reason = e instanceof FileNotFoundException ? message.lastIndexOf('(') : -1;
            return reason < 0 ? message : message.substring(reason + 1, message.length() - 1);
        }
    }
}
