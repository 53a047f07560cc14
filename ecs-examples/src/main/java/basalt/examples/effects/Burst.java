package basalt.examples.effects;

/**
 * When an emitter emits: again and again.
 *
 * @param every seconds from one burst to the next
 * @param at when the first begins, in seconds
 * @param lasts how long one lasts, in seconds; forever if that is as long as {@code every}
 */
public record Burst(
        @Within(min = 0.01, max = 60) float every,
        @Within(min = 0, max = 60) float at,
        @Within(min = 0.01, max = 60) float lasts) {
    /**
     * Whether it emits.
     *
     * @param time in seconds, 0 or later
     * @return true in a burst; the time before the first one counts as if there had been others
     */
    public boolean isOn(float time) {
        float since = (time - at) / every;
        return (since - (float) Math.floor(since)) * every < lasts;
    }

    /**
     * How much of the time it emits.
     *
     * @return 0 to 1
     */
    public float share() {
        return Math.min(1, lasts / every);
    }
}
