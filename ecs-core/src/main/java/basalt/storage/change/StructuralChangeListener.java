package basalt.storage.change;

/**
 * Told of rows whose entity or components changed while an iteration goes over a snapshot of them.
 *
 * <p>Called on the world's thread, after the change.
 */
public interface StructuralChangeListener {
    /**
     * Rows of one word were destroyed, or gained, lost, enabled or disabled a component.
     *
     * @param base the block's address
     * @param word which 64 rows of the block
     * @param rows the rows, one bit each
     */
    void rowsChanged(long base, int word, long rows);
}
