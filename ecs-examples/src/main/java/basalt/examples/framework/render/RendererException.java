package basalt.examples.framework.render;

/**
 * Thrown if a renderer is not available on this machine. The message is one line, and names what is missing and the
 * remedy.
 */
public final class RendererException extends RuntimeException {
    private static final long serialVersionUID = 1;

    RendererException(String message) {
        super(message);
    }

    RendererException(String message, Throwable cause) {
        super(message, cause);
    }
}
