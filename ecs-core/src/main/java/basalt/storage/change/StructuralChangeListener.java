package basalt.storage.change;

/**
 * Called for rows whose entity or components have changed during an iteration.
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
}
