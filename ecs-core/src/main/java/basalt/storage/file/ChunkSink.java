package basalt.storage.file;

import java.io.IOException;

/**
 * Takes the contents of chunks, in order: the seam between the two phases of saving. A {@link WorldEncoder} reads the
 * world and makes the contents; what follows does not access the world, and may happen on another thread.
 */
public interface ChunkSink {
    /**
     * Takes a chunk.
     *
     * @param bytes their length, at most 1 MiB
     */
    void chunk(int type, long address, int bytes) throws IOException;
}
