package basalt.examples.framework.program;

import java.io.FileNotFoundException;
import java.io.IOException;
import java.nio.file.AccessDeniedException;
import java.nio.file.AtomicMoveNotSupportedException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.FileAttribute;
import java.nio.file.attribute.PosixFileAttributeView;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.HashSet;
import java.util.Set;

/**
 * An output file that a user has named. It is written to a temporary file beside the target, which replaces the target
 * when it is complete. Until then the target stays unchanged, even if the run fails or is interrupted.
 *
 * <pre>
 *   --output film.gif  ->  out/film.gif              a link is followed and stays a link
 *                          out/.film.gif.4711-1.part  written here, then renamed to film.gif
 * </pre>
 *
 * <p>Folders, devices, pipes and files without write permission are rejected. Incomplete files are deleted when the JVM
 * exits, also by Ctrl-C or SIGTERM. Only a killed process or a power failure leaves a {@code .part} file behind; the
 * target is intact even then.
 *
 * <pre>{@code
 * try (OutputFile output = OutputFile.begin(Path.of("film.gif"))) {
 *     Files.writeString(output.part(), "...");
 *     output.complete();
 * }
 * }</pre>
 */
public final class OutputFile implements AutoCloseable {
    private static final int MOST_LINKS = 40;

    /** Temporary files being written. Guards itself and the next two fields. */
    private static final Set<Path> PARTS = new HashSet<>();

    private static long begun;
    private static boolean ending;

    static {
        Runtime.getRuntime().addShutdownHook(new Thread(OutputFile::deleteParts, "output files"));
    }

    private final Path named;
    private final Path target;
    private final Path part;
    private final long number;
    private boolean over;

    private OutputFile(Path named, Path target, Path part, long number) {
        this.named = named;
        this.target = target;
        this.part = part;
        this.number = number;
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
     * Requires that a file can be written, and creates its folder if there is none. The file itself stays unchanged; a
     * temporary file is created beside it and deleted, as only this shows whether the folder is writable.
     *
     * @param named the file
     * @throws IOException if it cannot be written; the message names the cause and the remedy
     */
    public static void require(Path named) throws IOException {
        begin(named).close();
    }

    /**
     * Whether two paths lead to the same file, as far as the file system can tell: through links, by different paths to
     * the folder, or because the file system ignores case. Creates the folders if neither file exists.
     */
    static boolean areOne(Path first, Path second) throws IOException {
        if (Files.exists(first) || Files.exists(second)) {
            return Files.exists(first) && Files.exists(second) && Files.isSameFile(first, second);
        }
        Path other = target(second);
        try (OutputFile probe = begin(first)) {
            return Files.isSameFile(probe.target.getParent(), other.getParent())
                    && Files.exists(probe.part.resolveSibling(partName(other, probe.number)));
        }
    }

    /**
     * Begins a file. The target stays unchanged until the new file is complete.
     *
     * @param named the file, or a link to it
     * @return the file, to be written to its {@link #part()}
     * @throws IOException if it cannot be written; the message names the cause and the remedy
     * @throws IllegalStateException if the JVM is shutting down
     */
    public static OutputFile begin(Path named) throws IOException {
        Path target = target(named);
        synchronized (PARTS) {
            if (ending) {
                throw new IllegalStateException("the program is ending, cannot begin a file: " + named);
            }
            Path part = createPart(named, target);
            PARTS.add(part);
            return new OutputFile(named, target, part, begun);
        }
    }

    private static Path createPart(Path named, Path target) throws IOException {
        while (true) {
            begun++;
            try {
                return Files.createFile(target.resolveSibling(partName(target, begun)), firstPermissions(target));
            } catch (FileAlreadyExistsException e) {
                // Left by a killed process that had the same process id: try the next name.
            } catch (IOException e) {
                throw FileException.writing(named, e);
            }
        }
    }

    private static String partName(Path target, long number) {
        return "." + target.getFileName() + "." + ProcessHandle.current().pid() + "-" + number + ".part";
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
            throw FileException.writing(named, e);
        }
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
     * Replaces the target by the temporary file. The permissions of the target are kept.
     *
     * @throws IOException if it cannot be renamed; the target is unchanged
     * @throws IllegalStateException if the file was completed or closed already
     */
    public void complete() throws IOException {
        if (over) {
            throw new IllegalStateException("the file is completed or closed, begin another: " + named);
        }
        try {
            keepPermissions();
            move();
        } catch (IOException e) {
            throw fault(e);
        }
        forget();
    }

    private void move() throws IOException {
        try {
            Files.move(part, target, StandardCopyOption.ATOMIC_MOVE);
        } catch (AtomicMoveNotSupportedException notThere) {
            Files.move(part, target, StandardCopyOption.REPLACE_EXISTING);
        }
    }

    /**
     * Converts an exception of writing the temporary file into one whose message has the file name that the user gave.
     *
     * @param e the exception
     * @return the exception to throw
     */
    public IOException fault(IOException e) {
        return FileException.writing(named, e);
    }

    /** Deletes the temporary file, unless the file is complete. Further calls do nothing. */
    @Override
    public void close() throws IOException {
        if (!over) {
            try {
                Files.deleteIfExists(part);
            } finally {
                forget();
            }
        }
    }

    private void forget() {
        over = true;
        synchronized (PARTS) {
            PARTS.remove(part);
        }
    }

    /** The owner's only, until the file gets the permissions of the target. */
    private static FileAttribute<?>[] firstPermissions(Path target) {
        return Files.getFileAttributeView(target, PosixFileAttributeView.class) != null && Files.exists(target)
                ? new FileAttribute<?>[] {
                    PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rw-------"))
                }
                : new FileAttribute<?>[0];
    }

    private void keepPermissions() throws IOException {
        PosixFileAttributeView of = Files.getFileAttributeView(target, PosixFileAttributeView.class);
        if (of != null && Files.exists(target)) {
            Files.setPosixFilePermissions(part, of.readAttributes().permissions());
        }
    }

    private static void deleteParts() {
        synchronized (PARTS) {
            ending = true;
            for (Path part : PARTS) {
                try {
                    Files.deleteIfExists(part);
                } catch (IOException e) {
                    // The JVM is shutting down: the part stays, and its name shows what it is.
                }
            }
        }
    }

    /** The file behind all links. Creates its folder. */
    static Path target(Path named) throws IOException {
        try {
            Path file = named.toAbsolutePath();
            for (int links = 0; Files.isSymbolicLink(file); links++) {
                if (links == MOST_LINKS) {
                    throw new FileException("is a link that leads to itself: " + named + "; name a file");
                }
                file = file.resolveSibling(Files.readSymbolicLink(file));
            }
            Path folder = file.getParent();
            if (folder == null || Files.isDirectory(file)) {
                throw new FileException("must be a file, not a folder: " + named + "; name a file in it");
            }
            if (Files.exists(file) && !Files.isRegularFile(file, LinkOption.NOFOLLOW_LINKS)) {
                throw new FileException("must be a file, not a device or pipe: " + named + "; name a file");
            }
            requireFolder(folder);
            if (Files.exists(file) && !Files.isWritable(file)) {
                throw new FileException("no permission to write " + named + "; change it, or name another file");
            }
            return file;
        } catch (IOException e) {
            throw FileException.writing(named, e);
        }
    }

    /**
     * Creates a folder if there is none, and requires that files can be created in it.
     *
     * @param folder the folder, or a link to it
     * @throws IOException if this fails; the message names the cause and the remedy
     */
    public static void requireFolder(Path folder) throws IOException {
        if (!Files.isDirectory(folder)) { // on JDK 17, createDirectories rejects a link to a folder
            try {
                Files.createDirectories(folder);
            } catch (FileAlreadyExistsException e) {
                throw new FileException("must be a folder, not a file: " + e.getFile() + "; name another");
            } catch (IOException e) {
                throw FileException.writing(folder, e);
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

        static IOException reading(Path file, IOException e) {
            return of(file, "read", e);
        }

        static IOException writing(Path file, IOException e) {
            return of(file, "write", e);
        }

        private static IOException of(Path file, String what, IOException e) {
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
            // "/a/b (No space left on device)": drops the path, which the message has already, and which may be the
            // path of
            // the part.
            int reason = e instanceof FileNotFoundException ? message.lastIndexOf('(') : -1;
            return reason < 0 ? message : message.substring(reason + 1, message.length() - 1);
        }
    }
}
