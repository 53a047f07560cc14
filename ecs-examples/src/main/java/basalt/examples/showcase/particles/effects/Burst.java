package basalt.examples.showcase.particles.effects;

/**
 * The times at which an emitter emits, which repeat.
 *
 * @param every seconds from one burst to the next
 * @param at start of the first burst, in seconds
 * @param lasts length of a burst, in seconds; the emitter never stops if this is at least {@code every}
 */
public record Burst(
        @Within(min = 0.01, max = 60) float every,
        @Within(min = 0, max = 60) float at,
        @Within(min = 0.01, max = 60) float lasts) {
    /** Both operands are floats, rounded to 24 bits, so the relative error of their quotient is less than this. */
    private static final double ROUNDING = 0x1p-22;

    /**
     * Checks the fields, as the reader of the files does.
     *
     * @param every seconds from one burst to the next
     * @param at start of the first burst, in seconds
     * @param lasts length of a burst, in seconds; the emitter never stops if this is at least {@code every}
     * @throws IllegalArgumentException if a field is out of its range, or null
     */
    public Burst {
        Limits.require(Burst.class, every, at, lasts);
    }

    /**
     * Whether it emits in a tick. A burst lasts at least one tick.
     *
     * @param tick number of the tick, from 0
     * @param dt length of a tick in seconds, more than 0
     * @return true during a burst; bursts also happened before the first one, in the past
     */
    public boolean isOn(long tick, float dt) {
        double period = ticks(every, dt);
        double since = (tick - ticks(at, dt)) % period; // exact also for late ticks
        return lasts >= every || (since < 0 ? since + period : since) < length(dt);
    }

    /**
     * Converts a time to ticks. A result that differs from a whole number only by rounding becomes that number, as the
     * file means it.
     */
    private static double ticks(float seconds, float dt) {
        double ticks = (double) seconds / dt;
        double whole = Math.rint(ticks);
        return Math.abs(ticks - whole) <= ticks * ROUNDING ? whole : ticks;
    }

    /**
     * The part of all ticks in which it emits.
     *
     * @param dt length of a tick in seconds, more than 0
     * @return more than 0, to 1
     */
    public float share(float dt) {
        return lasts >= every ? 1 : (float) Math.min(1, length(dt) / ticks(every, dt));
    }

    /** The length of a burst in ticks. */
    private double length(float dt) {
        return Math.max(1, ticks(lasts, dt));
    }
}
