package basalt.examples.framework.render;

import basalt.examples.framework.render.GlSurface.EglSurface;

/** The kinds of renderers. */
public enum RendererKind {
    /** OpenGL in a window, with a keyboard. */
    WINDOW,
    /** OpenGL without a window, by EGL. */
    EGL,
    /** Java2D, by software. */
    JAVA2D,
    /** Draws nothing. */
    NONE;

    /**
     * Opens a renderer, which belongs to the calling thread.
     *
     * @param title title of the window, if there is one
     * @param width width of the picture, 1 to 8192 pixels
     * @param height height of the picture, 1 to 8192 pixels
     * @param scene what to draw; its queries must belong to worlds of this thread
     * @return the renderer; close it before the worlds
     * @throws IllegalArgumentException if the size is out of range
     * @throws RendererException if the renderer is not available on this machine; the message is one line and names the
     *     remedy
     */
    public Renderer open(String title, int width, int height, Scene scene) {
        return switch (this) {
            case WINDOW -> {
                Controls controls = new Controls();
                yield new GlRenderer(GlfwWindow.open(title, width, height, controls), controls, scene);
            }
            case EGL -> new GlRenderer(EglSurface.open(width, height), new Controls(), scene);
            case JAVA2D -> new Java2dRenderer(width, height, scene);
            case NONE -> new Renderer.None(width, height);
        };
    }

    /**
     * Thrown if a renderer is not available on this machine. The message is one line, and names what is missing and the
     * remedy.
     */
    public static final class RendererException extends RuntimeException {
        private static final long serialVersionUID = 1;

        RendererException(String message) {
            super(message);
        }

        RendererException(String message, Throwable cause) {
            super(message, cause);
        }
    }
}
