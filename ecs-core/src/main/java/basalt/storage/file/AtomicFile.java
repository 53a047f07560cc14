package basalt.storage.file;

import java.io.Closeable;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.channels.OverlappingFileLockException;
import java.nio.file.DirectoryIteratorException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.FileAttribute;
import java.nio.file.attribute.PosixFileAttributeView;
import java.nio.file.attribute.PosixFileAttributes;
import java.nio.file.attribute.PosixFilePermission;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.HashSet;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Predicate;
import java.util.regex.Pattern;
import org.agrona.DirectBuffer;

/**
 * Writes a file as a whole or not at all: into another file of the same directory, which is forced to disk and then
 * renamed. What was there before stays until then, whatever happens. For one thread at a time; must be closed, which
 * removes what was not {@linkplain #commit() committed}.
 *
 * <p>A link stays, and the file that it leads to is replaced. The new file has the rights of the old one.
 *
 * <p>The other file is named like the file, with a random part and {@code .saving} behind it, and is locked as long as
 * it is written. Those that are not locked were left by killed processes, and are removed when the next one is made.
 */
public final class AtomicFile implements FileFormat.ByteSink, Closeable {
    private static final String SUFFIX = ".saving";

    /** The random part of a name. */
    private static final Pattern RANDOM = Pattern.compile("[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}");

    /** Files that this process writes. It must not open them again, because closing them would end their locks. */
    private static final Set<Path> WRITTEN = ConcurrentHashMap.newKeySet();

    /** The files that this process writes in the background, which end later. */
    private static final Set<Path> IN_BACKGROUND = ConcurrentHashMap.newKeySet();

    private final Path file;
    private final Path unfinished;
    private final FileChannel channel;

    /** Those of the file that is replaced; null if it is new, or the system has no such rights. */
    private final PosixFileAttributes first;

    private boolean isCommitted;

    public AtomicFile(Path path) throws IOException {
        file = real(path);
        requireReplaceable(path);
        first = attributesOf(file);
        String name = file.getFileName().toString();
        removeLeft(file.getParent(), name::equals);
        unfinished = file.resolveSibling(name + "." + UUID.randomUUID() + SUFFIX);
        WRITTEN.add(unfinished);
        try {
            channel = FileChannel.open(
                    unfinished, Set.of(StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE), firstRights());
        } catch (Throwable e) {
            WRITTEN.remove(unfinished);
            throw e;
        }
        tryLock(channel); // without locks on this system, others do not remove the file either
    }

    /**
     * Throws if a file is being written in the background, for any world of this process: what is written now would be
     * replaced later.
     */
    public static void requireNotWriting(Path path) {
        Path file = real(path);
        if (IN_BACKGROUND.stream().anyMatch(other -> isSame(other, file))) {
            throw isWritten(path);
        }
    }

    private static IllegalStateException isWritten(Path path) {
        return new IllegalStateException("a world is being saved to this file in the background, which would"
                + " replace it again: path=" + path + "; join or cancel that first");
    }

    private static boolean isSame(Path other, Path file) {
        try {
            return other.equals(file) || Files.isSameFile(other, file);
        } catch (IOException e) { // one of them is new
            return false;
        }
    }

    /** Called when a file begins to be written in the background. Returns what {@link #endInBackground} is given. */
    public static Path beginInBackground(Path path) {
        Path file = real(path);
        if (!IN_BACKGROUND.add(file)) { // by another thread, after requireNotWriting
            throw isWritten(path);
        }
        return file;
    }

    public static void endInBackground(Path real) {
        IN_BACKGROUND.remove(real);
    }

    /** {@return the file that a path leads to, through links; it need not exist} */
    private static Path real(Path path) {
        Path file = path.toAbsolutePath();
        try {
            return file.toRealPath();
        } catch (NoSuchFileException e) {
            // it is new, or a link to a new one
        } catch (IOException e) {
            return file; // what uses it fails too
        }
        try {
            if (Files.isSymbolicLink(file)) {
                return real(file.resolveSibling(Files.readSymbolicLink(file)));
            }
            Path parent = file.getParent();
            return parent == null ? file : parent.toRealPath().resolve(file.getFileName());
        } catch (IOException e) {
            return file;
        }
    }

    private void requireReplaceable(Path path) throws IOException {
        try {
            FileSource.requireRegular(path); // not of the real file: the system may forbid to follow a planted link
        } catch (NoSuchFileException e) {
            if (file.getParent() == null || !Files.isDirectory(file.getParent())) {
                throw new IOException("the directory does not exist, make it first: " + file.getParent());
            }
        }
    }

    /** Those of the owner only, until the file gets the rights of the one that it replaces. */
    private FileAttribute<?>[] firstRights() {
        return first != null
                ? new FileAttribute<?>[] {
                    PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rw-------"))
                }
                : new FileAttribute<?>[0];
    }

    private static PosixFileAttributes attributesOf(Path file) throws IOException {
        PosixFileAttributeView view = Files.getFileAttributeView(file, PosixFileAttributeView.class);
        return view == null || !Files.exists(file) ? null : view.readAttributes();
    }

    private static boolean tryLock(FileChannel channel) {
        try {
            return channel.tryLock() != null;
        } catch (IOException | OverlappingFileLockException e) {
            return false;
        }
    }

    /** Removes the unfinished files that killed processes have left. Those that cannot be removed stay. */
    public static void removeLeft(Path directory, Predicate<String> isFile) {
        DirectoryStream.Filter<Path> isLeft = path -> {
            String name = path.getFileName().toString();
            int end = name.length() - SUFFIX.length();
            int middle = name.endsWith(SUFFIX) ? name.lastIndexOf('.', end - 1) : -1;
            return middle > 0
                    && isFile.test(name.substring(0, middle))
                    && RANDOM.matcher(name.substring(middle + 1, end)).matches();
        };
        try (DirectoryStream<Path> left = Files.newDirectoryStream(directory.toRealPath(), isLeft)) {
            for (Path path : left) {
                removeUnlessLocked(path);
            }
        } catch (IOException | DirectoryIteratorException e) {
            // the directory cannot be listed: what was left stays, and another file can be made
        }
    }

    private static void removeUnlessLocked(Path path) {
        if (WRITTEN.contains(path) || !Files.isRegularFile(path, LinkOption.NOFOLLOW_LINKS)) {
            return;
        }
        // not for writing only, which would wait for a reader if a pipe has taken the file's place by now
        try (FileChannel channel =
                FileChannel.open(path, StandardOpenOption.READ, StandardOpenOption.WRITE, LinkOption.NOFOLLOW_LINKS)) {
            if (tryLock(channel)) {
                Files.deleteIfExists(path);
            }
        } catch (IOException e) {
            // it stays
        }
    }

    @Override
    public void write(DirectBuffer from, int offset, int length) throws IOException {
        ByteBuffer bytes = from.byteBuffer().duplicate().clear();
        write(bytes.limit(offset + length).position(offset));
    }

    /** Writes bytes. */
    public void write(ByteBuffer bytes) throws IOException {
        while (bytes.hasRemaining()) {
            channel.write(bytes);
        }
    }

    /** Forces the file to disk, and renames it. A file that was there is replaced. */
    public void commit() throws IOException {
        copyRights();
        channel.force(true);
        Files.move(unfinished, file, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
        isCommitted = true;
        forceDirectory();
    }

    /** Gives the file the rights of the one that it replaces, and its owner and group where that is allowed. */
    private void copyRights() throws IOException {
        PosixFileAttributes last = attributesOf(file);
        PosixFileAttributes old = last == null ? first : last; // it may have been deleted meanwhile
        if (old == null) {
            return;
        }
        PosixFileAttributeView view = Files.getFileAttributeView(unfinished, PosixFileAttributeView.class);
        PosixFileAttributes now = view.readAttributes();
        Set<PosixFilePermission> rights = new HashSet<>(old.permissions());
        try {
            if (!now.group().equals(old.group())) {
                view.setGroup(old.group());
            }
        } catch (IOException e) { // the rights of that group must not become those of another one
            rights.removeAll(PosixFilePermissions.fromString("---rwx---"));
        }
        try {
            if (!now.owner().equals(old.owner())) {
                view.setOwner(old.owner());
            }
        } catch (IOException e) {
            // only administrators may do that
        }
        if (!now.permissions().equals(rights)) {
            view.setPermissions(rights);
        }
    }

    /** Forces the new name to disk, where the system can do that. */
    private void forceDirectory() {
        try (FileChannel directory = FileChannel.open(file.getParent(), StandardOpenOption.READ)) {
            directory.force(true);
        } catch (IOException e) {
            // not every system opens directories; the file itself is on disk
        }
    }

    @Override
    public void close() throws IOException {
        try (channel) {
            if (!isCommitted) {
                Files.deleteIfExists(unfinished);
            }
        } finally {
            WRITTEN.remove(unfinished);
        }
    }
}
