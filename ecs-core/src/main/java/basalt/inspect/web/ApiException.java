package basalt.inspect.web;

/** A request is refused. The message reaches the browser. */
final class ApiException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    private final int status;
    private final int at;
    private final int length;

    /** A refusal with a status of HTTP. */
    ApiException(int status, String message) {
        this(status, message, -1, 0);
    }

    /** A refusal because of a place in the text of a query. */
    ApiException(int status, String message, int at, int length) {
        super(message);
        this.status = status;
        this.at = at;
        this.length = length;
    }

    int status() {
        return status;
    }

    /** The place; -1 if there is none. */
    int at() {
        return at;
    }

    int length() {
        return length;
    }
}
