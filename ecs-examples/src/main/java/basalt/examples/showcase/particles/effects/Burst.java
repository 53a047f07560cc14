package basalt.examples.showcase.particles.effects;

/**
 * When an emitter emits: again and again.
 *
 * @param every seconds from one burst to the next
 * @param at when the first begins, in seconds
 * @param lasts how long one lasts, in seconds; forever if that is as long as {@code every} or longer
 */
public record Burst(
        @Within(min = 0.01, max = 60) float every,
        @Within(min = 0, max = 60) float at,
        @Within(min = 0.01, max = 60) float lasts) {
    /** Two floats are rounded to 24 bits each, so a quotient of theirs is off by less than this part of it. */
    private static final double ROUNDING = 0x1p-22;

    /**
     * Requires what files must have, too.
     *
     * @param every seconds from one burst to the next
     * @param at when the first begins, in seconds
     * @param lasts how long one lasts, in seconds; forever if that is as long as {@code every} or longer
     * @throws IllegalArgumentException if a field is out of its range, or null
     */
    public Burst {
        Limits.require(Burst.class, every, at, lasts);
    }

    /**
     * Whether it emits in a tick. A burst lasts one at least.
     *
     * @param tick which, from 0
     * @param dt length of a tick in seconds, more than 0
     * @return true in a burst; the time before the first one counts as if there had been others
     */
    public boolean isOn(long tick, float dt) {
        double period = ticks(every, dt);
        double since = (tick - ticks(at, dt)) % period; // late ticks lose nothing: % is exact
        return lasts >= every || (since < 0 ? since + period : since) < length(dt);
    }

    /** How many ticks a time takes. What may be a whole number but for rounding is one: it is what the file means. */
    private static double ticks(float seconds, float dt) {
        double ticks = (double) seconds / dt;
        double whole = Math.rint(ticks);
        return Math.abs(ticks - whole) <= ticks * ROUNDING ? whole : ticks;
    }

    /**
     * In how many of all ticks it emits, on average.
     *
     * @param dt length of a tick in seconds, more than 0
     * @return more than 0, to 1
     */
    public float share(float dt) {
        return lasts >= every ? 1 : (float) Math.min(1, length(dt) / ticks(every, dt));
    }

    /** How many ticks a burst lasts. */
    private double length(float dt) {
        return Math.max(1, ticks(lasts, dt));
    }
}
