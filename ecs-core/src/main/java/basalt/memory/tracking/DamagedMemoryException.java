package basalt.memory.tracking;

/**
 * Memory was written that was not allocated: beside an allocation, or after it had been freed. Thrown by {@link
 * GuardedMemory} when it finds the damage, which may be long after it was done.
 */
public final class DamagedMemoryException extends IllegalStateException {
    private static final long serialVersionUID = 1L;

    /**
     * Describes damage.
     *
     * @param message whose memory, and where
     */
    public DamagedMemoryException(String message) {
        super(message);
    }
}
