package basalt.inspect.web;

import basalt.component.DeadEntityException;
import basalt.component.MissingComponentException;
import basalt.internal.JsonWriter;
import basalt.memory.NativeMemoryException;

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

    /**
     * A refusal as it is sent.
     *
     * @param status the status of HTTP
     * @param message what is wrong
     * @param at the place in the text of a query; -1 for none
     * @param length the length of that place
     */
    record Answer(int status, String message, int at, int length) {
        /** The refusal that an exception means. */
        static Answer of(RuntimeException e) {
            if (e instanceof ApiException refusal) {
                return new Answer(refusal.status(), refusal.getMessage(), refusal.at(), refusal.length());
            }
            int status = e instanceof DeadEntityException || e instanceof MissingComponentException
                    ? 404
                    : e instanceof IllegalArgumentException
                            ? 400
                            : e instanceof IllegalStateException || e instanceof NativeMemoryException ? 409 : 500;
            return new Answer(status, status == 500 ? e.toString() : e.getMessage(), -1, 0);
        }

        void write(JsonWriter json) {
            json.startObject().name("error").value(message);
            if (at >= 0) {
                json.name("at").value(at).name("length").value(length);
            }
            json.endObject();
        }
    }
}
