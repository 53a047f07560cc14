package basalt.query;

/** The body of a loop over pairs: called for each row and its partner. */
@FunctionalInterface
public interface PairBody {
    /**
     * Handles one pair.
     *
     * @param row the row
     * @param partner its partner, which may be the same row; both are valid until this method returns
     */
    void accept(Row row, Row partner);
}
