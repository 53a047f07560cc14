package basalt.storage;

import basalt.check.Strict;
import basalt.component.layout.BlockLayout;
import java.lang.ref.WeakReference;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * The rows of one world: blocks, the components' pools, entities, and reference columns. Changes made here notify
 * nothing.
 */
public final class Rows implements StatePart, AutoCloseable {
    private final BlockPool blockPool;
    private final Blocks blocks;
    private final References references = new References();
    private final Pools pools;
    private final Entities entities;
    private final SharedRows sharedRows;
    private final StateParts stateParts = new StateParts();

    /** The allocators that are reachable, in the order of their numbers. */
    private final List<WeakReference<RowAllocator>> allocators = new ArrayList<>();

    private int lastOwner;
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
            stateParts.add(this);
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

    /** A list of blocks for a new allocator. */
    FreeBlocks newOwner(RowAllocator allocator) {
        if (lastOwner + 1 >>> 5 != lastOwner >>> 5) { // now and then
            allocators.removeIf(reference -> reference.get() == null);
        }
        allocators.add(new WeakReference<>(allocator));
        return new FreeBlocks(++lastOwner);
    }

    /** The allocators of this world that can be used, in the order in which they were made. */
    List<RowAllocator> allocators() {
        List<RowAllocator> reachable = new ArrayList<>();
        for (WeakReference<RowAllocator> reference : allocators) {
            RowAllocator allocator = reference.get();
            if (allocator != null) {
                reachable.add(allocator);
            }
        }
        return reachable;
    }

    /** The list of blocks of an allocator, by its number; a new one if the allocator cannot be used any more. */
    FreeBlocks owner(int number) {
        if (number == sharedRows.freeBlocks().number()) {
            return sharedRows.freeBlocks();
        }
        for (RowAllocator allocator : allocators()) {
            if (allocator.ownBlocks().number() == number) {
                return allocator.ownBlocks();
            }
        }
        return new FreeBlocks(number);
    }

    /**
     * Copies of the contents of the blocks.
     *
     * @return an object that makes them
     */
    public BlockImages images() {
        return new BlockImages(this);
    }

    /** Makes the summaries of the presence bits exact. */
    public void settle() {
        pools.presence().summariseEmptied();
    }

    /** Called after the contents of blocks were replaced. */
    public void replaced() {
        pools.presence().replaced();
        pools.replaced();
    }

    /** Writes what decides the future of the rows, besides the contents of the blocks. */
    @Override
    public void save(StateBuffer to) {
        entities.save(to);
        sharedRows.save(to);
        long at = to.end();
        to.putLong(0);
        int count = 0;
        for (int i = 0; i < allocators.size(); i++) {
            RowAllocator allocator = allocators.get(i).get();
            if (allocator != null) {
                allocator.save(to);
                count++;
            }
        }
        to.setLong(at, count);
    }

    /** Restores what was written by {@link #save}, after the blocks. */
    @Override
    public void restore(StateBuffer from) {
        entities.restore(from);
        sharedRows.restore(from);
        Map<Integer, RowAllocator> byNumber = new HashMap<>();
        allocators().forEach(allocator -> byNumber.put(allocator.ownBlocks().number(), allocator));
        for (long count = from.getLong(); count > 0; count--) {
            RowAllocator allocator = byNumber.remove((int) from.getLong());
            if (allocator != null) {
                allocator.restore(from);
            } else {
                RowAllocator.skip(from);
            }
        }
        byNumber.values().forEach(RowAllocator::restoreUnused);
    }

    /**
     * The parts of the world's state besides the blocks.
     *
     * @return always the same object
     */
    public StateParts stateParts() {
        return stateParts;
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
        return blocks.reservedBytes() + entities.reservedBytes();
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
        entities.close();
        blocks.close();
    }
}
