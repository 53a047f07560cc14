package basalt.examples.showcase.particles.effects;

/**
 * The floor from which particles bounce.
 *
 * @param y height of the floor
 * @param bounce part of the falling speed that becomes upward speed
 * @param friction part of the horizontal speed that is lost at each touch
 */
public record Floor(
        @Within(min = -1_000, max = 1_000) float y,
        @Within(min = 0, max = 1) float bounce,
        @Within(min = 0, max = 1) float friction) {
    /**
     * Checks the fields, as the reader of the files does.
     *
     * @param y height of the floor
     * @param bounce part of the falling speed that becomes upward speed
     * @param friction part of the horizontal speed that is lost at each touch
     * @throws IllegalArgumentException if a field is out of its range, or null
     */
    public Floor {
        Limits.require(Floor.class, y, bounce, friction);
    }
}
