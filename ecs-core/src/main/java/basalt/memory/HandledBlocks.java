package basalt.memory;

/** Blocks of memory that are reached by handles. Confined to one thread; who implements it leaves that check to the caller. */
interface HandledBlocks {
    /** Where a handle is live, if it is live at all. */
    Handles handlesOf(long handle);

    /**
     * A checked view of a block.
     *
     * @throws DeadHandleException if the handle is not live
     */
    Slice slice(long handle);

    /**
     * Frees a block. Answers how many bytes were in use for it.
     *
     * @throws DeadHandleException if the handle is not live; nothing has changed then
     */
    long free(long handle);

    /** Gives everything back, whatever is live. */
    void close();
}
