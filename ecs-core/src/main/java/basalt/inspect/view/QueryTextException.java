package basalt.inspect.view;

/** The text of a query is wrong at a place. */
public final class QueryTextException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    private final int at;
    private final int length;

    QueryTextException(String message, int at, int length) {
        super(message);
        this.at = at;
        this.length = length;
    }

    /** Where it is wrong. Returns the index of a character, or the length of the text. */
    public int at() {
        return at;
    }

    /** How much is wrong. */
    public int length() {
        return length;
    }
}
