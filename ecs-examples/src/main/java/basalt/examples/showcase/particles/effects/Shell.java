package basalt.examples.showcase.particles.effects;

/**
 * A burst as of fireworks: velocities along rays that are spread evenly over a ball, seen from the front.
 *
 * @param rays how many
 * @param speed along them
 */
public record Shell(
        @Within(min = 1, max = 10_000) int rays,
        @Within(min = 0, max = 1_000) Range speed) {
    /**
     * Requires what files must have, too.
     *
     * @param rays how many
     * @param speed along them
     * @throws IllegalArgumentException if a field is out of its range, or null
     */
    public Shell {
        Limits.require(Shell.class, rays, speed);
    }
}
