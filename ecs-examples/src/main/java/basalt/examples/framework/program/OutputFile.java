package basalt.examples.framework.program;

import java.io.IOException;
import java.nio.file.AtomicMoveNotSupportedException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.PosixFileAttributeView;
import java.util.HashSet;
import java.util.Set;

/**
 * A file that a user has named to be written. It is written beside its target, and renamed onto it when it is complete:
 * until then the target is as it was, whatever fails or interrupts the run.
 *
 * <pre>
 *   --output film.gif  ->  out/film.gif              a link is followed, and stays a link
 *                          out/.film.gif.4711-1.part  written here; then renamed onto film.gif
 * </pre>
 *
 * <p>Folders, devices and pipes are refused, and so are files without the permission to write. What is not complete
 * when the JVM ends, also by Ctrl-C or SIGTERM, is deleted. Only a process that is killed outright, or loses its power,
 * leaves its {@code .part} behind; the target is whole then, too.
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

    /** What is being written now. Guarded by itself, like the two that follow. */
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
         * Writes all of it.
         *
         * @param file an empty file
         * @throws IOException if it cannot be written
         */
        void write(Path file) throws IOException;
    }

    /**
     * Requires that a file can be written, and makes its folder if there is none. The file itself is not touched; a
     * part is made beside it and deleted, since only that tells whether the folder takes one.
     *
     * @param named the file
     * @throws IOException if it cannot be written; the message says what is wrong, and what to do
     */
    public static void require(Path named) throws IOException {
        begin(named).close();
    }

    /**
     * Whether two files are one, as far as the file system can tell: through links, by other ways to their folder, or
     * since upper and lower case are the same there. Makes their folders where neither file exists.
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
     * Begins a file. What the target holds stays until the new one is complete.
     *
     * @param named the file; where it is a link, the file that it leads to
     * @return the file, to be written to its {@link #part()}
     * @throws IOException if it cannot be written; the message says what is wrong, and what to do
     * @throws IllegalStateException if the JVM is ending
     */
    public static OutputFile begin(Path named) throws IOException {
        Path target = target(named);
        synchronized (PARTS) {
            if (ending) {
                throw new IllegalStateException("the program is ending and begins no file any more: " + named);
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
                return Files.createFile(target.resolveSibling(partName(target, begun)));
            } catch (FileAlreadyExistsException e) {
                // That of a process of the same number, which was killed: the next name.
            } catch (IOException e) {
                throw FileFault.writing(named, e);
            }
        }
    }

    private static String partName(Path target, long number) {
        return "." + target.getFileName() + "." + ProcessHandle.current().pid() + "-" + number + ".part";
    }

    /**
     * Writes a file from begin to end, or leaves it as it was.
     *
     * @param named the file
     * @param content writes it
     * @throws IOException if it cannot be written; the message says what is wrong
     */
    public static void write(Path named, Content content) throws IOException {
        try (OutputFile output = begin(named)) {
            content.write(output.part);
            output.complete();
        } catch (IOException e) {
            throw FileFault.writing(named, e);
        }
    }

    /**
     * Where to write until the file is complete.
     *
     * @return an empty file beside the target
     */
    public Path part() {
        return part;
    }

    /**
     * Puts the part in the place of the target, which keeps its permissions.
     *
     * @throws IOException if it cannot be renamed; the target is as it was
     * @throws IllegalStateException if the file was completed or closed before
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
     * What went wrong while the part was written, with the name that the user knows the file by.
     *
     * @param e what went wrong
     * @return the exception to be thrown
     */
    public IOException fault(IOException e) {
        return FileFault.writing(named, e);
    }

    /** Deletes what was written, unless it is complete. Further calls do nothing. */
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
                    // The JVM is ending: the part stays, and its name says what it is.
                }
            }
        }
    }

    /** The file behind all links. Makes its folder. */
    static Path target(Path named) throws IOException {
        try {
            Path file = named.toAbsolutePath();
            for (int links = 0; Files.isSymbolicLink(file); links++) {
                if (links == MOST_LINKS) {
                    throw new FileFault("is a link that leads to itself: " + named + "; name a file");
                }
                file = file.resolveSibling(Files.readSymbolicLink(file));
            }
            Path folder = file.getParent();
            if (folder == null || Files.isDirectory(file)) {
                throw new FileFault("must be a file, not a folder: " + named + "; name a file in it");
            }
            if (Files.exists(file) && !Files.isRegularFile(file, LinkOption.NOFOLLOW_LINKS)) {
                throw new FileFault("must be a file, not a device or pipe: " + named + "; name a file");
            }
            requireFolder(folder);
            if (Files.exists(file) && !Files.isWritable(file)) {
                throw new FileFault("no permission to write " + named + "; change it, or name another file");
            }
            return file;
        } catch (IOException e) {
            throw FileFault.writing(named, e);
        }
    }

    /**
     * Makes a folder if there is none, and requires that files can be made in it.
     *
     * @param folder the folder, or a link to it
     * @throws IOException if not; the message says what is wrong, and what to do
     */
    public static void requireFolder(Path folder) throws IOException {
        if (!Files.isDirectory(folder)) { // JDK 17 would not take a link to a folder for one
            try {
                Files.createDirectories(folder);
            } catch (FileAlreadyExistsException e) {
                throw new FileFault("must be a folder, not a file: " + e.getFile() + "; name another");
            } catch (IOException e) {
                throw FileFault.writing(folder, e);
            }
        }
        if (!Files.isWritable(folder)) {
            throw new FileFault("no permission to write in " + folder + "; change it, or name another folder");
        }
    }
}
