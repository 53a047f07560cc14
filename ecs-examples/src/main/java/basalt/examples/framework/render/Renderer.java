package basalt.examples.framework.render;

import java.awt.image.BufferedImage;

/**
 * Draws a scene, frame by frame.
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
 * <p>Once the JIT has compiled it, a frame allocates nothing on the heap, except in strict mode. Used only by the
 * thread that opened it, which must be the world's.
 */
public interface Renderer extends AutoCloseable {
    /**
     * Width of the picture. On a high-density screen, a window can have more pixels than requested.
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
     * Draws the current state of the scene, and the overlay. A window presents it, waits for the screen, and polls the
     * keyboard.
     *
     * @throws IllegalStateException on another thread, or after the renderer was closed
     */
    void draw();

    /**
     * The last frame.
     *
     * @return an opaque copy; black if nothing has been drawn yet
     * @throws IllegalStateException on another thread, after the renderer was closed, or if it draws nothing
     */
    BufferedImage picture();

    /**
     * The lines of text over the picture.
     *
     * @return the overlay, to write to
     */
    Overlay overlay();

    /**
     * The keyboard controls. Without a window they never change.
     *
     * @return the controls
     */
    Controls controls();

    /** Frees all resources. Further calls do nothing. */
    @Override
    void close();
}
