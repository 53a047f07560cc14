package basalt.examples.showcase.particles;

import basalt.examples.showcase.particles.effects.Effect;

/**
 * The sources of an effect, and which one emits when.
 *
 * <p>Births are given out in whole numbers that add up exactly, so that a show never loses a particle.
 */
final class Show {
    private static final double GOLDEN_RATIO = (StrictMath.sqrt(5) - 1) / 2;

    private final Effect effect;
    private final Source[] sources;
    private final float[] weights;
    private final int[] shares;

    /** A show with the first so many of an effect's emitters. */
    Show(Effect effect, int emitters) {
        this.effect = effect;
        sources = new Source[emitters];
        for (int i = 0; i < emitters; i++) {
            sources[i] = Source.of(effect.emitters().get(i), i);
        }
        weights = new float[emitters];
        shares = new int[emitters];
    }

    Effect effect() {
        return effect;
    }

    int size() {
        return sources.length;
    }

    Source source(int number) {
        return sources[number];
    }

    /**
     * Gives out the particles that live when the show begins, as if it had been running in ticks that take {@code dt}
     * seconds.
     */
    void dealPopulation(int births, float dt) {
        for (int i = 0; i < sources.length; i++) {
            weights[i] = sources[i].population(dt);
        }
        deal(births, 0);
    }

    /**
     * Gives out births in a tick, from 0, that takes {@code dt} seconds. If no source emits then, none gets any.
     *
     * @param chance 0, inclusive, to 1, exclusive: which source gets what cannot be divided
     */
    void deal(int births, long tick, float dt, double chance) {
        for (int i = 0; i < sources.length; i++) {
            weights[i] = sources[i].rate(tick, dt);
        }
        deal(births, chance);
    }

    /** A chance for each tick: evenly spread, over however many ticks one looks. */
    static double chance(long tick) {
        double turns = tick * GOLDEN_RATIO;
        return turns - Math.floor(turns);
    }

    private void deal(int births, double chance) {
        double total = 0;
        for (float weight : weights) {
            total += weight;
        }
        double sum = 0;
        long dealt = 0;
        for (int i = 0; i < shares.length; i++) {
            sum += weights[i];
            long upToHere = total == 0 ? 0 : (long) Math.min(births, births * (sum / total) + chance);
            shares[i] = (int) (upToHere - dealt);
            dealt = upToHere;
        }
    }

    /** What a source has got. */
    int share(int number) {
        return shares[number];
    }
}
