package basalt.memory;

/**
 * Thrown when native memory is refused: the operating system has no more, or a cap denies the request.
 *
 * <p>The object that throws it is unchanged and remains usable.
 */
public final class NativeMemoryException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    /** The number of bytes requested. */
    private final long requestedBytes;

    /** The number of bytes that the refusing source or allocator had allocated. */
    private final long allocatedBytes;

    /**
     * Creates the exception.
     *
     * @param reason the reason, in a few words; the numbers are appended
     * @param allocatedBytes the number of bytes that the refusing source or allocator had allocated
     */
    public NativeMemoryException(String reason, long requestedBytes, long allocatedBytes) {
        this(reason, requestedBytes, allocatedBytes, null);
    }

    /**
     * Creates the exception with a cause.
     *
     * @param reason the reason, in a few words; the numbers are appended
     * @param allocatedBytes the number of bytes that the refusing source or allocator had allocated
     */
    public NativeMemoryException(String reason, long requestedBytes, long allocatedBytes, Throwable cause) {
        super(reason + ": requestedBytes=" + requestedBytes + ", allocatedBytes=" + allocatedBytes, cause);
        this.requestedBytes = requestedBytes;
        this.allocatedBytes = allocatedBytes;
    }

    /** {@return the size of the refused request, in bytes} */
    public long requestedBytes() {
        return requestedBytes;
    }

    /** {@return how much the refusing source or allocator had allocated, in bytes} */
    public long allocatedBytes() {
        return allocatedBytes;
    }
}
