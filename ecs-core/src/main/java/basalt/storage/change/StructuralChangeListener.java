package basalt.storage.change;

/**
 * Called during an iteration for rows whose entity or components have changed, and for blocks that have moved.
 *
 * <p>Called on the world's thread, after the change.
 */
public interface StructuralChangeListener {
    /**
     * Rows of one word were destroyed, or gained, lost, enabled or disabled a component.
     *
     * @param base the block's address
     * @param word the word of 64 rows
     * @param rows the rows, one bit each
     */
    void rowsChanged(long base, int word, long rows);

    /**
     * A block has moved, because a component is about to be added for which its memory had no room.
     *
     * @param block number of the block
     * @param from its old address
     * @param to its address
     */
    default void blockMoved(int block, long from, long to) {}
}
