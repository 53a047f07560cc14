package basalt.examples.framework.render;

import basalt.examples.framework.render.Controls.Key;
import basalt.examples.framework.render.RendererKind.RendererException;
import org.lwjgl.PointerBuffer;
import org.lwjgl.glfw.Callbacks;
import org.lwjgl.glfw.GLFW;
import org.lwjgl.opengl.GL33C;
import org.lwjgl.system.Configuration;
import org.lwjgl.system.MemoryStack;
import org.lwjgl.system.MemoryUtil;
import org.lwjgl.system.Platform;

/** A window with an OpenGL context and a keyboard. There can be one at a time. */
final class GlfwWindow extends GlSurface {
    private final long window;
    private final Controls controls;
    private final int width;
    private final int height;

    private GlfwWindow(long window, Controls controls) {
        this.window = window;
        this.controls = controls;
        int[] pixelsWide = new int[1];
        int[] pixelsHigh = new int[1];
        GLFW.glfwGetFramebufferSize(window, pixelsWide, pixelsHigh);
        width = pixelsWide[0];
        height = pixelsHigh[0];
        GLFW.glfwSetKeyCallback(window, (source, key, code, action, modifiers) -> {
            Key meaning = meaning(key, action == GLFW.GLFW_REPEAT);
            if (meaning != null && action == GLFW.GLFW_RELEASE) {
                controls.release(meaning);
            } else if (meaning != null) {
                controls.press(meaning);
            }
        });
    }

    /**
     * Opens a window.
     *
     * @throws RendererException if there is no display, or no OpenGL 3.3
     */
    static GlfwWindow open(String title, int width, int height, Controls controls) {
        Renderer.requireSize(width, height);
        try {
            if (Platform.get() == Platform.MACOSX) {
                Configuration.GLFW_LIBRARY_NAME.set("glfw_async"); // need not run on the first thread
            }
            load(null);
            if (!GLFW.glfwInit()) {
                throw new RendererException("no display (" + error() + "); use --renderer egl or java2d");
            }
            GLFW.glfwDefaultWindowHints();
            GLFW.glfwWindowHint(GLFW.GLFW_CONTEXT_VERSION_MAJOR, 3);
            GLFW.glfwWindowHint(GLFW.GLFW_CONTEXT_VERSION_MINOR, 3);
            GLFW.glfwWindowHint(GLFW.GLFW_OPENGL_PROFILE, GLFW.GLFW_OPENGL_CORE_PROFILE);
            GLFW.glfwWindowHint(GLFW.GLFW_OPENGL_FORWARD_COMPAT, GLFW.GLFW_TRUE);
            GLFW.glfwWindowHint(GLFW.GLFW_RESIZABLE, GLFW.GLFW_FALSE);
            long window = GLFW.glfwCreateWindow(width, height, title, MemoryUtil.NULL, MemoryUtil.NULL);
            if (window == MemoryUtil.NULL) {
                String error = error();
                GLFW.glfwTerminate();
                throw new RendererException("no OpenGL 3.3 for a window (" + error + "); use --renderer java2d");
            }
            return new GlfwWindow(window, controls);
        } catch (LinkageError e) { // LWJGL does not support this platform, or there is no OpenGL
            throw new RendererException("no library for windows or OpenGL here; use --renderer java2d", e);
        }
    }

    private static String error() {
        try (MemoryStack stack = MemoryStack.stackPush()) {
            PointerBuffer description = stack.callocPointer(1);
            GLFW.glfwGetError(description);
            return description.get(0) == MemoryUtil.NULL ? "no reason given" : description.getStringUTF8(0);
        }
    }

    /**
     * The action of a key; null if none. Both {@code n} and the period key step. A key that is held down repeats steps
     * and spawns only.
     */
    static Key meaning(int key, boolean repeated) {
        return switch (key) {
            case GLFW.GLFW_KEY_SPACE -> repeated ? null : Key.PAUSE;
            case GLFW.GLFW_KEY_N, GLFW.GLFW_KEY_PERIOD -> Key.STEP;
            case GLFW.GLFW_KEY_S -> Key.SPAWN;
            case GLFW.GLFW_KEY_R -> repeated ? null : Key.REWIND;
            case GLFW.GLFW_KEY_ESCAPE -> Key.QUIT;
            default -> null;
        };
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
        GLFW.glfwMakeContextCurrent(window);
        GLFW.glfwSwapInterval(1);
    }

    @Override
    void title(String text) {
        GLFW.glfwSetWindowTitle(window, text);
    }

    @Override
    void present(int framebuffer) {
        GL33C.glBindFramebuffer(GL33C.GL_READ_FRAMEBUFFER, framebuffer);
        GL33C.glBindFramebuffer(GL33C.GL_DRAW_FRAMEBUFFER, 0);
        GL33C.glBlitFramebuffer(0, 0, width, height, 0, 0, width, height, GL33C.GL_COLOR_BUFFER_BIT, GL33C.GL_NEAREST);
        GLFW.glfwSwapBuffers(window);
        GLFW.glfwPollEvents();
        if (GLFW.glfwWindowShouldClose(window)) {
            controls.press(Key.QUIT);
        }
    }

    @Override
    void release() {
        Callbacks.glfwFreeCallbacks(window);
        GLFW.glfwDestroyWindow(window);
        GLFW.glfwTerminate();
    }
}
