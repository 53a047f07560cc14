package basalt.examples.framework.render;

import java.awt.image.BufferedImage;

/**
 * Draws a scene, again and again.
 *
 * <pre>{@code
 * Scene scene = Scene.of(new View(0, 10, 20), 0x05060a, sparks);
 * try (Renderer renderer = RendererKind.WINDOW.open("sparks", 1280, 720, scene)) {
 *     Controls controls = renderer.controls();
 *     while (!controls.isQuit()) {
 *         if (controls.takeTick()) {
 *             schedule.tick(dt);
 *         }
 *         renderer.overlay().status(ticks, nanos, entities, arenaBytes);
 *         renderer.draw();
 *     }
 * }
 * }</pre>
 *
 * <p>Once the JIT has compiled it, a frame allocates nothing on the heap, by OpenGL or by software, except in strict
 * mode. For the thread that opened it, which must be the world's.
 */
public interface Renderer extends AutoCloseable {
    /**
     * Width of the picture; in a window perhaps more than was asked for, where a screen has finer pixels.
     *
     * @return pixels
     */
    int width();

    /**
     * Height of the picture.
     *
     * @return pixels
     */
    int height();

    /**
     * Draws the scene as it is now, and the overlay. A window shows it, waits for the screen, and looks at the
     * keyboard.
     *
     * @throws IllegalStateException on another thread, or after the renderer was closed
     */
    void draw();

    /**
     * What was drawn last.
     *
     * @return a copy, opaque; black if nothing was drawn yet
     * @throws IllegalStateException on another thread, after the renderer was closed, or if it is one that draws
     *     nothing
     */
    BufferedImage picture();

    /**
     * The lines of text over the picture.
     *
     * @return the overlay, to be written
     */
    Overlay overlay();

    /**
     * What the keyboard has asked for; without a window, nothing ever.
     *
     * @return the controls
     */
    Controls controls();

    /** Frees all that it holds. Further calls do nothing. */
    @Override
    void close();
}
