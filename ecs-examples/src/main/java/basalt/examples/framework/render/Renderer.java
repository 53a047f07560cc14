package basalt.examples.framework.render;

import java.awt.image.BufferedImage;

/**
 * Draws a scene, frame by frame.
 *
 * <pre>{@code
 * Scene scene = new Scene(0, 10, 20, 0x05060a, sparks);
 * try (Renderer renderer = RendererKind.WINDOW.open("sparks", 1280, 720, scene)) {
 *     Controls controls = renderer.controls();
 *     while (!controls.isQuit()) {
 *         if (controls.takeTick()) {
 *             schedule.tick(dt);
 *         }
 *  *         renderer.draw();
 *     }
 * }
 * }</pre>
 *
 * <p>Once the JIT has compiled it, a frame allocates nothing on the heap, except in strict mode. Used only by the
 * thread that opened it, which must be the world's.
 */
public abstract class Renderer implements AutoCloseable {
    static final int MOST_PIXELS = 8_192;

    private final Controls controls;
    private boolean closed;

    Renderer(Controls controls) {
        this.controls = controls;
    }

    /** Requires a size that every renderer supports. */
    static void requireSize(int width, int height) {
        if (width < 1 || width > MOST_PIXELS || height < 1 || height > MOST_PIXELS) {
            throw new IllegalArgumentException(
                    "width and height must be 1 to " + MOST_PIXELS + " pixels: width=" + width + ", height=" + height);
        }
    }

    /**
     * Draws the current state of the scene. A window presents it, waits for the screen, and polls the
     * keyboard.
     *
     * @throws IllegalStateException after the renderer was closed
     */
    public final void draw() {
        requireUsable();
        drawFrame();
    }

    /**
     * The last frame. On a high-density screen, that of a window can have more pixels than requested.
     *
     * @return an opaque copy; black if nothing has been drawn yet
     * @throws IllegalStateException after the renderer was closed, or if it draws nothing
     */
    public final BufferedImage picture() {
        requireUsable();
        return copyFrame();
    }

    /**
     * Shows a text in the title of the window, if there is one.
     *
     * @param text one line
     */
    public void title(String text) {}

    /**
     * The keyboard controls. Without a window they never change.
     *
     * @return the controls
     */
    public final Controls controls() {
        return controls;
    }

    /** Frees all resources. Further calls do nothing. */
    @Override
    public final void close() {
        if (!closed) {
            closed = true;
            free();
        }
    }

    abstract void drawFrame();

    abstract BufferedImage copyFrame();

    void free() {}

    private void requireUsable() {
        if (closed) {
            throw new IllegalStateException("the renderer was closed; open another one");
        }
    }

    /** Draws nothing, so a program runs the simulation only. */
    static final class None extends Renderer {
        None(int width, int height) {
            super(new Controls());
            requireSize(width, height);
        }

        @Override
        void drawFrame() {}

        @Override
        BufferedImage copyFrame() {
            throw new IllegalStateException("nothing is drawn with --renderer none; use egl or java2d for a picture");
        }
    }
}
