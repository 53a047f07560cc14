package basalt.examples.cluster;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.channels.FileChannel;
import java.nio.channels.OverlappingFileLockException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;

/**
 * A directory belongs to one process. The operating system frees the lock when the process dies, however it dies. So
 * whoever has the lock may remove the marks of a process before, which was killed; Aeron alone would wait for ten
 * seconds until it takes them for old.
 */
final class DirectoryLock implements AutoCloseable {
    private final FileChannel channel;

    /**
     * Creates the directory if it is not there, and takes its lock.
     *
     * @throws IllegalStateException if another process has it
     */
    DirectoryLock(Path directory) {
        try {
            Files.createDirectories(directory);
            channel = FileChannel.open(directory.resolve("lock"), StandardOpenOption.CREATE, StandardOpenOption.WRITE);
            if (!tryLock()) {
                channel.close();
                throw new IllegalStateException("another process runs in " + directory);
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private boolean tryLock() throws IOException {
        try {
            return channel.tryLock() != null;
        } catch (OverlappingFileLockException e) {
            return false; // by another object of this process
        }
    }

    @Override
    public void close() throws IOException {
        channel.close();
    }
}
