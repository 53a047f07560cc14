package basalt.examples.framework.render;

import basalt.examples.framework.render.RendererKind.RendererException;
import org.lwjgl.PointerBuffer;
import org.lwjgl.egl.EGL;
import org.lwjgl.egl.EGL10;
import org.lwjgl.egl.EGL12;
import org.lwjgl.egl.EGL14;
import org.lwjgl.egl.EGL15;
import org.lwjgl.opengl.GL;
import org.lwjgl.opengl.GL33C;
import org.lwjgl.system.Configuration;
import org.lwjgl.system.FunctionProvider;
import org.lwjgl.system.JNI;
import org.lwjgl.system.MemoryStack;
import org.lwjgl.system.MemoryUtil;

/** An OpenGL context, and the window or buffer that it presents to. A thread uses one at a time. */
abstract class GlSurface implements AutoCloseable {
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

    /** Makes the context current on this thread. */
    final void makeCurrent() {
        bind();
        GL.createCapabilities(true);
    }

    @Override
    public final void close() {
        release();
        GL.setCapabilities(null);
    }

    /** Width in pixels. */
    abstract int width();

    /** Height in pixels. */
    abstract int height();

    abstract void bind();

    /** Shows a title, if there is a window. */
    void title(String text) {}

    /** Shows the content of a framebuffer. */
    abstract void present(int framebuffer);

    /** Destroys the context, current or not. */
    abstract void release();

    /** An OpenGL context without a window: pictures can only be read back. */
    static final class EglSurface extends GlSurface {
        private static final String REMEDY = "install libegl1 and libgl1-mesa-dri, or use --renderer java2d";

        private static final int SURFACELESS = 0x31DD; // EGL_PLATFORM_SURFACELESS_MESA

        /** There is one for the process. It is never terminated, as this would destroy all its contexts. */
        private static long initialised;

        private final int width;
        private final int height;
        private final long display;
        private final long context;

        private EglSurface(int width, int height, long display, long context) {
            this.width = width;
            this.height = height;
            this.display = display;
            this.context = context;
        }

        /**
         * Creates a context.
         *
         * @throws RendererException if this machine does not support it
         */
        static EglSurface open(int width, int height) {
            Renderer.requireSize(width, height);
            try {
                long display = display();
                load(EGL.getFunctionProvider());
                return new EglSurface(width, height, display, context(display));
            } catch (LinkageError e) { // no EGL library, or LWJGL does not support this platform
                throw new RendererException("no EGL: " + REMEDY, e);
            }
        }

        /** The display that needs no screen: that of Mesa's surfaceless platform, or else the default. */
        static synchronized long display() {
            if (initialised == MemoryUtil.NULL) {
                String extensions = EGL10.eglQueryString(MemoryUtil.NULL, EGL10.EGL_EXTENSIONS);
                boolean isMesa = extensions != null && extensions.contains("EGL_MESA_platform_surfaceless");
                // Calls the function directly: LWJGL's method rejects a native display of 0, which this platform
                // requires.
                long function = EGL.getFunctionProvider().getFunctionAddress("eglGetPlatformDisplayEXT");
                long display = isMesa && function != MemoryUtil.NULL
                        ? JNI.callPPP(SURFACELESS, MemoryUtil.NULL, MemoryUtil.NULL, function)
                        : EGL10.eglGetDisplay(MemoryUtil.NULL);
                if (display == MemoryUtil.NULL || !EGL10.eglInitialize(display, new int[1], new int[1])) {
                    throw new RendererException(
                            "EGL has no display: install libgl1-mesa-dri, or use --renderer java2d");
                }
                initialised = display;
            }
            return initialised;
        }

        private static long context(long display) {
            try (MemoryStack stack = MemoryStack.stackPush()) {
                PointerBuffer configs = stack.mallocPointer(1);
                int[] count = {0};
                int[] wanted = {
                    EGL12.EGL_RENDERABLE_TYPE,
                    EGL14.EGL_OPENGL_BIT,
                    EGL10.EGL_SURFACE_TYPE,
                    EGL10.EGL_PBUFFER_BIT,
                    EGL10.EGL_NONE
                };
                boolean found = EGL12.eglBindAPI(EGL14.EGL_OPENGL_API)
                        && EGL10.eglChooseConfig(display, wanted, configs, count)
                        && count[0] > 0;
                int[] version = {
                    EGL15.EGL_CONTEXT_MAJOR_VERSION,
                    3,
                    EGL15.EGL_CONTEXT_MINOR_VERSION,
                    3,
                    EGL15.EGL_CONTEXT_OPENGL_PROFILE_MASK,
                    EGL15.EGL_CONTEXT_OPENGL_CORE_PROFILE_BIT,
                    EGL10.EGL_NONE
                };
                long context = found
                        ? EGL10.eglCreateContext(display, configs.get(0), EGL10.EGL_NO_CONTEXT, version)
                        : MemoryUtil.NULL;
                if (context == MemoryUtil.NULL) {
                    throw new RendererException("EGL has no OpenGL 3.3: " + REMEDY);
                }
                return context;
            }
        }

        @Override
        int width() {
            return width;
        }

        @Override
        int height() {
            return height;
        }

        @Override
        void bind() {
            if (!EGL10.eglMakeCurrent(display, EGL10.EGL_NO_SURFACE, EGL10.EGL_NO_SURFACE, context)) {
                throw new RendererException("EGL has no contexts without a surface: " + REMEDY);
            }
        }

        @Override
        void present(int framebuffer) {
            GL33C.glFlush();
        }

        @Override
        void release() {
            if (EGL14.eglGetCurrentContext() == context) {
                EGL10.eglMakeCurrent(display, EGL10.EGL_NO_SURFACE, EGL10.EGL_NO_SURFACE, EGL10.EGL_NO_CONTEXT);
            }
            EGL10.eglDestroyContext(display, context);
        }
    }
}
