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
     * @param type its type
     * @param address its contents, valid during the call
     * @param bytes their length, at most 1 MiB
     * @throws IOException if they cannot be written
     */
    void chunk(int type, long address, int bytes) throws IOException;
}
