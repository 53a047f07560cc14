package basalt.query;

/** What to do to a row of a joined selection and to its partner. */
@FunctionalInterface
public interface PairBody {
    /**
     * Handles one pair.
     *
     * @param row the row
     * @param partner its partner, which may be the same row; both die when this method returns
     */
    void accept(Row row, Row partner);
}
