package basalt.examples.framework.render;

import org.lwjgl.opengl.GL;
import org.lwjgl.opengl.GLCapabilities;
import org.lwjgl.system.Configuration;
import org.lwjgl.system.FunctionProvider;

/** An OpenGL context, and what shows its pictures. */
abstract class GlSurface implements GlObject {
    private static final ThreadLocal<GlSurface> CURRENT = new ThreadLocal<>();

    private GLCapabilities capabilities;

    /**
     * Loads OpenGL for the process, with functions from elsewhere if they are given, else from the system's library.
     */
    static void load(FunctionProvider functions) {
        Configuration.OPENGL_EXPLICIT_INIT.set(true); // or else the class below would load the library by itself
        if (GL.getFunctionProvider() != null) {
            return;
        }
        if (functions == null) {
            GL.create();
        } else {
            GL.create(functions);
        }
    }

    /** Makes the context the thread's, if it is not. */
    final void makeCurrent() {
        if (CURRENT.get() == this) {
            return;
        }
        bind();
        CURRENT.set(this);
        if (capabilities == null) {
            capabilities = GL.createCapabilities(true);
        } else {
            GL.setCapabilities(capabilities);
        }
    }

    @Override
    public final void close() {
        boolean wasCurrent = CURRENT.get() == this;
        release();
        if (wasCurrent) {
            CURRENT.remove();
            GL.setCapabilities(null);
        }
    }

    /** Width in pixels. */
    abstract int width();

    /** Height in pixels. */
    abstract int height();

    /** Makes the context the thread's. */
    abstract void bind();

    /** Shows what a framebuffer has. */
    abstract void present(int framebuffer);

    /** Gives the context back, current or not. */
    abstract void release();
}
