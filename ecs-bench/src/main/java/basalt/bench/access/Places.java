package basalt.bench.access;

import basalt.bench.scene.Check;
import java.util.SplittableRandom;

/**
 * The random order in which entities are visited, and the value at each position of the order.
 *
 * <p>Values are small whole numbers and are added as integers, as a dependent chain of float additions would hide the
 * cost of the accesses.
 */
final class Places {
    /** Number of entities visited per invocation. */
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

    /** The value at a position of the random order. It differs from round to round; the sum of all values does not. */
    static float value(int place, int round) {
        return (place + round) & (SMALL - 1);
    }

    static void checkSum(int sum) {
        Check.near("sum", COUNT / SMALL * (SMALL - 1.0) * SMALL / 2, sum, 0);
    }
}
