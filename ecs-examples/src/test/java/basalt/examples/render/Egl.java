package basalt.examples.render;

import static org.junit.jupiter.api.Assumptions.abort;

/** Whether tests can have OpenGL. */
public final class Egl {
    private Egl() {}

    /** Skips the test, with the reason, where there is no EGL. */
    public static void require() {
        try {
            EglSurface surface = EglSurface.open(1, 1);
            try {
                surface.makeCurrent();
            } finally {
                surface.close();
            }
        } catch (RendererException e) {
            abort(e.getMessage());
        }
    }
}
