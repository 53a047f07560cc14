package basalt.storage;

/** Selects rows, 64 at a time. */
@FunctionalInterface
public interface RowWords {
    /**
     * The selected rows of a word.
     *
     * @param base the block's address
     * @param word the word of 64 rows
     * @return one bit a row, of rows with entities only
     */
    long rows(long base, int word);
}
