package basalt.memory.allocator;

import basalt.memory.Slice;

/** Blocks of memory that are reached by handles. Confined to one thread, which the caller checks. */
interface HandledBlocks {
    /** The table that a handle belongs to. */
    Handles handlesOf(long handle);

    Slice slice(long handle);

    /** Frees a block. Returns how many bytes the block used. */
    long free(long handle);

    /** Allocates a block without more memory; 0 if that is not possible. */
    long allocateFree(long bytes, int alignment);

    /** The least memory that {@link #allocateMore} needs. */
    long leastBytesFor(long bytes, int alignment);

    /** Allocates a block in more memory from the source. */
    long allocateMore(long bytes, int alignment);

    int liveBlocks();

    long usedBytes();

    /** The most that {@link #usedBytes()} has ever been. */
    long peakBytes();

    /** The bytes of all blocks and holes, without tables. */
    long blockBytesHeld();

    /** Gives empty slabs or regions back. Returns their bytes. */
    long trim();

    /** Gives all memory back, even if blocks are live. */
    void close();
}
