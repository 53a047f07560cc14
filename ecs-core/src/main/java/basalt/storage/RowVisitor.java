package basalt.storage;

/** Is called with rows. */
@FunctionalInterface
public interface RowVisitor {
    /**
     * Called with a row.
     *
     * @param base the block's address
     * @param row row in the block
     * @param index its entity index
     */
    void accept(long base, int row, int index);
}
