package basalt.memory.block;

import basalt.memory.DeadHandleException;
import basalt.memory.NativeMemoryException;
import basalt.memory.handle.HandledBlocks;

/** Blocks of any size that are reached by handles. Confined to one thread; the caller checks that. */
public interface VariableBlocks extends HandledBlocks {
    /**
     * Bytes of all blocks and holes.
     *
     * @return bytes
     */
    long blockBytesHeld();

    /**
     * What a live block takes, with what it was rounded up by.
     *
     * @param handle its handle
     * @return bytes
     * @throws DeadHandleException if the handle is not live
     */
    long blockBytes(long handle);

    /**
     * Takes a hole that there is. Logarithmic time, by a tree of the holes.
     *
     * @param bytes how many bytes
     * @param alignment what the address is a multiple of
     * @return the handle; 0 if no hole is large enough
     */
    long allocateFree(long bytes, int alignment);

    /**
     * The least that {@link #allocateMore} can do with.
     *
     * @param bytes how many bytes the block has
     * @return bytes
     */
    long leastBytesFor(long bytes);

    /**
     * A block for which more memory is taken from the source, because there is no hole for it.
     *
     * @param bytes how many bytes
     * @param alignment what the address is a multiple of
     * @return the handle
     * @throws NativeMemoryException if the cap denies it, the source refuses, or there are no more handles; nothing has
     *     changed then
     */
    long allocateMore(long bytes, int alignment);

    /**
     * Gives back the regions without a block.
     *
     * @return how many bytes that were
     */
    long trim();
}
