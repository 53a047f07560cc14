package basalt.storage.file;

import java.io.Closeable;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.BasicFileAttributes;
import org.agrona.MutableDirectBuffer;

/** The bytes of a file on disk. For one thread at a time; must be closed. */
public final class FileSource implements FileFormat.ByteSource, Closeable {
    private final FileChannel channel;

    public FileSource(Path path) throws IOException {
        requireRegular(path);
        channel = FileChannel.open(path, StandardOpenOption.READ);
    }

    /** Throws for directories, and for pipes and devices, which could be waited for without end. */
    static void requireRegular(Path path) throws IOException {
        if (!Files.readAttributes(path, BasicFileAttributes.class).isRegularFile()) {
            throw new IOException("it is a directory, a pipe or a device; only regular files are read and replaced");
        }
    }

    @Override
    public int read(MutableDirectBuffer to, int offset, int length) throws IOException {
        ByteBuffer bytes = to.byteBuffer().duplicate().clear();
        return channel.read(bytes.limit(offset + length).position(offset));
    }

    @Override
    public void close() throws IOException {
        channel.close();
    }
}
