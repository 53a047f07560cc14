package basalt.examples.showcase.particles;

import basalt.examples.showcase.particles.effects.Emitter;

/**
 * An emitter with values computed for it.
 *
 * @param emitter the emitter of the effect
 * @param rays rays of its shell; null if it has none
 * @param ramp index of its colours in the table of {@link RampTable}
 */
record Source(Emitter emitter, Rays rays, int ramp) {
    static Source of(Emitter emitter, int number) {
        return new Source(
                emitter,
                emitter.shell() == null ? null : new Rays(emitter.shell().rays()),
                RampTable.start(number));
    }

    /** Spawn rate in a tick of {@code dt} seconds, relative to the other sources. */
    float rate(long tick, float dt) {
        return emitter.burst() == null || emitter.burst().isOn(tick, dt) ? emitter.rate() : 0;
    }

    /** Mean number of living particles with ticks of {@code dt} seconds, relative to the other sources. */
    float population(float dt) {
        float share = emitter.burst() == null ? 1 : emitter.burst().share(dt);
        return emitter.rate() * share * emitter.life().at(0.5f);
    }
}
