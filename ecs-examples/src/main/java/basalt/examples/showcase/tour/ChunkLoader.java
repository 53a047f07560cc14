package basalt.examples.showcase.tour;

import basalt.memory.BlockTransfer;
import basalt.memory.MemorySource;
import basalt.memory.TransferableBlock;
import basalt.memory.pool.PoolCache;
import basalt.memory.pool.SharedPool;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import org.agrona.CloseHelper;

/**
 * Loads chunks in a thread of its own. A block of memory goes there empty and comes back full: at each moment it
 * belongs to one of the two threads, or is on its way. How many are out at once is a matter of the budget that they are
 * taken under.
 *
 * <p>What the loader has noticed comes along in a small block of a pool that both share: one thread allocates it, the
 * other frees it, each by its own cache.
 */
final class ChunkLoader implements AutoCloseable {
    /** What a note takes: how many of the chunk's tiles are walls. */
    static final int NOTE_BYTES = Integer.BYTES;

    private final MemorySource memory;
    private final SharedPool notes;
    private final PoolCache notesOfOwner;
    private PoolCache notesOfLoader; // of its thread alone
    private final ExecutorService thread = Executors.newSingleThreadExecutor(task -> new Thread(task, "chunk loader"));

    ChunkLoader(MemorySource memory, SharedPool notes) {
        this.memory = memory;
        this.notes = notes;
        notesOfOwner = notes.cache();
    }

    /**
     * A chunk that has arrived.
     *
     * @param tiles for the thread that receives them
     * @param note for {@link #takeWalls}
     */
    record Loaded(BlockTransfer tiles, long note) {}

    /**
     * Sets off to load a chunk's tiles; null if there is no memory for that now. What gets the block in the end closes
     * it.
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

    /** How many walls the note tells of, which is gone then. */
    int takeWalls(long note) {
        int walls = notesOfOwner.slice(note).getInt(0);
        notesOfOwner.free(note);
        return walls;
    }

    private Loaded fill(BlockTransfer empty, Terrain terrain, int chunk) {
        int walls = 0;
        try (TransferableBlock block = empty.receive()) { // closing it after it was given does nothing
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

    /**
     * Ends the thread, after all that was set off: what is in its queue comes first. The tiles stay whose they are.
     * Further calls do nothing.
     */
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
