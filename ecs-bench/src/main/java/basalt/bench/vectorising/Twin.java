package basalt.bench.vectorising;

import java.util.SplittableRandom;

/** The loops over arrays that do what the bodies of the same names do, with the same distribution of values. */
public enum Twin {
    BOOL_NOT(() -> {
        for (int i = 0; i < Rows.COUNT; i++) {
            Arrays.FLAG_C[i] = !Arrays.FLAG_C[i];
        }
    }),
    BOOL_AND(() -> {
        for (int i = 0; i < Rows.COUNT; i++) {
            Arrays.FLAG_C[i] = Arrays.FLAG_A[i] & Arrays.FLAG_B[i];
        }
    }),
    BOOL_AND_THEN(() -> {
        for (int i = 0; i < Rows.COUNT; i++) {
            Arrays.FLAG_C[i] = Arrays.FLAG_A[i] && Arrays.FLAG_B[i];
        }
    }),
    BOOL_NOT_EQUAL(() -> {
        for (int i = 0; i < Rows.COUNT; i++) {
            Arrays.FLAG_C[i] = Arrays.FLAG_A[i] != Arrays.FLAG_B[i];
        }
    }),
    BOOL_OF_COMPARISON(() -> {
        for (int i = 0; i < Rows.COUNT; i++) {
            Arrays.FLAG_C[i] = Arrays.FLOAT_A[i] > 0;
        }
    }),
    LESSER_INT32(() -> {
        for (int i = 0; i < Rows.COUNT; i++) {
            Arrays.INT_C[i] = Arrays.INT_A[i] < Arrays.INT_B[i] ? Arrays.INT_A[i] : Arrays.INT_B[i];
        }
    }),
    LESSER_OF_LOCALS(LESSER_INT32.loop),
    CHOICE_INT32(() -> {
        for (int i = 0; i < Rows.COUNT; i++) {
            Arrays.INT_C[i] = Arrays.INT_A[i] < Arrays.INT_B[i] ? Arrays.INT_D[i] : 7;
        }
    }),
    CHOICE_FLOAT32(() -> {
        for (int i = 0; i < Rows.COUNT; i++) {
            Arrays.FLOAT_C[i] = Arrays.FLOAT_A[i] < Arrays.FLOAT_B[i] ? Arrays.FLOAT_D[i] : 7;
        }
    }),
    STORE_IN_SOME_ROWS(() -> {
        for (int i = 0; i < Rows.COUNT; i++) {
            if (Arrays.FLOAT_A[i] > 0) {
                Arrays.FLOAT_C[i] = Arrays.FLOAT_B[i];
            }
        }
    }),
    FLOAT32_BESIDE_INT32(() -> {
        for (int i = 0; i < Rows.COUNT; i++) {
            Arrays.FLOAT_C[i] = Arrays.FLOAT_A[i] + Arrays.FLOAT_B[i] * 0.25f;
            Arrays.INT_C[i] = Arrays.INT_C[i] + 1;
        }
    }),
    HANDLE(() -> {
        for (int i = 0; i < Rows.COUNT; i++) {
            Arrays.LONG_C[i] = Arrays.HANDLES[i];
        }
    }),
    ONE_OTHER_BY_HANDLE(() -> {
        for (int i = 0; i < Rows.COUNT; i++) {
            Arrays.FLOAT_C[i] = Arrays.FLOAT_A[i] * Arrays.FLOAT_B[Arrays.other];
        }
    });

    private final Runnable loop;

    Twin(Runnable loop) {
        this.loop = loop;
    }

    void run() {
        loop.run();
    }

    /** The columns of {@link Rows} that a loop uses. */
    private static final class Arrays {
        static final float[] FLOAT_A = new float[Rows.COUNT];
        static final float[] FLOAT_B = new float[Rows.COUNT];
        static final float[] FLOAT_C = new float[Rows.COUNT];
        static final float[] FLOAT_D = new float[Rows.COUNT];
        static final int[] INT_A = new int[Rows.COUNT];
        static final int[] INT_B = new int[Rows.COUNT];
        static final int[] INT_C = new int[Rows.COUNT];
        static final int[] INT_D = new int[Rows.COUNT];
        static final boolean[] FLAG_A = new boolean[Rows.COUNT];
        static final boolean[] FLAG_B = new boolean[Rows.COUNT];
        static final boolean[] FLAG_C = new boolean[Rows.COUNT];
        static final long[] HANDLES = new long[Rows.COUNT];
        static final long[] LONG_C = new long[Rows.COUNT];

        /** No constant. */
        static int other = 100;

        static {
            SplittableRandom random = new SplittableRandom(1);
            for (int i = 0; i < Rows.COUNT; i++) {
                FLOAT_A[i] = (float) random.nextDouble(-2, 2);
                FLOAT_B[i] = (float) random.nextDouble(-2, 2);
                FLOAT_D[i] = (float) random.nextDouble(-2, 2);
                INT_A[i] = random.nextInt();
                INT_B[i] = random.nextInt();
                INT_D[i] = random.nextInt();
                FLAG_A[i] = random.nextBoolean();
                FLAG_B[i] = random.nextBoolean();
                HANDLES[i] = 1L << 32 | i;
            }
        }
    }
}
