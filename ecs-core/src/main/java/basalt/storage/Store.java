package basalt.storage;

import basalt.component.BlockLayout;
import basalt.component.Component;
import basalt.component.MissingComponentException;

/**
 * All rows of one world, confined to one thread. The public packages above it reach memory through here, and here a handle
 * becomes a block's address.
 */
public final class Store implements AutoCloseable {
    private final BlockPool blockPool;
    private final Blocks blocks;
    private final SparsePages pages;
    private final References references = new References();
    private final Pools pools;
    private final Entities entities;
    private Thread owner = Thread.currentThread();

    /**
     * Makes an empty store that belongs to the calling thread.
     *
     * @param blockPool where blocks come from and go back to
     */
    public Store(BlockPool blockPool) {
        this.blockPool = blockPool;
        blocks = new Blocks(blockPool);
        pages = new SparsePages(blockPool.source());
        pools = new Pools(blocks, pages, references);
        entities = new Entities(blocks, pools);
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

    /**
     * The managed columns.
     *
     * @return the references
     */
    public References references() {
        return references;
    }

    /** Throws unless the calling thread owns this store, and it is open. */
    public void checkOwner() {
        if (Thread.currentThread() != owner) {
            throw wrongThread();
        }
    }

    /**
     * Throws unless there is a component.
     *
     * @param component what a user gave
     * @throws IllegalArgumentException if it is null
     */
    public static void requireComponent(Component<?> component) {
        if (component == null) {
            throw new IllegalArgumentException("component must not be null; is its TYPE constant initialised?");
        }
    }

    /**
     * The block of a living entity, on the right thread.
     *
     * @param entity a handle
     * @return the block's address
     * @throws basalt.component.DeadEntityException if the entity is not alive
     * @throws IllegalStateException on a wrong thread, or after close
     */
    public long require(long entity) {
        checkOwner();
        return entities.require(entity);
    }

    /**
     * The block of a living entity that has a component, on the right thread.
     *
     * @param entity a handle
     * @param component what it must have, enabled or not
     * @return the block's address
     * @throws basalt.component.DeadEntityException if the entity is not alive
     * @throws MissingComponentException if it lacks the component
     * @throws IllegalStateException on a wrong thread, or after close
     */
    public long require(long entity, Component<?> component) {
        long base = require(entity);
        if (!Pools.has(base, (int) entity & BlockLayout.ROW_MASK, component.id())) {
            throw new MissingComponentException(entity, component);
        }
        return base;
    }

    /**
     * Bytes reserved from the memory source: blocks and sparse pages. Most of them are address space only: what no column
     * touches is not resident.
     *
     * @return bytes
     */
    public long reservedBytes() {
        return (long) blocks.count() * BlockLayout.BLOCK_BYTES + pages.reservedBytes();
    }

    /**
     * Bytes of the columns and presence words in use: for each block, the header and what its components take there.
     *
     * @return bytes
     */
    public long columnBytes() {
        long bytes = (long) blocks.count() * BlockLayout.HEADER_BYTES;
        for (ColumnSet set : pools.sets()) {
            if (set != null) {
                long perBlock = (long) BlockLayout.ROWS * set.component().bytesPerRow() + BlockLayout.ROWS / Byte.SIZE;
                for (long word : blocks.blocksWith(set.component().id())) {
                    bytes += Long.bitCount(word) * perBlock;
                }
            }
        }
        return bytes;
    }

    /**
     * The source that blocks come from.
     *
     * @return the pool
     */
    public BlockPool blockPool() {
        return blockPool;
    }

    /** Gives all memory back; every later use fails. */
    @Override
    public void close() {
        checkOwner();
        owner = null;
        references.clearAll();
        try {
            pages.close(blocks, pools.sets());
        } finally {
            blocks.close();
        }
    }

    /**
     * Whether this store has been closed.
     *
     * @return true after {@link #close()}
     */
    public boolean isClosed() {
        return owner == null;
    }

    private IllegalStateException wrongThread() {
        if (owner == null) {
            return new IllegalStateException("the world is closed; create another one");
        }
        return new IllegalStateException(
                "the world belongs to thread '" + owner.getName() + "' but was used by thread '"
                        + Thread.currentThread().getName() + "'; use it from the thread that created it");
    }
}
