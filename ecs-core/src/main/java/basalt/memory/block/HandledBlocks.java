package basalt.memory.block;

import basalt.memory.Slice;

/** Blocks of memory that are reached by handles. Confined to one thread, which the caller checks. */
public interface HandledBlocks {
    /** The table that a handle belongs to. */
    Handles handlesOf(long handle);

    /** A checked view of a block. */
    Slice slice(long handle);

    /** Frees a block. Returns how many bytes the block used. */
    long free(long handle);

    /** Gives all memory back, even if blocks are live. */
    void close();
}
