package basalt.examples.showcase.particles;

import basalt.examples.showcase.particles.effects.Effect;

/**
 * The sources of an effect, and how the spawns of each tick are distributed to them.
 *
 * <p>The shares are whole numbers with an exact sum, so no particle is ever lost.
 */
final class Show {
    private static final double GOLDEN_RATIO = (StrictMath.sqrt(5) - 1) / 2;

    private final Effect effect;
    private final Source[] sources;
    private final float[] weights;
    private final int[] shares;

    /** Uses the first {@code emitters} emitters of an effect. */
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
     * Distributes the first particles, as if the sources had been emitting before the start, in ticks of {@code dt}
     * seconds.
     */
    void dealPopulation(int births, float dt) {
        for (int i = 0; i < sources.length; i++) {
            weights[i] = sources[i].population(dt);
        }
        deal(births, 0);
    }

    /**
     * Distributes the spawns of a tick of {@code dt} seconds; ticks are counted from 0. If no source emits in this
     * tick, all shares are 0.
     *
     * @param chance 0, inclusive, to 1, exclusive: decides which sources get the remainder
     */
    void deal(int births, long tick, float dt, double chance) {
        for (int i = 0; i < sources.length; i++) {
            weights[i] = sources[i].rate(tick, dt);
        }
        deal(births, chance);
    }

    /** A number for each tick, from 0 to 1, evenly distributed over any range of ticks. */
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

    /** The share of a source. */
    int share(int number) {
        return shares[number];
    }
}
