package basalt.examples.showcase.particles.effects;

/**
 * A firework shell: velocities along rays that are spread evenly over a sphere, seen from the front.
 *
 * @param rays number of rays
 * @param speed along them
 */
public record Shell(
        @Within(min = 1, max = 10_000) int rays,
        @Within(min = 0, max = 1_000) Range speed) {
    /**
     * Checks the fields, as the reader of the files does.
     *
     * @param rays number of rays
     * @param speed along them
     * @throws IllegalArgumentException if a field is out of its range, or null
     */
    public Shell {
        Limits.require(Shell.class, rays, speed);
    }
}
