package basalt.query;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;

import basalt.component.BooleanColumn;
import basalt.component.ByteColumn;
import basalt.component.Component;
import basalt.component.DoubleColumn;
import basalt.component.EnumColumn;
import basalt.component.FloatColumn;
import basalt.component.IntColumn;
import basalt.component.Length;
import basalt.component.LongColumn;
import basalt.component.ReferenceColumn;
import basalt.component.ShortColumn;
import basalt.component.WithCodec;
import basalt.query.BodyParts.Mood;
import basalt.storage.fixture.Frozen;
import basalt.storage.fixture.TextCodec;
import basalt.world.World;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import java.util.function.Function;

/**
 * Rows with all pairs of values at the edges of each kind, with a column for the results of each kind. A body runs row
 * by row in one world and in vector form in another, which must leave the same.
 */
final class EdgeValues {
    private static final int[] INTS = {
        0,
        1,
        -1,
        2,
        -2,
        7,
        31,
        32,
        33,
        127,
        128,
        -128,
        255,
        32_767,
        32_768,
        65_535,
        1_000_003,
        Integer.MAX_VALUE,
        Integer.MIN_VALUE
    };
    private static final long[] LONGS = {
        0,
        1,
        -1,
        2,
        -2,
        7,
        31,
        63,
        64,
        65,
        255,
        1L << 31,
        1L << 32,
        -(1L << 31),
        (1L << 53) + 1,
        123_456_789_012_345L,
        Long.MAX_VALUE - 1,
        Long.MAX_VALUE,
        Long.MIN_VALUE
    };
    private static final float[] FLOATS = {
        0,
        -0f,
        1,
        -1,
        0.5f,
        -0.5f,
        1.5f,
        2.5f,
        0.49999997f,
        Float.MIN_VALUE,
        -Float.MIN_VALUE,
        16_777_217f,
        2147483648f,
        -2147483904f,
        9.3e18f,
        Float.MAX_VALUE,
        Float.NaN,
        Float.POSITIVE_INFINITY,
        Float.NEGATIVE_INFINITY
    };
    private static final double[] DOUBLES = {
        0,
        -0.0,
        1,
        -1,
        0.5,
        -0.5,
        1.5,
        2.5,
        0.49999999999999994,
        Double.MIN_VALUE,
        -Double.MIN_VALUE,
        4503599627370497.5,
        2147483648.0,
        -2147483649.0,
        9.3e18,
        Double.MAX_VALUE,
        Double.NaN,
        Double.POSITIVE_INFINITY,
        Double.NEGATIVE_INFINITY
    };
    static final int VALUES = INTS.length;

    /** What bodies compute with: two of each kind, in all pairs of the values. */
    record Operands(
            int i,
            int j,
            long l,
            long m,
            float f,
            float g,
            double d,
            double e,
            byte b,
            byte c,
            short s,
            short t,
            char k,
            boolean y,
            boolean z,
            Mood mood) {
        static final Component<Operands> TYPE = Component.of(Operands.class);
    }

    /** What they write. */
    record Results(
            int i,
            long l,
            float f,
            double d,
            byte b,
            short s,
            char k,
            boolean z,
            Mood mood,
            @Length(3) float[] v,
            int n) {
        static final Component<Results> TYPE = Component.of(Results.class);
    }

    record Named(@WithCodec(TextCodec.class) String name) {
        static final Component<Named> TYPE = Component.of(Named.class);
        static final ReferenceColumn<String> NAME = TYPE.reference("name", String.class);
    }

    static final IntColumn I = Operands.TYPE.int32("i");
    static final IntColumn J = Operands.TYPE.int32("j");
    static final LongColumn L = Operands.TYPE.int64("l");
    static final LongColumn M = Operands.TYPE.int64("m");
    static final FloatColumn F = Operands.TYPE.float32("f");
    static final FloatColumn G = Operands.TYPE.float32("g");
    static final DoubleColumn D = Operands.TYPE.float64("d");
    static final DoubleColumn E = Operands.TYPE.float64("e");
    static final ByteColumn B = Operands.TYPE.int8("b");
    static final ByteColumn C = Operands.TYPE.int8("c");
    static final ShortColumn S = Operands.TYPE.int16("s");
    static final ShortColumn T = Operands.TYPE.int16("t");
    static final ShortColumn K = Operands.TYPE.int16("k");
    static final BooleanColumn Y = Operands.TYPE.bool("y");
    static final BooleanColumn Z = Operands.TYPE.bool("z");
    static final EnumColumn<Mood> MOOD = Operands.TYPE.enumeration("mood", Mood.class);
    static final IntColumn RI = Results.TYPE.int32("i");
    static final LongColumn RL = Results.TYPE.int64("l");
    static final FloatColumn RF = Results.TYPE.float32("f");
    static final DoubleColumn RD = Results.TYPE.float64("d");
    static final ByteColumn RB = Results.TYPE.int8("b");
    static final ShortColumn RS = Results.TYPE.int16("s");
    static final ShortColumn RK = Results.TYPE.int16("k");
    static final BooleanColumn RZ = Results.TYPE.bool("z");
    static final EnumColumn<Mood> RMOOD = Results.TYPE.enumeration("mood", Mood.class);
    static final FloatColumn V = Results.TYPE.float32("v");
    /** The number of the row; written by no body but those that count. */
    static final IntColumn N = Results.TYPE.int32("n");

    /** A world with all pairs of values, and rows that do not match between them. */
    static final class Table implements AutoCloseable {
        final World world = World.builder().distinctHandles(false).build();
        final Query query = world.query()
                .all(Operands.TYPE, Results.TYPE)
                .optional(Named.TYPE)
                .none(Frozen.TYPE)
                .build();
        final Query everything =
                world.query().optional(Operands.TYPE, Results.TYPE).build();

        Table() {
            List<Long> holes = new ArrayList<>();
            for (int i = 0; i < VALUES * VALUES; i++) {
                int a = i % VALUES;
                int b = i / VALUES;
                Operands operands = new Operands(
                        INTS[a],
                        INTS[b],
                        LONGS[a],
                        LONGS[b],
                        FLOATS[a],
                        FLOATS[b],
                        DOUBLES[a],
                        DOUBLES[b],
                        (byte) INTS[a],
                        (byte) INTS[b],
                        (short) INTS[a],
                        (short) INTS[b],
                        (char) INTS[a],
                        (a & 1) == 0,
                        (b & 1) == 0,
                        i % 5 == 4 ? null : Mood.values()[i % 5]);
                Results results = new Results(
                        -7, -8, -9, -10, (byte) -11, (short) -12, 'r', false, Mood.ASLEEP, new float[] {1, 2, 3}, i);
                long entity = world.spawn(operands, results);
                if (i % 40 == 13) {
                    world.add(entity, Frozen.TYPE);
                }
                if (i % 40 == 26) {
                    holes.add(world.spawn(operands, results));
                }
                world.add(entity, new Named("row " + i));
                if (i % 3 == 1) {
                    world.disable(entity, Named.TYPE);
                }
            }
            holes.forEach(world::destroy);
        }

        /** All values of all rows, in their order. */
        List<Object> values() {
            List<Object> values = new ArrayList<>();
            everything.forEach(row -> {
                long entity = row.entity();
                Results results = world.get(entity, Results.TYPE);
                values.add(world.get(entity, Operands.TYPE));
                values.add(List.of(
                        results.i(),
                        results.l(),
                        results.f(),
                        results.d(),
                        results.b(),
                        results.s(),
                        results.k(),
                        results.z(),
                        String.valueOf(results.mood()),
                        results.v()[0],
                        results.v()[1],
                        results.v()[2],
                        results.n()));
            });
            return values;
        }

        @Override
        public void close() {
            world.close();
        }
    }

    /** The exception of a run; "none" if there is none. */
    static String outcome(Runnable run) {
        try {
            run.run();
            return "none";
        } catch (RuntimeException e) {
            return e.toString();
        }
    }

    /** Runs a body row by row in one world, and in vector form in another, and compares what they leave. */
    static void assertSame(RowBody body) {
        assertSame(query -> query.forEach(body), query -> query.kernel(body));
    }

    /**
     * As {@link #assertSame(RowBody)}.
     *
     * @param plain makes no kernel: kernels of one body that captures nothing share a driver, with its form
     */
    static void assertSame(Consumer<Query> plain, Function<Query, RowKernel> translated) {
        try (Table one = new Table();
                Table other = new Table()) {
            assertNotNull(BodyParts.Point.ONE, "initialises the class, as the first row does");
            RowKernel kernel = TranslatedKernel.of(translated.apply(other.query));
            assertEquals(outcome(() -> plain.accept(one.query)), outcome(kernel::run));
            List<Object> wanted = one.values();
            List<Object> found = other.values();
            for (int i = 0; i < wanted.size(); i++) {
                int at = i & ~1;
                assertEquals(wanted.get(i), found.get(i), () -> "row of " + wanted.get(at));
            }
            assertEquals(wanted.size(), found.size());
        }
    }

    private EdgeValues() {}
}
