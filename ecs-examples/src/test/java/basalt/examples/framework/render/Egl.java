package basalt.examples.framework.render;

import static org.junit.jupiter.api.Assumptions.abort;

import basalt.examples.framework.render.GlSurface.EglSurface;
import basalt.examples.framework.render.RendererKind.RendererException;

/** Checks whether tests can use OpenGL. */
public final class Egl {
    private Egl() {}

    /**
     * Skips the test, with the reason, where there is no EGL or no EGL display. A display that exists must meet all
     * requirements.
     */
    public static void require() {
        try {
            EglSurface.display();
        } catch (LinkageError | RendererException e) {
            abort(e.getMessage());
        }
    }
}
