package basalt.examples.showcase.particles.effects;

/**
 * Which part of the world is seen. Its width follows from the picture's.
 *
 * @param x what is in the middle
 * @param y what is in the middle
 * @param height from the bottom to the top of the picture
 */
public record Camera(
        @Within(min = -1_000, max = 1_000) float x,
        @Within(min = -1_000, max = 1_000) float y,
        @Within(min = 0.1, max = 1_000) float height) {
    /**
     * Requires what files must have, too.
     *
     * @param x what is in the middle
     * @param y what is in the middle
     * @param height from the bottom to the top of the picture
     * @throws IllegalArgumentException if a field is out of its range, or null
     */
    public Camera {
        Limits.require(Camera.class, x, y, height);
    }
}
