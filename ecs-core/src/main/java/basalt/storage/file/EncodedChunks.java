package basalt.storage.file;

import basalt.memory.MemorySource;
import java.io.IOException;
import java.nio.file.Path;
import java.util.function.BooleanSupplier;
import org.agrona.UnsafeApi;
import org.agrona.collections.IntArrayList;
import org.agrona.collections.LongArrayList;

/**
 * Chunks between the two phases of saving: copies of their contents. Filled by one thread and then written by another.
 * The memory of a chunk is freed when it is written, all of it by {@link #close}.
 *
 * <p>SAFETY: each copy has as many bytes as its chunk.
 */
public final class EncodedChunks implements FileFormat.ChunkSink, AutoCloseable {
    private static final int ALIGNMENT = 64;

    private final MemorySource source;
    private final IntArrayList types = new IntArrayList();
    private final LongArrayList addresses = new LongArrayList();
    private final IntArrayList lengths = new IntArrayList();

    /** The chunks before this one are freed. */
    private int next;

    private long totalBytes;
    private volatile long writtenBytes;
    private volatile long reservedBytes;

    private final Path path;
    private final boolean compresses;
    private final FileFormat.Kind kind;
    private volatile boolean isDone;

    public EncodedChunks(MemorySource source, Path path, boolean compresses, FileFormat.Kind kind) {
        this.source = source;
        this.path = path;
        this.compresses = compresses;
        this.kind = kind;
    }

    public Path path() {
        return path;
    }

    /** Whether all memory is freed, and nothing more is written. For all threads. */
    public boolean isDone() {
        return isDone;
    }

    @Override
    public void chunk(int type, long address, int bytes) {
        long copy = MemorySource.allocateFrom(source, bytes, ALIGNMENT);
        types.addInt(type);
        addresses.addLong(copy);
        lengths.addInt(bytes);
        reservedBytes += bytes;
        totalBytes += bytes;
        UnsafeApi.copyMemory(address, copy, bytes);
    }

    /** Writes the file, but does not commit it. Each chunk is freed when it is written. */
    public void writeTo(AtomicFile file, BooleanSupplier isCancelled) throws IOException {
        try (ChunkWriter writer = new ChunkWriter(file, compresses, kind)) {
            while (next < types.size() && !isCancelled.getAsBoolean()) {
                int bytes = lengths.getInt(next);
                writer.chunk(types.getInt(next), addresses.getLong(next), bytes);
                freeNext();
                writtenBytes += bytes;
            }
        }
    }

    private void freeNext() {
        int bytes = lengths.getInt(next);
        long address = addresses.getLong(next++); // first, because the source may throw
        reservedBytes -= bytes;
        source.free(address, bytes);
    }

    /** The bytes of all chunks. */
    public long totalBytes() {
        return totalBytes;
    }

    /** The bytes of the chunks that were written. For all threads. */
    public long writtenBytes() {
        return writtenBytes;
    }

    /** Bytes reserved from the memory source. For all threads. */
    public long reservedBytes() {
        return reservedBytes;
    }

    @Override
    public void close() {
        try {
            while (next < types.size()) {
                freeNext();
            }
        } finally {
            isDone = true;
        }
    }
}
