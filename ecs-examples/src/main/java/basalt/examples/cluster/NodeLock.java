package basalt.examples.cluster;

import io.aeron.archive.ArchiveMarkFile;
import io.aeron.cluster.service.ClusterMarkFile;
import java.io.File;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.channels.FileChannel;
import java.nio.channels.OverlappingFileLockException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import org.agrona.IoUtil;

/**
 * The directories of a node belong to one process. The operating system frees the lock when the process dies, however it
 * dies. So whoever has the lock may remove the marks of the process before, which was killed; Aeron alone would wait for
 * ten seconds until it takes them for old.
 */
final class NodeLock implements AutoCloseable {
    private final FileChannel channel;

    /**
     * Takes the lock.
     *
     * @throws IllegalStateException if another process has it
     */
    NodeLock(ClusterConfig config, int node) {
        Path directory = config.directory(node);
        try {
            Files.createDirectories(directory);
            channel = FileChannel.open(directory.resolve("lock"), StandardOpenOption.CREATE, StandardOpenOption.WRITE);
            if (!tryLock()) {
                channel.close();
                throw new IllegalStateException("node " + node + " runs already: " + directory + " is in use");
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        File cluster = directory.resolve("cluster").toFile();
        IoUtil.delete(
                directory.resolve("archive").resolve(ArchiveMarkFile.FILENAME).toFile(), true);
        IoUtil.delete(new File(cluster, ClusterMarkFile.FILENAME), true);
        IoUtil.delete(new File(cluster, ClusterMarkFile.markFilenameForService(0)), true);
        IoUtil.delete(new File(config.driverDirectory(node)), true);
    }

    private boolean tryLock() throws IOException {
        try {
            return channel.tryLock() != null;
        } catch (OverlappingFileLockException e) {
            return false; // by another node of this process
        }
    }

    @Override
    public void close() throws IOException {
        channel.close();
    }
}
