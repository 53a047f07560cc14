package basalt.inspect;

import basalt.component.DeadEntityException;
import basalt.component.MissingComponentException;
import basalt.internal.JsonWriter;
import basalt.memory.NativeMemoryException;

/** A request is refused. The message reaches the browser. */
final class ApiException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    final int status;

    /** The place in the text of a query, and its length; -1 if it is not the text that is wrong. */
    final int at;

    final int length;

    ApiException(int status, String message) {
        this(status, message, -1, 0);
    }

    ApiException(int status, String message, int at, int length) {
        super(message);
        this.status = status;
        this.at = at;
        this.length = length;
    }

    static ApiException of(RuntimeException e) {
        if (e instanceof ApiException refusal) {
            return refusal;
        }
        if (e instanceof DeadEntityException || e instanceof MissingComponentException) {
            return new ApiException(404, e.getMessage());
        }
        if (e instanceof IllegalArgumentException) {
            return new ApiException(400, e.getMessage());
        }
        return e instanceof IllegalStateException || e instanceof NativeMemoryException
                ? new ApiException(409, e.getMessage())
                : new ApiException(500, e.toString());
    }

    JsonWriter write(JsonWriter json) {
        json.startObject().put("error", getMessage());
        if (at >= 0) {
            json.put("at", at).put("length", length);
        }
        return json.endObject();
    }
}
