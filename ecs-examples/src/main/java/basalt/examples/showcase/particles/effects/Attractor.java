package basalt.examples.showcase.particles.effects;

/**
 * What draws particles on, the more the nearer they are.
 *
 * @param x where, to the right
 * @param y where, up
 * @param strength change of the velocity in a second at a distance of 1, radius aside; below 0 it pushes away
 * @param radius within which the force stays about the same: the larger, the softer
 */
public record Attractor(
        @Within(min = -1_000, max = 1_000) float x,
        @Within(min = -1_000, max = 1_000) float y,
        @Within(min = -1_000, max = 1_000) float strength,
        @Within(min = 0.1, max = 1_000) float radius) {
    /**
     * Requires what files must have, too.
     *
     * @param x where, to the right
     * @param y where, up
     * @param strength change of the velocity in a second at a distance of 1, radius aside; below 0 it pushes away
     * @param radius within which the force stays about the same: the larger, the softer
     * @throws IllegalArgumentException if a field is out of its range, or null
     */
    public Attractor {
        Limits.require(Attractor.class, x, y, strength, radius);
    }
}
