package basalt.memory.tracking;

/**
 * Thrown by {@link GuardedMemory} when it finds a write to memory that was not allocated: outside an allocation, or
 * after it was freed. The write may have happened long before.
 */
public final class DamagedMemoryException extends IllegalStateException {
    private static final long serialVersionUID = 1L;

    /**
     * Creates the exception.
     *
     * @param message which allocation was damaged, and where
     */
    public DamagedMemoryException(String message) {
        super(message);
    }
}
