package basalt.examples.showcase.particles.effects;

/**
 * Attracts particles; the force grows as they come nearer.
 *
 * @param x x of the centre
 * @param y y of the centre
 * @param strength change of velocity per second at a distance of 1, without softening; negative values repel
 * @param radius radius within which the force is about constant; a larger radius softens it
 */
public record Attractor(
        @Within(min = -1_000, max = 1_000) float x,
        @Within(min = -1_000, max = 1_000) float y,
        @Within(min = -1_000, max = 1_000) float strength,
        @Within(min = 0.1, max = 1_000) float radius) {
    /**
     * Checks the fields, as the reader of the files does.
     *
     * @param x x of the centre
     * @param y y of the centre
     * @param strength change of velocity per second at a distance of 1, without softening; negative values repel
     * @param radius radius within which the force is about constant; a larger radius softens it
     * @throws IllegalArgumentException if a field is out of its range, or null
     */
    public Attractor {
        Limits.require(Attractor.class, x, y, strength, radius);
    }
}
