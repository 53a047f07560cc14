package basalt.examples.tour;

import basalt.memory.BlockTransfer;
import basalt.memory.MemorySource;
import basalt.memory.OwnedBlock;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;

/**
 * Loads chunks in a thread of its own. A block of memory goes there empty and comes back full: at each moment it belongs to one
 * of the two threads, or is on its way. How many are out at once is a matter of the budget that they are taken under.
 */
final class ChunkLoader implements AutoCloseable {
    private final MemorySource memory;
    private final ExecutorService thread = Executors.newSingleThreadExecutor(task -> new Thread(task, "chunk loader"));

    ChunkLoader(MemorySource memory) {
        this.memory = memory;
    }

    /** Sets off to load a chunk's tiles; null if there is no memory for that now. Whoever gets the block in the end closes it. */
    CompletableFuture<BlockTransfer> tryLoad(Terrain terrain, int chunk) {
        OwnedBlock block = OwnedBlock.tryAllocate(memory, Chunks.TILES, 64);
        if (block == null) {
            return null;
        }
        BlockTransfer empty = block.give();
        return CompletableFuture.supplyAsync(() -> fill(empty, terrain, chunk), thread);
    }

    private static BlockTransfer fill(BlockTransfer empty, Terrain terrain, int chunk) {
        try (OwnedBlock block = empty.receive()) { // closing it after it was given does nothing
            for (int tile = 0; tile < Chunks.TILES; tile++) {
                int x = chunk % Chunks.A_SIDE * Chunks.CELLS_A_SIDE + tile % Chunks.CELLS_A_SIDE;
                int y = chunk / Chunks.A_SIDE * Chunks.CELLS_A_SIDE + tile / Chunks.CELLS_A_SIDE;
                block.slice().putByte(tile, (byte) terrain.kind(x, y));
            }
            return block.give();
        }
    }

    /** Ends the thread, after all that was set off. */
    @Override
    public void close() {
        thread.shutdown();
    }
}
