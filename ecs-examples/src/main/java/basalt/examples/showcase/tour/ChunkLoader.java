package basalt.examples.showcase.tour;

import basalt.memory.BlockTransfer;
import basalt.memory.MemorySource;
import basalt.memory.TransferableBlock;
import basalt.memory.allocator.PoolCache;
import basalt.memory.allocator.SharedPool;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import org.agrona.CloseHelper;

/**
 * Loads chunks in its own thread. The caller transfers an empty block to the loader's thread, which transfers it back
 * filled; at any time the block has at most one owner thread. The budget of the blocks limits the number of concurrent
 * loads.
 *
 * <p>Each result includes a note in a small block of a shared pool: one thread allocates it, the other frees it, each
 * through its own cache.
 */
final class ChunkLoader implements AutoCloseable {
    /** Size of a note, which holds the number of walls in the chunk. */
    static final int NOTE_BYTES = Integer.BYTES;

    private final MemorySource memory;
    private final SharedPool notes;
    private final PoolCache notesOfOwner;
    private PoolCache notesOfLoader; // used by its thread only
    private final ExecutorService thread = Executors.newSingleThreadExecutor(task -> new Thread(task, "chunk loader"));

    ChunkLoader(MemorySource memory, SharedPool notes) {
        this.memory = memory;
        this.notes = notes;
        notesOfOwner = notes.cache();
    }

    /**
     * A loaded chunk.
     *
     * @param tiles the tiles, to be received by the caller's thread
     * @param note handle for {@link #takeWalls}
     */
    record Loaded(BlockTransfer tiles, long note) {}

    /**
     * Starts to load the tiles of a chunk; null if there is no memory for it now. The receiver closes the block.
     *
     * @throws IllegalStateException if this loader is closed
     */
    CompletableFuture<Loaded> tryLoad(Terrain terrain, int chunk) {
        if (thread.isShutdown()) {
            throw new IllegalStateException("chunk loader is closed: create a new one");
        }
        TransferableBlock block = TransferableBlock.tryAllocate(memory, Chunks.TILES, 64);
        if (block == null) {
            return null;
        }
        BlockTransfer empty = block.give();
        return CompletableFuture.supplyAsync(() -> fill(empty, terrain, chunk), thread);
    }

    /** Returns the number of walls in a note, and frees the note. */
    int takeWalls(long note) {
        int walls = notesOfOwner.slice(note).getInt(0);
        notesOfOwner.free(note);
        return walls;
    }

    private Loaded fill(BlockTransfer empty, Terrain terrain, int chunk) {
        int walls = 0;
        try (TransferableBlock block = empty.receive()) { // close does nothing after the block has been transferred
            for (int tile = 0; tile < Chunks.TILES; tile++) {
                int x = chunk % Chunks.A_SIDE * Chunks.CELLS_A_SIDE + tile % Chunks.CELLS_A_SIDE;
                int y = chunk / Chunks.A_SIDE * Chunks.CELLS_A_SIDE + tile / Chunks.CELLS_A_SIDE;
                int kind = terrain.kind(x, y);
                walls += kind == Terrain.WALL ? 1 : 0;
                block.slice().putByte(tile, (byte) kind);
            }
            long note = note(walls);
            return new Loaded(block.give(), note);
        }
    }

    private long note(int walls) {
        if (notesOfLoader == null) {
            notesOfLoader = notes.cache();
        }
        long note = notesOfLoader.allocate();
        notesOfLoader.slice(note).putInt(0, walls);
        return note;
    }

    /** Ends the thread after all queued loads. Does not free loaded tiles. Further calls do nothing. */
    @Override
    public void close() {
        if (!thread.isShutdown()) {
            CompletableFuture<Void> last = CompletableFuture.runAsync(() -> CloseHelper.close(notesOfLoader), thread);
            thread.shutdown();
            try (notesOfOwner) {
                last.join();
            }
        }
    }
}
