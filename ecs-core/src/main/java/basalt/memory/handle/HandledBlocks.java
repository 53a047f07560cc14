package basalt.memory.handle;

import basalt.memory.DeadHandleException;
import basalt.memory.Slice;

/**
 * Blocks of memory that are reached by handles. Confined to one thread; implementations leave that check to the caller.
 */
public interface HandledBlocks {
    /**
     * Where a handle is live, if it is live at all.
     *
     * @param handle any handle
     * @return the handles among which it may be
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
     * @return how many bytes were in use for it
     * @throws DeadHandleException if the handle is not live; nothing has changed then
     */
    long free(long handle);

    /** Gives everything back, whatever is live. */
    void close();
}
