package basalt.component;

/**
 * A file is no saved world or replay, is damaged, or does not fit: it has more than {@code basalt.save.LoadOptions}
 * allow, or components that the process does not have. Nothing was loaded.
 */
public final class SaveFormatException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    /** Where the damaged chunk begins, in bytes. */
    private final long offset;

    /** The letters of its type. */
    private final String chunk;

    /**
     * An exception.
     *
     * @param message what is wrong, and where
     * @param offset where the damaged chunk begins
     * @param chunk the letters of its type
     * @param cause what was thrown by code that reads the file, or null
     */
    public SaveFormatException(String message, long offset, String chunk, Throwable cause) {
        super(message, cause);
        this.offset = offset;
        this.chunk = chunk;
    }

    /**
     * Where the damaged chunk begins.
     *
     * @return bytes from the start of the file
     */
    public long offset() {
        return offset;
    }

    /**
     * The type of the damaged chunk.
     *
     * @return four letters, see {@code file-format.md}; empty if the damage is between chunks
     */
    public String chunk() {
        return chunk;
    }
}
