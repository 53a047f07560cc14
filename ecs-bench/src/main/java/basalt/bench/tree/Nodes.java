package basalt.bench.tree;

import java.util.SplittableRandom;

/**
 * A tree with the same number of children for each node, and its matrices by plain Java. Nodes are numbered level by
 * level; 0 is the root. The matrices turn by right angles and move by integers, so all sums are exact in any order.
 */
final class Nodes {
    static final int FLOATS = 6;

    private final int count;
    private final int fanOut;

    Nodes(int count, int fanOut) {
        this.count = count;
        this.fanOut = fanOut;
    }

    int count() {
        return count;
    }

    /** The parent of a node that is not the root. */
    int parent(int node) {
        return (node - 1) / fanOut;
    }

    /** The local matrix: xx, xy, yx, yy, dx, dy. */
    float[] local(int node) {
        float cos = node % 4 == 0 ? 1 : node % 4 == 2 ? -1 : 0;
        float sin = node % 4 == 1 ? 1 : node % 4 == 3 ? -1 : 0;
        return new float[] {cos, -sin, sin, cos, node % 7, node % 5};
    }

    /** The matrix in the world, of each node. */
    float[][] globals() {
        float[][] all = new float[count][];
        all[0] = local(0);
        for (int node = 1; node < count; node++) {
            all[node] = product(all[parent(node)], local(node));
        }
        return all;
    }

    static float[] product(float[] p, float[] l) {
        return new float[] {
            p[0] * l[0] + p[1] * l[2],
            p[0] * l[1] + p[1] * l[3],
            p[2] * l[0] + p[3] * l[2],
            p[2] * l[1] + p[3] * l[3],
            p[0] * l[4] + p[1] * l[5] + p[4],
            p[2] * l[4] + p[3] * l[5] + p[5]
        };
    }

    /** The numbers below the count: ascending, or in an order that is random but the same in each run. */
    int[] permutation(boolean isRandom, int seed) {
        int[] numbers = new int[count];
        SplittableRandom random = new SplittableRandom(seed);
        for (int i = 0; i < count; i++) {
            int other = isRandom ? random.nextInt(i + 1) : i;
            numbers[i] = numbers[other];
            numbers[other] = i;
        }
        return numbers;
    }
}
