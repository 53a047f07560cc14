package basalt.bench.vectorising;

import java.util.function.Consumer;

/** The loops over arrays that do what the bodies of the same names do. */
public enum Twin {
    BOOL_NOT(arrays -> {
        boolean[] c = arrays.flagC;
        for (int i = 0; i < c.length; i++) {
            c[i] = !c[i];
        }
    }),
    BOOL_AND(arrays -> {
        boolean[] a = arrays.flagA;
        boolean[] b = arrays.flagB;
        boolean[] c = arrays.flagC;
        for (int i = 0; i < c.length; i++) {
            c[i] = a[i] & b[i];
        }
    }),
    BOOL_AND_THEN(arrays -> {
        boolean[] a = arrays.flagA;
        boolean[] b = arrays.flagB;
        boolean[] c = arrays.flagC;
        for (int i = 0; i < c.length; i++) {
            c[i] = a[i] && b[i];
        }
    }),
    BOOL_NOT_EQUAL(arrays -> {
        boolean[] a = arrays.flagA;
        boolean[] b = arrays.flagB;
        boolean[] c = arrays.flagC;
        for (int i = 0; i < c.length; i++) {
            c[i] = a[i] != b[i];
        }
    }),
    BOOL_OF_COMPARISON(arrays -> {
        float[] a = arrays.floatA;
        boolean[] c = arrays.flagC;
        for (int i = 0; i < c.length; i++) {
            c[i] = a[i] > 0;
        }
    }),
    LESSER_INT32(arrays -> {
        int[] a = arrays.intA;
        int[] b = arrays.intB;
        int[] c = arrays.intC;
        for (int i = 0; i < c.length; i++) {
            c[i] = a[i] < b[i] ? a[i] : b[i];
        }
    }),
    LESSER_OF_LOCALS(LESSER_INT32.loop),
    CHOICE_INT32(arrays -> {
        int[] a = arrays.intA;
        int[] b = arrays.intB;
        int[] c = arrays.intC;
        int[] d = arrays.intD;
        for (int i = 0; i < c.length; i++) {
            c[i] = a[i] < b[i] ? d[i] : 7;
        }
    }),
    CHOICE_FLOAT32(arrays -> {
        float[] a = arrays.floatA;
        float[] b = arrays.floatB;
        float[] c = arrays.floatC;
        float[] d = arrays.floatD;
        for (int i = 0; i < c.length; i++) {
            c[i] = a[i] < b[i] ? d[i] : 7;
        }
    }),
    STORE_IN_SOME_ROWS(arrays -> {
        float[] a = arrays.floatA;
        float[] b = arrays.floatB;
        float[] c = arrays.floatC;
        for (int i = 0; i < c.length; i++) {
            if (a[i] > 0) {
                c[i] = b[i];
            }
        }
    }),
    FLOAT32_BESIDE_INT32(arrays -> {
        float[] a = arrays.floatA;
        float[] b = arrays.floatB;
        float[] c = arrays.floatC;
        int[] count = arrays.intC;
        for (int i = 0; i < c.length; i++) {
            c[i] = a[i] + b[i] * 0.25f;
            count[i] = count[i] + 1;
        }
    }),
    HANDLE(arrays -> {
        long[] handles = arrays.handles;
        long[] c = arrays.longC;
        for (int i = 0; i < c.length; i++) {
            c[i] = handles[i];
        }
    }),
    ONE_OTHER_BY_HANDLE(arrays -> {
        float[] a = arrays.floatA;
        float[] b = arrays.floatB;
        float[] c = arrays.floatC;
        int other = arrays.other;
        for (int i = 0; i < c.length; i++) {
            c[i] = a[i] * b[other];
        }
    });

    private final Consumer<Arrays> loop;

    Twin(Consumer<Arrays> loop) {
        this.loop = loop;
    }

    void run(Arrays arrays) {
        loop.accept(arrays);
    }
}
