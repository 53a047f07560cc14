package basalt.storage;

/** A set of rows in one word of a block, such as the rows of new entities. Reused from call to call. */
public final class RowMask {
    long base;
    int block;
    int word;
    long rows;

    /** An empty set. */
    public RowMask() {}

    public void set(long newBase, int newWord, long newRows) {
        base = newBase;
        word = newWord;
        rows = newRows;
    }

    /** The block's address. */
    public long base() {
        return base;
    }

    /** Which 64 rows of the block. */
    public int word() {
        return word;
    }

    public long rows() {
        return rows;
    }
}
