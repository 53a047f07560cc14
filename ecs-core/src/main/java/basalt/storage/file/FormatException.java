package basalt.storage.file;

/** Bytes that are no saved world, or one that cannot be loaded. */
public final class FormatException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    private final long offset;
    private final String chunk;

    public FormatException(String message, long offset, String chunk) {
        super(message);
        this.offset = offset;
        this.chunk = chunk;
    }

    /** {@return where, in bytes from the start} */
    public long offset() {
        return offset;
    }

    /** {@return the type of the chunk; empty outside of chunks} */
    public String chunk() {
        return chunk;
    }
}
