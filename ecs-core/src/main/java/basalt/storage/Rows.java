package basalt.storage;

import basalt.check.Strict;
import basalt.component.layout.BlockLayout;

/**
 * The rows of one world: blocks, the components' pools, entities, and reference columns. Changes made here notify
 * nothing.
 */
public final class Rows implements AutoCloseable {
    private final BlockPool blockPool;
    private final Blocks blocks;
    private final References references = new References();
    private final Pools pools;
    private final Entities entities;
    private final SharedRows sharedRows;
    private final boolean hasOwnGenerations;
    private final int firstGeneration;

    /**
     * Creates an object without rows.
     *
     * @param blockPool the pool of blocks
     * @param distinctHandles whether, in strict mode, the handles differ from those of other open worlds of this thread
     */
    public Rows(BlockPool blockPool, boolean distinctHandles) {
        this.blockPool = blockPool;
        blocks = new Blocks(blockPool);
        pools = new Pools(blocks, references);
        hasOwnGenerations = Strict.ON && distinctHandles;
        firstGeneration = hasOwnGenerations ? GenerationRanges.acquire() : 0;
        try {
            entities = new Entities(blocks, pools, firstGeneration);
            sharedRows = new SharedRows(blocks, entities);
        } catch (Throwable e) { // the heap is full
            releaseGenerations();
            throw e;
        }
    }

    private void releaseGenerations() {
        if (hasOwnGenerations) {
            GenerationRanges.release(firstGeneration);
        }
    }

    /**
     * The pool of blocks.
     *
     * @return the pool
     */
    public BlockPool blockPool() {
        return blockPool;
    }

    /**
     * The blocks.
     *
     * @return the blocks
     */
    public Blocks blocks() {
        return blocks;
    }

    /**
     * The components' pools.
     *
     * @return the pools
     */
    public Pools pools() {
        return pools;
    }

    /**
     * The entity pool.
     *
     * @return the entities
     */
    public Entities entities() {
        return entities;
    }

    /** The rows that small allocators share. */
    SharedRows sharedRows() {
        return sharedRows;
    }

    /**
     * The reference columns.
     *
     * @return the references
     */
    public References references() {
        return references;
    }

    /**
     * Bytes reserved from the memory source for blocks.
     *
     * @return bytes
     */
    public long reservedBytes() {
        return blocks.reservedBytes();
    }

    /**
     * Bytes of the columns and presence words in use: for each block, the header and the memory of its components.
     *
     * @return bytes
     */
    public long columnBytes() {
        pools.presence().summariseEmptied();
        long bytes = (long) blocks.count() * BlockLayout.HEADER_BYTES;
        for (ColumnSet set : pools.sets()) {
            if (set != null) {
                long perBlock = (long) BlockLayout.ROWS * set.component().bytesPerRow() + BlockLayout.ROWS / Byte.SIZE;
                for (long word : blocks.blocksWith(set.id())) {
                    bytes += Long.bitCount(word) * perBlock;
                }
            }
        }
        return bytes;
    }

    /** Releases all memory. Must be called only once. */
    @Override
    public void close() {
        releaseGenerations();
        references.clearAll();
        blocks.close();
    }
}
