package basalt.examples.framework.render;

/** There is no such renderer here. The message is one line, says what is missing, and what to do. */
public final class RendererException extends RuntimeException {
    private static final long serialVersionUID = 1;

    RendererException(String message) {
        super(message);
    }

    RendererException(String message, Throwable cause) {
        super(message, cause);
    }
}
