package basalt.examples.framework.render;

import static org.junit.jupiter.api.Assumptions.abort;

/** Whether tests can have OpenGL. */
public final class Egl {
    private Egl() {}

    /**
     * Skips the test, with the reason, where there is no EGL, or no display of it. One that is there has to do what we
     * need.
     */
    public static void require() {
        try {
            EglDisplay.display();
        } catch (LinkageError | RendererException e) {
            abort(e.getMessage());
        }
    }
}
