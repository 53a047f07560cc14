package basalt.examples.showcase.particles;

/**
 * The emitters of an effect, and how the spawns of each tick are distributed to them.
 *
 * <p>The shares are whole numbers with an exact sum, so no particle is ever lost.
 */
final class SpawnPlan {
    private static final double GOLDEN_RATIO = (StrictMath.sqrt(5) - 1) / 2;

    private final Effect effect;
    private final Rays[] rays;
    private final float[] weights;
    private final int[] shares;

    /** Uses the first {@code emitters} emitters of an effect. */
    SpawnPlan(Effect effect, int emitters) {
        this.effect = effect;
        rays = new Rays[emitters];
        for (int i = 0; i < emitters; i++) {
            Effect.Shell shell = effect.emitters().get(i).shell();
            rays[i] = shell == null ? null : Rays.of(shell.rays());
        }
        weights = new float[emitters];
        shares = new int[emitters];
    }

    /**
     * Directions spread evenly over a sphere, seen from the front. They make a burst of sparks look like a firework
     * shell.
     */
    record Rays(float[] x, float[] y) {
        private static final double GOLDEN_ANGLE = StrictMath.PI * (3 - StrictMath.sqrt(5));

        private static Rays of(int count) {
            Rays rays = new Rays(new float[count], new float[count]);
            for (int ray = 0; ray < count; ray++) {
                double toViewer = 1 - (2 * ray + 1.0) / count;
                double aside = StrictMath.sqrt(1 - toViewer * toViewer);
                rays.x[ray] = (float) (aside * StrictMath.cos(ray * GOLDEN_ANGLE));
                rays.y[ray] = (float) (aside * StrictMath.sin(ray * GOLDEN_ANGLE));
            }
            return rays;
        }
    }

    Effect effect() {
        return effect;
    }

    /** Number of emitters. */
    int size() {
        return shares.length;
    }

    Effect.Emitter emitter(int number) {
        return effect.emitters().get(number);
    }

    /** The rays of the shell of an emitter; null if it has none. */
    Rays rays(int number) {
        return rays[number];
    }

    /**
     * Distributes the first particles, as if the emitters had been emitting before the start, in ticks of {@code dt}
     * seconds.
     */
    void distributePopulation(int spawns, float dt) {
        for (int i = 0; i < shares.length; i++) {
            weights[i] = emitter(i).population(dt);
        }
        distribute(spawns, 0);
    }

    /**
     * Distributes the spawns of a tick of {@code dt} seconds; ticks are counted from 0. If no emitter emits in this
     * tick, all shares are 0.
     *
     * @param chance 0, inclusive, to 1, exclusive: decides which emitters get the remainder
     */
    void distribute(int spawns, long tick, float dt, double chance) {
        for (int i = 0; i < shares.length; i++) {
            weights[i] = emitter(i).rate(tick, dt);
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

    /** The share of an emitter. */
    int share(int number) {
        return shares[number];
    }
}
