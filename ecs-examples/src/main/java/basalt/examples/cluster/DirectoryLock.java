package basalt.examples.cluster;

import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.channels.OverlappingFileLockException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.List;
import org.agrona.CloseHelper;
import org.agrona.LangUtil;

/**
 * A directory, and the ports by which a media driver is named, belong to one process. The operating system frees the
 * locks when the process dies, however it dies. So the process that has them may remove the marks of one before, which
 * was killed; Aeron alone would wait for ten seconds until it takes them for old.
 */
final class DirectoryLock implements AutoCloseable {
    private final List<FileChannel> channels = new ArrayList<>();

    /** Creates the directory if it is not there, and takes the locks. */
    DirectoryLock(Path directory, String driver) {
        try {
            Files.createDirectories(directory);
            lock(directory.resolve("lock"), "another process runs in " + directory);
            lock(Path.of(driver + ".lock"), "another process has the same ports, in another directory; see " + driver);
        } catch (Throwable e) {
            CloseHelper.closeAll(e::addSuppressed, this);
            LangUtil.rethrowUnchecked(e);
        }
    }

    private void lock(Path file, String problem) throws IOException {
        FileChannel channel = FileChannel.open(file, StandardOpenOption.CREATE, StandardOpenOption.WRITE);
        channels.add(channel);
        FileLock lock = null;
        try {
            lock = channel.tryLock();
        } catch (OverlappingFileLockException e) {
            // another object of this process has it
        }
        if (lock == null) {
            throw new IllegalStateException(problem);
        }
    }

    @Override
    public void close() {
        CloseHelper.closeAll(channels);
    }
}
