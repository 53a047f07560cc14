package basalt.examples.showcase.particles.effects;

/**
 * A source of particles, with their position and velocity at birth.
 *
 * @param x x of the centre
 * @param y y of the centre
 * @param radius largest distance from the centre at birth
 * @param direction mean direction of the particles
 * @param spread angle between the outermost directions
 * @param speed in that direction
 * @param jitter largest random velocity that is added
 * @param shell a shell whose velocities are added; null if there is none
 * @param life lifetime, in seconds
 * @param rate spawn rate while it emits, relative to the other emitters
 * @param burst times at which it emits; null for always
 * @param ramp colour over the lifetime
 */
public record Emitter(
        @Within(min = -1_000, max = 1_000) float x,
        @Within(min = -1_000, max = 1_000) float y,
        @OptionalField @Within(min = 0, max = 1_000) float radius,
        @Within(min = -360, max = 360) float direction,
        @Within(min = 0, max = 360) float spread,
        @Within(min = 0, max = 1_000) Range speed,
        @OptionalField @Within(min = 0, max = 1_000) float jitter,
        @OptionalField Shell shell,
        @Within(min = 0.01, max = 60) Range life,
        @Within(min = 0.001, max = 1_000_000) float rate,
        @OptionalField Burst burst,
        @Within(min = 2, max = 16) Ramp ramp) {
    /**
     * Checks the fields, as the reader of the files does.
     *
     * @param x x of the centre
     * @param y y of the centre
     * @param radius largest distance from the centre at birth
     * @param direction mean direction of the particles
     * @param spread angle between the outermost directions
     * @param speed in that direction
     * @param jitter largest random velocity that is added
     * @param shell a shell whose velocities are added; null if there is none
     * @param life lifetime, in seconds
     * @param rate spawn rate while it emits, relative to the other emitters
     * @param burst times at which it emits; null for always
     * @param ramp colour over the lifetime
     * @throws IllegalArgumentException if a field is out of its range, or null
     */
    public Emitter {
        Limits.require(Emitter.class, x, y, radius, direction, spread, speed, jitter, shell, life, rate, burst, ramp);
    }
}
