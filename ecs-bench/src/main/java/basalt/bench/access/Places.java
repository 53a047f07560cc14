package basalt.bench.access;

import basalt.bench.scene.Check;
import java.util.SplittableRandom;

/**
 * The random order in which entities are visited, and the value at each place of it.
 *
 * <p>Values are small whole numbers and are added as such, so that no chain of slow additions hides the accesses.
 */
final class Places {
    /** How many entities are visited in one invocation. */
    static final int COUNT = 100_000;

    private static final int SMALL = 8;
    private static final long SEED = 42;

    private Places() {}

    static int[] shuffled() {
        SplittableRandom random = new SplittableRandom(SEED);
        int[] order = new int[COUNT];
        for (int i = 0; i < COUNT; i++) {
            int other = random.nextInt(i + 1);
            order[i] = order[other];
            order[other] = i;
        }
        return order;
    }

    /** The value at a place of the random order: it changes from round to round, and its sum does not. */
    static float value(int place, int round) {
        return (place + round) & (SMALL - 1);
    }

    static void checkSum(int sum) {
        Check.near("sum", COUNT / SMALL * (SMALL - 1.0) * SMALL / 2, sum, 0);
    }
}
