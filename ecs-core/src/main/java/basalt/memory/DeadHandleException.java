package basalt.memory;

/**
 * A handle was used whose block is not allocated (any more): it was freed, or this allocator never gave the handle out.
 *
 * <p>The memory that the handle's index stands for now was not touched.
 */
public final class DeadHandleException extends IllegalStateException {
    private static final long serialVersionUID = 1L;

    /** The handle that was used. */
    private final long handle;

    /** The generation that the handle's index had. */
    private final int currentGeneration;

    /**
     * Creates the exception.
     *
     * @param allocator what the allocator is called, such as "heap"
     * @param handle the handle that was used: generation in the high 32 bits, index in the low
     * @param currentGeneration the generation (unsigned) that the index has now; 0 if the index was never used, or has used
     *     up its generations
     */
    public DeadHandleException(String allocator, long handle, int currentGeneration) {
        super(allocator + " handle is dead, its block was freed or never belonged to this " + allocator + ": index="
                + Integer.toUnsignedString((int) handle) + ", handleGeneration="
                + Integer.toUnsignedString((int) (handle >>> 32)) + ", currentGeneration="
                + Integer.toUnsignedString(currentGeneration)
                + "; ask isLive(handle) before using a handle that was kept");
        this.handle = handle;
        this.currentGeneration = currentGeneration;
    }

    /**
     * The handle that was used.
     *
     * @return the handle
     */
    public long handle() {
        return handle;
    }

    /**
     * The index of the handle that was used.
     *
     * @return the index, unsigned
     */
    public int index() {
        return (int) handle;
    }

    /**
     * The generation of the handle that was used.
     *
     * @return the generation, unsigned
     */
    public int handleGeneration() {
        return (int) (handle >>> 32);
    }

    /**
     * The generation that the handle's index had when the handle was used.
     *
     * @return the generation, unsigned; 0 if the index was never used, or has used up its generations
     */
    public int currentGeneration() {
        return currentGeneration;
    }
}
