package basalt.examples.showcase.particles;

import basalt.examples.showcase.particles.effects.Emitter;

/**
 * An emitter, and what has been worked out for it.
 *
 * @param emitter what the effect says
 * @param rays those of its shell; null if it has none
 * @param ramp where its colours begin in the table of {@link Ramps}
 */
record Source(Emitter emitter, Rays rays, int ramp) {
    static Source of(Emitter emitter, int number) {
        return new Source(
                emitter,
                emitter.shell() == null ? null : new Rays(emitter.shell().rays()),
                Ramps.start(number));
    }

    /** Births in a second in a tick that takes {@code dt} seconds, in proportion to the other sources. */
    float rate(long tick, float dt) {
        return emitter.burst() == null || emitter.burst().isOn(tick, dt) ? emitter.rate() : 0;
    }

    /**
     * How many of its particles live, on average over time, if a tick takes {@code dt} seconds, in proportion to the
     * other sources.
     */
    float population(float dt) {
        float share = emitter.burst() == null ? 1 : emitter.burst().share(dt);
        return emitter.rate() * share * emitter.life().at(0.5f);
    }
}
