package basalt.bench.vectorising;

import java.util.SplittableRandom;

/** The columns of {@link Rows} that a {@link Twin} uses, as arrays with the same distribution of values. */
final class Arrays {
    final float[] floatA = new float[Rows.COUNT];
    final float[] floatB = new float[Rows.COUNT];
    final float[] floatC = new float[Rows.COUNT];
    final float[] floatD = new float[Rows.COUNT];
    final int[] intA = new int[Rows.COUNT];
    final int[] intB = new int[Rows.COUNT];
    final int[] intC = new int[Rows.COUNT];
    final int[] intD = new int[Rows.COUNT];
    final boolean[] flagA = new boolean[Rows.COUNT];
    final boolean[] flagB = new boolean[Rows.COUNT];
    final boolean[] flagC = new boolean[Rows.COUNT];
    final long[] handles = new long[Rows.COUNT];
    final long[] longC = new long[Rows.COUNT];
    final int other = 100;

    Arrays() {
        SplittableRandom random = new SplittableRandom(1);
        for (int i = 0; i < Rows.COUNT; i++) {
            floatA[i] = (float) random.nextDouble(-2, 2);
            floatB[i] = (float) random.nextDouble(-2, 2);
            floatD[i] = (float) random.nextDouble(-2, 2);
            intA[i] = random.nextInt();
            intB[i] = random.nextInt();
            intD[i] = random.nextInt();
            flagA[i] = random.nextBoolean();
            flagB[i] = random.nextBoolean();
            handles[i] = 1L << 32 | i;
        }
    }
}
