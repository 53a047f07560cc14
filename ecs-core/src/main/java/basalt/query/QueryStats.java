package basalt.query;

/**
 * How the rows of a query lie in memory. Loops are fast where all 64 rows of a word match, and slow where a word has
 * few: see {@link #rowsPerWord}.
 *
 * <p>The rows are those that {@link Query#count} would count at that moment. A word is 64 neighbouring rows of a block.
 *
 * @param query which rows the query selects, such as {@code all(Position, Velocity), none(Frozen)}
 * @param matchingRows the rows that match
 * @param words the words that have a matching row: the ones that a loop visits
 * @param fullWords the words in which all 64 rows match
 * @param spans the runs of matching rows that are neighbours, each in one block, as many as {@link Query#forEachSpan}
 *     passes to its body
 */
public record QueryStats(String query, int matchingRows, int words, int fullWords, int spans) {
    /**
     * The mean number of matching rows in the words that have one. Where it is low, the rows are scattered.
     *
     * @return from 1 to 64; 0 if no row matches
     */
    public double rowsPerWord() {
        return words == 0 ? 0 : (double) matchingRows / words;
    }

    /**
     * The number of words that the rows would need if they were neighbours. If {@link #words} is many times as high,
     * the rows are scattered.
     *
     * @return words, at most {@code words}
     */
    public int wordsNeeded() {
        return (matchingRows >>> 6) + ((matchingRows & 63) != 0 ? 1 : 0);
    }
}
