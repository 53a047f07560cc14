package basalt.examples.showcase.particles;

import basalt.examples.showcase.particles.effects.Effect;

/**
 * The sources of an effect, and how the spawns of each tick are distributed to them.
 *
 * <p>The shares are whole numbers with an exact sum, so no particle is ever lost.
 */
final class SpawnPlan {
    private static final double GOLDEN_RATIO = (StrictMath.sqrt(5) - 1) / 2;

    private final Effect effect;
    private final Source[] sources;
    private final float[] weights;
    private final int[] shares;

    /** Uses the first {@code emitters} emitters of an effect. */
    SpawnPlan(Effect effect, int emitters) {
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
    void distributePopulation(int spawns, float dt) {
        for (int i = 0; i < sources.length; i++) {
            weights[i] = sources[i].population(dt);
        }
        distribute(spawns, 0);
    }

    /**
     * Distributes the spawns of a tick of {@code dt} seconds; ticks are counted from 0. If no source emits in this
     * tick, all shares are 0.
     *
     * @param chance 0, inclusive, to 1, exclusive: decides which sources get the remainder
     */
    void distribute(int spawns, long tick, float dt, double chance) {
        for (int i = 0; i < sources.length; i++) {
            weights[i] = sources[i].rate(tick, dt);
        }
        distribute(spawns, chance);
    }

    /** A number for each tick, from 0 to 1, evenly distributed over any range of ticks. */
    static double chance(long tick) {
        double turns = tick * GOLDEN_RATIO;
        return turns - Math.floor(turns);
    }

    private void distribute(int spawns, double chance) {
        double total = 0;
        for (float weight : weights) {
            total += weight;
        }
        double sum = 0;
        long distributed = 0;
        for (int i = 0; i < shares.length; i++) {
            sum += weights[i];
            long upToHere = total == 0 ? 0 : (long) Math.min(spawns, spawns * (sum / total) + chance);
            shares[i] = (int) (upToHere - distributed);
            distributed = upToHere;
        }
    }

    /** The share of a source. */
    int share(int number) {
        return shares[number];
    }
}
