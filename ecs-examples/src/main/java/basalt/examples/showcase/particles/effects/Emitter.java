package basalt.examples.showcase.particles.effects;

/**
 * Where particles come from, and how they set out.
 *
 * @param x where, to the right
 * @param y where, up
 * @param radius how far from there they begin at most
 * @param direction in which they leave
 * @param spread angle between the outermost directions
 * @param speed of that
 * @param jitter velocity to any side that is added, at most
 * @param shell a burst on top of that; null if there is none
 * @param life how long they live, in seconds
 * @param rate how many there are in a second while it emits, in proportion to the other emitters
 * @param burst when it emits; null if always
 * @param ramp their colour
 */
public record Emitter(
        @Within(min = -1_000, max = 1_000) float x,
        @Within(min = -1_000, max = 1_000) float y,
        @MayLack @Within(min = 0, max = 1_000) float radius,
        @Within(min = -360, max = 360) float direction,
        @Within(min = 0, max = 360) float spread,
        @Within(min = 0, max = 1_000) Range speed,
        @MayLack @Within(min = 0, max = 1_000) float jitter,
        @MayLack Shell shell,
        @Within(min = 0.01, max = 60) Range life,
        @Within(min = 0.001, max = 1_000_000) float rate,
        @MayLack Burst burst,
        @Within(min = 2, max = 16) Ramp ramp) {
    /**
     * Requires what files must have, too.
     *
     * @param x where, to the right
     * @param y where, up
     * @param radius how far from there they begin at most
     * @param direction in which they leave
     * @param spread angle between the outermost directions
     * @param speed of that
     * @param jitter velocity to any side that is added, at most
     * @param shell a burst on top of that; null if there is none
     * @param life how long they live, in seconds
     * @param rate how many there are in a second while it emits, in proportion to the other emitters
     * @param burst when it emits; null if always
     * @param ramp their colour
     * @throws IllegalArgumentException if a field is out of its range, or null
     */
    public Emitter {
        Limits.require(Emitter.class, x, y, radius, direction, spread, speed, jitter, shell, life, rate, burst, ramp);
    }
}
