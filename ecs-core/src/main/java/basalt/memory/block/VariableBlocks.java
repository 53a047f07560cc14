package basalt.memory.block;

/** Blocks of any size, reached by handles. Confined to one thread, which the caller checks. */
public interface VariableBlocks extends HandledBlocks {
    /** The size of all blocks and holes. Returns bytes. */
    long blockBytesHeld();

    /** The size of a live block, rounding included. Returns bytes. */
    long blockBytes(long handle);

    /**
     * Allocates a block in an existing hole. Logarithmic in the number of holes. Returns the handle; 0 if no hole is
     * large enough.
     *
     * @param bytes how many bytes
     * @param alignment the alignment of the address in bytes
     */
    long allocateFree(long bytes, int alignment);

    /** The least memory that {@link #allocateMore} needs. Returns bytes. */
    long leastBytesFor(long bytes);

    /**
     * Allocates a block in more memory from the source, because no hole is large enough.
     *
     * @param bytes how many bytes
     * @param alignment the alignment of the address in bytes
     */
    long allocateMore(long bytes, int alignment);

    /** Gives empty regions back. Returns the number of bytes given back. */
    long trim();
}
