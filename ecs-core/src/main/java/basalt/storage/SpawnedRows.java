package basalt.storage;

/** Rows that were just made alive: some of the 64 of one word. Reused by its owner from call to call. */
public final class SpawnedRows {
    long base;
    int word;
    long rows;

    /** Makes an empty one. */
    public SpawnedRows() {}

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
     * The new rows.
     *
     * @return one bit a row
     */
    public long rows() {
        return rows;
    }
}
