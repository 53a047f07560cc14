package basalt.storage.capture;

/** Where copies of equal size are kept. */
interface Cells {
    /**
     * Allocates a cell.
     *
     * @return its address or number, never 0
     * @throws basalt.memory.NativeMemoryException if there is not enough memory
     */
    long allocate();

    /** Frees a cell. */
    void free(long cell);
}
