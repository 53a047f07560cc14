package basalt.examples.framework.render;

import org.lwjgl.opengl.GL;
import org.lwjgl.opengl.GLCapabilities;
import org.lwjgl.system.Configuration;
import org.lwjgl.system.FunctionProvider;

/** An OpenGL context, and the window or buffer that it presents to. */
abstract class GlSurface implements AutoCloseable {
    private static final ThreadLocal<GlSurface> CURRENT = new ThreadLocal<>();

    private GLCapabilities capabilities;

    /** Loads OpenGL for the process: from a function provider, or from the system's library if it is null. */
    static void load(FunctionProvider functions) {
        Configuration.OPENGL_EXPLICIT_INIT.set(true); // keeps GL from loading the library by itself
        if (GL.getFunctionProvider() != null) {
            return;
        }
        if (functions == null) {
            GL.create();
        } else {
            GL.create(functions);
        }
    }

    /** Makes the context current on this thread, unless it is already. */
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

    /** Makes the context current on this thread. */
    abstract void bind();

    /** Shows the content of a framebuffer. */
    abstract void present(int framebuffer);

    /** Destroys the context, current or not. */
    abstract void release();
}
