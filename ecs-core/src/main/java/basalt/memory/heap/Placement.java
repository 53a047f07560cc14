package basalt.memory.heap;

/** Which hole a {@link Heap} puts a new block into, of those that are large enough. */
public enum Placement {
    /** The lowest one. Low addresses stay dense, and high regions run empty and can be given back. */
    FIRST_FIT,

    /** The smallest one, and the lowest among equals. Large holes are kept for large blocks. */
    BEST_FIT
}
