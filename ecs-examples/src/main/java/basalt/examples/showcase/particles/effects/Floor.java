package basalt.examples.showcase.particles.effects;

/**
 * What particles bounce from.
 *
 * @param y how high it is
 * @param bounce which part of its falling speed a particle keeps, upwards
 * @param friction which part of its speed sideways it loses each time that it touches the floor
 */
public record Floor(
        @Within(min = -1_000, max = 1_000) float y,
        @Within(min = 0, max = 1) float bounce,
        @Within(min = 0, max = 1) float friction) {
    /**
     * Requires what files must have, too.
     *
     * @param y how high it is
     * @param bounce which part of its falling speed a particle keeps, upwards
     * @param friction which part of its speed sideways it loses each time that it touches the floor
     * @throws IllegalArgumentException if a field is out of its range, or null
     */
    public Floor {
        Limits.require(Floor.class, y, bounce, friction);
    }
}
