package basalt.memory.block;

import basalt.memory.DeadHandleException;
import basalt.memory.Slice;

/** Blocks of memory that are reached by handles. Confined to one thread, which the caller checks. */
public interface HandledBlocks {
    /**
     * The table that a handle belongs to.
     *
     * @param handle any handle
     * @return the only table in which it can be live
     */
    Handles handlesOf(long handle);

    /**
     * A checked view of a block.
     *
     * @param handle its handle
     * @return the view
     * @throws DeadHandleException if the handle is not live
     */
    Slice slice(long handle);

    /**
     * Frees a block.
     *
     * @param handle its handle
     * @return how many bytes the block used
     * @throws DeadHandleException if the handle is not live; nothing changes
     */
    long free(long handle);

    /** Gives all memory back, even if blocks are live. */
    void close();
}
