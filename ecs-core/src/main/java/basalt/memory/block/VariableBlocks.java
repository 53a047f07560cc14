package basalt.memory.block;

import basalt.memory.DeadHandleException;
import basalt.memory.NativeMemoryException;

/** Blocks of any size, reached by handles. Confined to one thread, which the caller checks. */
public interface VariableBlocks extends HandledBlocks {
    /**
     * The size of all blocks and holes.
     *
     * @return bytes
     */
    long blockBytesHeld();

    /**
     * The size of a live block, rounding included.
     *
     * @param handle its handle
     * @return bytes
     * @throws DeadHandleException if the handle is not live
     */
    long blockBytes(long handle);

    /**
     * Allocates a block in an existing hole. Logarithmic in the number of holes.
     *
     * @param bytes how many bytes
     * @param alignment the alignment of the address in bytes
     * @return the handle; 0 if no hole is large enough
     */
    long allocateFree(long bytes, int alignment);

    /**
     * The least memory that {@link #allocateMore} needs.
     *
     * @param bytes the size of the block
     * @return bytes
     */
    long leastBytesFor(long bytes);

    /**
     * Allocates a block in more memory from the source, because no hole is large enough.
     *
     * @param bytes how many bytes
     * @param alignment the alignment of the address in bytes
     * @return the handle
     * @throws NativeMemoryException if the cap denies it, the source refuses, or there are no more handles; nothing
     *     changes
     */
    long allocateMore(long bytes, int alignment);

    /**
     * Gives empty regions back.
     *
     * @return the number of bytes given back
     */
    long trim();
}
