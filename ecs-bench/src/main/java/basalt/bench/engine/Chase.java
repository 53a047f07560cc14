package basalt.bench.engine;

/**
 * The rules of the hunt, and its pseudo-random numbers, which are the same for all engines. A tick: all move; each
 * predator without a prey chooses one at random; each turns towards its prey, and catches it if it is near; then each
 * prey that was caught is replaced by another one, at a random place, and its predators have none.
 */
public final class Chase {
    /** The predator's target if it has none. */
    public static final int NONE = -1;
    /** The initial velocity of predators, in both directions. */
    public static final float START_SPEED = 0.05f;
    /** The square of the distance at which a prey is caught: half a unit. */
    public static final float CATCH_SQUARE = 0.25f;
    /** A predator that is nearer to its prey does not turn. */
    public static final float NO_TURN = 1e-4f;

    private static final int PREY_PER_PREDATOR = 4;
    private static final float SPEED = 0.1f;
    private static final float FIELD = 20;
    private static final float DEN = 2;
    private static final int SEED = 0x5EED5EED;
    private static final float STEP = 1f / (1 << 24);

    private int state;

    /** Numbers from the start. */
    public Chase() {
        rewind();
    }

    /** Starts again. */
    public void rewind() {
        state = SEED;
    }

    /** The number of predators: a quarter of that of prey, at least 1. */
    public static int predators(int prey) {
        return Math.max(1, prey / PREY_PER_PREDATOR);
    }

    /** The number of a random prey. */
    public int choose(int prey) {
        return (next() >>> 1) % prey;
    }

    /** A random coordinate of a prey, from 0 to 20. */
    public float place() {
        return (next() >>> 8) * STEP * FIELD;
    }

    /** A random coordinate of a predator at the start, from 0 to 2. */
    public float den() {
        return (next() >>> 8) * STEP * DEN;
    }

    private int next() {
        state ^= state << 13;
        state ^= state >>> 17;
        state ^= state << 5;
        return state;
    }

    /** A component of the velocity of a predator that turns towards its prey. */
    public static float turned(float difference, float distance) {
        return difference / distance * SPEED;
    }
}
