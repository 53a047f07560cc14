package basalt.memory;

/**
 * Thrown when a handle is not live: its block was freed, or the handle never came from this allocator.
 *
 * <p>No memory was touched, and nothing has changed.
 */
public final class DeadHandleException extends IllegalStateException {
    /** The current generation of a retired index: it has used up its generations and is not used again. */
    public static final int RETIRED = -2;

    private static final long serialVersionUID = 1L;

    /** The handle that was used. */
    private final long handle;

    /** The generation that the handle's index had. */
    private final int currentGeneration;

    /**
     * Creates the exception.
     *
     * @param what what happened, in a few words; the handle's index and generations are appended
     * @param currentGeneration the generation (unsigned) that the handle's index has now
     */
    public DeadHandleException(String what, long handle, int currentGeneration, String remedy) {
        super(what + ", " + stateOf(currentGeneration) + ": index=" + Integer.toUnsignedString((int) handle)
                + ", handleGeneration=" + Integer.toUnsignedString((int) (handle >>> 32)) + ", currentGeneration="
                + Integer.toUnsignedString(currentGeneration) + "; " + remedy);
        this.handle = handle;
        this.currentGeneration = currentGeneration;
    }

    /** {@return the handle that was used} */
    public long handle() {
        return handle;
    }

    /**
     * {@return the generation that the handle's index had when the handle was used, unsigned; odd if
     * the index belongs to another allocation, even if it is free, 0 if it was never used or is retired}
     */
    public int currentGeneration() {
        return currentGeneration;
    }

    private static String stateOf(int currentGeneration) {
        if (currentGeneration == 0) {
            return "its index was never used here, or will never be again";
        }
        if (currentGeneration == RETIRED) {
            return "its index has used up its generations";
        }
        return (currentGeneration & 1) == 0 ? "its index is free" : "its index belongs to another allocation now";
    }
}
