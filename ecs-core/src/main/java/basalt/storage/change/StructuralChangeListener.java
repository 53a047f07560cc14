package basalt.storage.change;

/**
 * Called during an iteration for rows whose entity or components have changed, and for blocks that have moved.
 *
 * <p>Called on the world's thread, after the change.
 */
public interface StructuralChangeListener {
    /** Rows of one word were destroyed, or gained, lost, enabled or disabled a component. */
    void rowsChanged(long base, int word, long rows);

    /** A block has moved, because a component is about to be added for which its memory had no room. */
    default void blockMoved(int block, long from, long to) {}
}
