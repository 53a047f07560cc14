package basalt.storage.file;

import basalt.memory.MemorySource;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.Queue;
import java.util.function.BooleanSupplier;
import org.agrona.UnsafeApi;

/**
 * Chunks between the two phases of saving: copies of their contents. Filled by one thread and then written by another.
 * The memory of a chunk is freed when it is written, all of it by {@link #close}.
 *
 * <p>SAFETY: each copy has as many bytes as its chunk.
 */
public final class EncodedChunks implements FileFormat.ChunkSink, AutoCloseable {
    private static final int ALIGNMENT = 64;

    private final MemorySource source;
    private final Queue<Chunk> chunks = new ArrayDeque<>();
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

    private record Chunk(int type, long address, int bytes) {}

    @Override
    public void chunk(int type, long address, int bytes) {
        long copy = MemorySource.allocateFrom(source, bytes, ALIGNMENT);
        chunks.add(new Chunk(type, copy, bytes));
        reservedBytes += bytes;
        totalBytes += bytes;
        UnsafeApi.copyMemory(address, copy, bytes);
    }

    /** Writes the file, but does not commit it. Each chunk is freed when it is written. */
    public void writeTo(AtomicFile file, BooleanSupplier isCancelled) throws IOException {
        try (ChunkWriter writer = new ChunkWriter(file, compresses, kind)) {
            while (!chunks.isEmpty() && !isCancelled.getAsBoolean()) {
                Chunk next = chunks.element();
                writer.chunk(next.type, next.address, next.bytes);
                freeNext();
                writtenBytes += next.bytes;
            }
        }
    }

    private void freeNext() {
        Chunk next = chunks.remove(); // first, because the source may throw
        reservedBytes -= next.bytes;
        source.free(next.address, next.bytes);
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
            while (!chunks.isEmpty()) {
                freeNext();
            }
        } finally {
            isDone = true;
        }
    }
}
