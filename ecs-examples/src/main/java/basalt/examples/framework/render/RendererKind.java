package basalt.examples.framework.render;

import java.util.Locale;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.TypeConversionException;

/** What draws: chosen when a program starts. */
public enum RendererKind {
    /** OpenGL in a window, with a keyboard. */
    WINDOW,
    /** OpenGL without a window, by EGL. */
    EGL,
    /** Software. */
    JAVA2D,
    /** Nothing is drawn. */
    NONE;

    /**
     * Opens a renderer, for the calling thread.
     *
     * @param title of the window, if there is one
     * @param width of the picture, 1 to 8192 pixels
     * @param height of the picture, 1 to 8192 pixels
     * @param scene what to draw; its queries must be of the thread's worlds
     * @return the renderer; close it before the worlds
     * @throws IllegalArgumentException if the size is out of range
     * @throws RendererException if there is no such renderer here; the message is one line and says what to do
     */
    public Renderer open(String title, int width, int height, Scene scene) {
        return switch (this) {
            case WINDOW -> {
                Controls controls = new Controls();
                yield new GlRenderer(GlfwWindow.open(title, width, height, controls), controls, scene);
            }
            case EGL -> new GlRenderer(EglSurface.open(width, height), new Controls(), scene);
            case JAVA2D -> new Java2dRenderer(width, height, scene);
            case NONE -> new NoRenderer(width, height);
        };
    }

    /** As on the command line: small letters. */
    @Override
    public String toString() {
        return name().toLowerCase(Locale.ROOT);
    }

    /** For picocli. */
    static final class Converter implements ITypeConverter<RendererKind> {
        @Override
        public RendererKind convert(String value) {
            for (RendererKind kind : values()) {
                if (kind.toString().equals(value)) {
                    return kind;
                }
            }
            throw new TypeConversionException("must be window, egl, java2d or none, not '" + value + "'");
        }
    }
}
