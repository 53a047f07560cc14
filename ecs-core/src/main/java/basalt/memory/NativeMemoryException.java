package basalt.memory;

/**
 * Native memory was refused: the operating system has no more, or a cap denies it.
 *
 * <p>What throws it is left as it was before the request and can be used further.
 */
public final class NativeMemoryException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    /** How many bytes were asked for. */
    private final long requestedBytes;

    /** How many bytes the refusing source or arena had handed out at that moment. */
    private final long allocatedBytes;

    /**
     * Describes a refused request.
     *
     * @param reason why, in a few words; the figures are appended to it
     * @param requestedBytes how many bytes were asked for
     * @param allocatedBytes how many bytes the refusing side had handed out already
     */
    public NativeMemoryException(String reason, long requestedBytes, long allocatedBytes) {
        this(reason, requestedBytes, allocatedBytes, null);
    }

    /**
     * Describes a refused request that has a cause.
     *
     * @param reason why, in a few words; the figures are appended to it
     * @param requestedBytes how many bytes were asked for
     * @param allocatedBytes how many bytes the refusing side had handed out already
     * @param cause what the layer below said, or null
     */
    public NativeMemoryException(String reason, long requestedBytes, long allocatedBytes, Throwable cause) {
        super(reason + ": requestedBytes=" + requestedBytes + ", allocatedBytes=" + allocatedBytes, cause);
        this.requestedBytes = requestedBytes;
        this.allocatedBytes = allocatedBytes;
    }

    /**
     * The size of the refused request.
     *
     * @return bytes
     */
    public long requestedBytes() {
        return requestedBytes;
    }

    /**
     * What the refusing source or arena had handed out when it refused.
     *
     * @return bytes
     */
    public long allocatedBytes() {
        return allocatedBytes;
    }
}
