package basalt.component;

import basalt.component.layout.ComponentAreas;
import java.util.List;
import java.util.concurrent.TimeUnit;

/**
 * A record with a field of every kind, for tests: 44 bytes of scalars and a string, 2 + 3 + ... lanes of vectors, and
 * references.
 */
record Everything(
        float f32,
        double f64,
        byte i8,
        short i16,
        int i32,
        long i64,
        boolean flag,
        @EntityHandle long target,
        String name,
        @Length(2) float[] f32s,
        @Length(3) double[] f64s,
        @Length(5) byte[] i8s,
        @Length(1) short[] i16s,
        @Length(4) int[] i32s,
        @Length(2) long[] i64s,
        @Length(7) boolean[] flags,
        @Length(3) @EntityHandle long[] targets,
        List<String> tags,
        Object[] objects,
        int[][] table,
        Integer boxed,
        TimeUnit unit,
        char letter,
        @Length(2) char[] letters) {
    static final int BYTES_PER_ROW =
            4 + 8 + 1 + 2 + 4 + 8 + 1 + 8 + 8 + 2 * 4 + 3 * 8 + 5 + 2 + 4 * 4 + 2 * 8 + 7 + 3 * 8 + 8 + 1 + 2 + 2 * 2;

    /** A fresh registration, in a layout of its own. */
    static Component<Everything> register(boolean sparse) {
        return new ComponentRegistry(new Layout(new ComponentAreas())).register(Everything.class, null, sparse);
    }

    static Everything sample() {
        return new Everything(
                1.5f,
                2.5,
                (byte) 3,
                (short) 4,
                5,
                6L,
                true,
                Entity.of(7, 1),
                "eight",
                new float[] {1, 2},
                new double[] {1, 2, 3},
                new byte[] {1, 2, 3, 4, 5},
                new short[] {1},
                new int[] {1, 2, 3, 4},
                new long[] {1, 2},
                new boolean[] {true, false, true, false, true, false, true},
                new long[] {Entity.of(1, 1), Entity.of(2, 3), Entity.NULL},
                List.of("a"),
                new Object[] {"b"},
                new int[][] {{1}, {2, 3}},
                9,
                TimeUnit.DAYS,
                'x',
                new char[] {'y', '\uFFFF'});
    }
}
