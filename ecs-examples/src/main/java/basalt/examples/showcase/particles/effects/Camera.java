package basalt.examples.showcase.particles.effects;

/**
 * The visible part of the world. Its width follows from the shape of the picture.
 *
 * @param x x of the centre
 * @param y y of the centre
 * @param height from the bottom to the top of the picture
 */
public record Camera(
        @Within(min = -1_000, max = 1_000) float x,
        @Within(min = -1_000, max = 1_000) float y,
        @Within(min = 0.1, max = 1_000) float height) {
    /**
     * Checks the fields, as the reader of the files does.
     *
     * @param x x of the centre
     * @param y y of the centre
     * @param height from the bottom to the top of the picture
     * @throws IllegalArgumentException if a field is out of its range, or null
     */
    public Camera {
        Limits.require(Camera.class, x, y, height);
    }
}
