package basalt.storage;

/** A set of rows in one word of a block, such as the rows of new entities. Reused from call to call. */
public final class RowMask {
    long base;
    int block;
    int word;
    long rows;

    /** An empty set. */
    public RowMask() {}

    /**
     * Sets the rows.
     *
     * @param newBase the block's address
     * @param newWord which 64 rows of the block
     * @param newRows one bit a row
     */
    public void set(long newBase, int newWord, long newRows) {
        base = newBase;
        word = newWord;
        rows = newRows;
    }

    /**
     * The block's address.
     *
     * @return the base
     */
    public long base() {
        return base;
    }

    /**
     * Which 64 rows of the block.
     *
     * @return the word
     */
    public int word() {
        return word;
    }

    /**
     * The rows.
     *
     * @return one bit a row
     */
    public long rows() {
        return rows;
    }
}
