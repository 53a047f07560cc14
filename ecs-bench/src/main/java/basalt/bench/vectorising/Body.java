package basalt.bench.vectorising;

import basalt.bench.vectorising.Columns.Bytes;
import basalt.bench.vectorising.Columns.Doubles;
import basalt.bench.vectorising.Columns.Flags;
import basalt.bench.vectorising.Columns.Floats;
import basalt.bench.vectorising.Columns.Ints;
import basalt.bench.vectorising.Columns.Lanes;
import basalt.bench.vectorising.Columns.Longs;
import basalt.bench.vectorising.Columns.Seldom;
import basalt.bench.vectorising.Columns.Shorts;
import basalt.bench.vectorising.Columns.Targets;
import basalt.component.Component;
import basalt.query.Row;
import basalt.query.RowBody;
import basalt.world.World;
import java.util.function.Function;

/** Bodies of kernels that differ in one aspect each, with the components whose columns they access. */
public enum Body {
    FLOAT32(rows -> row -> row.set(Floats.C, row.get(Floats.A) + row.get(Floats.B) * 0.25f), Floats.TYPE),
    FLOAT64(rows -> row -> row.set(Doubles.C, row.get(Doubles.A) + row.get(Doubles.B) * 0.25), Doubles.TYPE),
    INT8(rows -> row -> row.set(Bytes.C, (byte) (row.get(Bytes.A) + row.get(Bytes.B))), Bytes.TYPE),
    INT16(rows -> row -> row.set(Shorts.C, (short) (row.get(Shorts.A) + row.get(Shorts.B))), Shorts.TYPE),
    INT32(rows -> row -> row.set(Ints.C, row.get(Ints.A) + row.get(Ints.B)), Ints.TYPE),
    INT64(rows -> row -> row.set(Longs.C, row.get(Longs.A) + row.get(Longs.B)), Longs.TYPE),
    BOOL_NOT(rows -> row -> row.set(Flags.C, !row.get(Flags.C)), Flags.TYPE),
    BOOL_XOR(rows -> row -> row.set(Flags.C, row.get(Flags.A) ^ row.get(Flags.B)), Flags.TYPE),
    BOOL_AND(rows -> row -> row.set(Flags.C, row.get(Flags.A) & row.get(Flags.B)), Flags.TYPE),
    BOOL_AND_THEN(rows -> row -> row.set(Flags.C, row.get(Flags.A) && row.get(Flags.B)), Flags.TYPE),
    BOOL_NOT_EQUAL(rows -> row -> row.set(Flags.C, row.get(Flags.A) != row.get(Flags.B)), Flags.TYPE),
    BOOL_CHOICE(
            rows -> row -> row.set(Flags.C, row.get(Flags.A) & row.get(Flags.B) | !row.get(Flags.A) & row.get(Flags.C)),
            Flags.TYPE),
    BOOL_OF_COMPARISON(rows -> row -> row.set(Flags.C, row.get(Floats.A) > 0), Flags.TYPE, Floats.TYPE),
    ENTITY(rows -> row -> row.set(Targets.C, row.get(Targets.A)), Targets.TYPE),
    VECTOR_LANE(rows -> row -> row.set(Lanes.C, 1, row.get(Lanes.A, 1) * 0.25f), Lanes.TYPE),
    VECTOR_LOOP(
            rows -> row -> {
                for (int lane = 0; lane < 4; lane++) {
                    row.set(Lanes.C, lane, row.get(Lanes.A, lane) * 0.25f);
                }
            },
            Lanes.TYPE),
    SPARSE(rows -> row -> row.set(Seldom.C, row.get(Seldom.A) * 0.25f), Seldom.TYPE),

    MULTIPLY_INT32(rows -> row -> row.set(Ints.C, row.get(Ints.A) * row.get(Ints.B)), Ints.TYPE),
    MULTIPLY_INT64(rows -> row -> row.set(Longs.C, row.get(Longs.A) * row.get(Longs.B)), Longs.TYPE),
    DIVIDE_INT32(rows -> row -> row.set(Ints.C, row.get(Ints.A) / 7), Ints.TYPE),
    DIVIDE_FLOAT32(rows -> row -> row.set(Floats.C, row.get(Floats.A) / row.get(Floats.B)), Floats.TYPE),
    SQUARE_ROOT(rows -> row -> row.set(Floats.C, (float) Math.sqrt(row.get(Floats.A))), Floats.TYPE),
    ABSOLUTE(rows -> row -> row.set(Floats.C, Math.abs(row.get(Floats.A))), Floats.TYPE),
    FLOOR(rows -> row -> row.set(Floats.C, (float) Math.floor(row.get(Floats.A))), Floats.TYPE),
    ROUND(rows -> row -> row.set(Ints.C, Math.round(row.get(Floats.A))), Ints.TYPE, Floats.TYPE),
    SIGNUM(rows -> row -> row.set(Floats.C, Math.signum(row.get(Floats.A))), Floats.TYPE),
    SINE(rows -> row -> row.set(Floats.C, (float) Math.sin(row.get(Floats.A))), Floats.TYPE),

    SHIFT_INT32(rows -> row -> row.set(Ints.C, row.get(Ints.A) >> 3), Ints.TYPE),
    SHIFT_INT64(rows -> row -> row.set(Longs.C, row.get(Longs.A) >>> 3), Longs.TYPE),
    SHIFT_INT8(rows -> row -> row.set(Bytes.C, (byte) (row.get(Bytes.A) >> 1)), Bytes.TYPE),
    SHIFT_BY_CAPTURED(
            rows -> {
                int bits = rows.bits();
                return row -> row.set(Ints.C, row.get(Ints.A) >> bits);
            },
            Ints.TYPE),
    SHIFT_BY_COLUMN(rows -> row -> row.set(Ints.C, row.get(Ints.A) >> row.get(Ints.B)), Ints.TYPE),

    CLAMP_FLOAT32(rows -> row -> row.set(Floats.C, Math.max(-1, Math.min(1, row.get(Floats.A) * 3))), Floats.TYPE),
    CLAMP_FLOAT64(rows -> row -> row.set(Doubles.C, Math.max(-1, Math.min(1, row.get(Doubles.A) * 3))), Doubles.TYPE),
    CLAMP_INT8(rows -> row -> row.set(Bytes.C, (byte) Math.max(-100, Math.min(100, row.get(Bytes.A)))), Bytes.TYPE),
    CLAMP_INT32(rows -> row -> row.set(Ints.C, Math.max(-100, Math.min(100, row.get(Ints.A)))), Ints.TYPE),
    CLAMP_INT64(rows -> row -> row.set(Longs.C, Math.max(-100, Math.min(100, row.get(Longs.A)))), Longs.TYPE),
    LESSER_INT32(
            rows -> row -> row.set(Ints.C, row.get(Ints.A) < row.get(Ints.B) ? row.get(Ints.A) : row.get(Ints.B)),
            Ints.TYPE),
    LESSER_OF_LOCALS(
            rows -> row -> {
                int a = row.get(Ints.A);
                int b = row.get(Ints.B);
                row.set(Ints.C, a < b ? a : b);
            },
            Ints.TYPE),
    LESSER_FLOAT32(
            rows -> row ->
                    row.set(Floats.C, row.get(Floats.A) < row.get(Floats.B) ? row.get(Floats.A) : row.get(Floats.B)),
            Floats.TYPE),
    CHOICE_INT32(rows -> row -> row.set(Ints.C, row.get(Ints.A) < row.get(Ints.B) ? row.get(Ints.D) : 7), Ints.TYPE),
    CHOICE_FLOAT32(
            rows -> row -> row.set(Floats.C, row.get(Floats.A) < row.get(Floats.B) ? row.get(Floats.D) : 7),
            Floats.TYPE),
    SELECT_INT32(
            rows -> row -> row.set(Ints.C, select(row.get(Ints.A) < row.get(Ints.B), row.get(Ints.D), 7)), Ints.TYPE),
    SELECT_FLOAT32(
            rows -> row -> row.set(Floats.C, select(row.get(Floats.A) < row.get(Floats.B), row.get(Floats.D), 7)),
            Floats.TYPE),
    BRANCH(
            rows -> row -> {
                if (row.get(Floats.A) > 0) {
                    row.set(Floats.C, row.get(Floats.B) + 1);
                } else {
                    row.set(Floats.C, row.get(Floats.D) - 1);
                }
            },
            Floats.TYPE),
    STORE_IN_SOME_ROWS(
            rows -> row -> {
                if (row.get(Floats.A) > 0) {
                    row.set(Floats.C, row.get(Floats.B));
                }
            },
            Floats.TYPE),

    INT32_TO_FLOAT32(rows -> row -> row.set(Floats.C, row.get(Ints.A)), Floats.TYPE, Ints.TYPE),
    FLOAT32_TO_INT32(rows -> row -> row.set(Ints.C, (int) (row.get(Floats.A) * 100)), Ints.TYPE, Floats.TYPE),
    FLOAT32_TO_FLOAT64(rows -> row -> row.set(Doubles.C, row.get(Floats.A)), Doubles.TYPE, Floats.TYPE),
    FLOAT64_TO_FLOAT32(rows -> row -> row.set(Floats.C, (float) row.get(Doubles.A)), Floats.TYPE, Doubles.TYPE),
    INT8_TO_INT32(rows -> row -> row.set(Ints.C, row.get(Bytes.A)), Ints.TYPE, Bytes.TYPE),
    INT32_TO_INT8(rows -> row -> row.set(Bytes.C, (byte) row.get(Ints.A)), Bytes.TYPE, Ints.TYPE),
    INT32_TO_INT64(rows -> row -> row.set(Longs.C, row.get(Ints.A)), Longs.TYPE, Ints.TYPE),
    FLOAT32_BESIDE_FLOAT64(
            rows -> row -> {
                row.set(Floats.C, row.get(Floats.A) + row.get(Floats.B));
                row.set(Doubles.C, row.get(Doubles.A) + row.get(Doubles.B));
            },
            Floats.TYPE,
            Doubles.TYPE),
    FLOAT32_BESIDE_INT32(
            rows -> row -> {
                row.set(Floats.C, row.get(Floats.A) + row.get(Floats.B) * 0.25f);
                row.set(Ints.C, row.get(Ints.C) + 1);
            },
            Floats.TYPE,
            Ints.TYPE),
    FLOAT32_BESIDE_BOOL(
            rows -> row -> {
                row.set(Floats.C, row.get(Floats.A) + row.get(Floats.B));
                row.set(Flags.C, row.get(Flags.A) ^ row.get(Flags.B));
            },
            Floats.TYPE,
            Flags.TYPE),

    INDEX(rows -> row -> row.set(Ints.C, row.index()), Ints.TYPE),
    HANDLE(rows -> row -> row.set(Targets.C, row.entity()), Targets.TYPE),
    HAS(
            rows -> row -> {
                if (row.has(Ints.TYPE)) {
                    row.set(Floats.C, row.get(Floats.A));
                }
            },
            Floats.TYPE),
    ARRAY_BY_INDEX(
            rows -> {
                float[] values = new float[Rows.COUNT];
                return row -> row.set(Floats.C, values[row.index()]);
            },
            Floats.TYPE),

    ONE_OTHER_READ_BEFORE(
            rows -> {
                Others others = rows.others();
                return row -> row.set(Floats.C, row.get(Floats.A) * others.a);
            },
            Floats.TYPE),
    TWO_OTHERS_READ_BEFORE(
            rows -> {
                Others others = rows.others();
                return row -> row.set(Floats.C, row.get(Floats.A) * others.a + others.b);
            },
            Floats.TYPE),
    FOUR_OTHERS_READ_BEFORE(
            rows -> {
                Others others = rows.others();
                return row -> row.set(Floats.C, (row.get(Floats.A) * others.a + others.b) * others.c + others.d);
            },
            Floats.TYPE),
    ONE_OTHER_BY_ROW(
            rows -> {
                Row one = rows.row(100);
                return row -> row.set(Floats.C, row.get(Floats.A) * one.get(Floats.B));
            },
            Floats.TYPE),
    TWO_OTHERS_BY_ROW(
            rows -> {
                Row one = rows.row(100);
                Row two = rows.row(200);
                return row -> row.set(Floats.C, row.get(Floats.A) * one.get(Floats.B) + two.get(Floats.B));
            },
            Floats.TYPE),
    FOUR_OTHERS_BY_ROW(
            rows -> {
                Row one = rows.row(100);
                Row two = rows.row(200);
                Row three = rows.row(300);
                Row four = rows.row(400);
                return row -> row.set(
                        Floats.C,
                        (row.get(Floats.A) * one.get(Floats.B) + two.get(Floats.B)) * three.get(Floats.B)
                                + four.get(Floats.B));
            },
            Floats.TYPE),
    ONE_OTHER_BY_HANDLE(
            rows -> {
                World world = rows.world();
                long one = rows.entity(100);
                return row -> row.set(Floats.C, row.get(Floats.A) * world.get(one, Floats.B));
            },
            Floats.TYPE),
    TWO_OTHERS_BY_HANDLE(
            rows -> {
                World world = rows.world();
                long one = rows.entity(100);
                long two = rows.entity(200);
                return row ->
                        row.set(Floats.C, row.get(Floats.A) * world.get(one, Floats.B) + world.get(two, Floats.B));
            },
            Floats.TYPE),
    FOUR_OTHERS_BY_HANDLE(
            rows -> {
                World world = rows.world();
                long one = rows.entity(100);
                long two = rows.entity(200);
                long three = rows.entity(300);
                long four = rows.entity(400);
                return row -> row.set(
                        Floats.C,
                        (row.get(Floats.A) * world.get(one, Floats.B) + world.get(two, Floats.B))
                                        * world.get(three, Floats.B)
                                + world.get(four, Floats.B));
            },
            Floats.TYPE);

    /** Values of other entities, read before a run. */
    static final class Others {
        float a;
        float b;
        float c;
        float d;
    }

    private final Function<Rows, RowBody> maker;
    private final Component<?>[] components;

    Body(Function<Rows, RowBody> maker, Component<?>... components) {
        this.maker = maker;
        this.components = components;
    }

    /** The components whose columns the body reads and writes. */
    Component<?>[] components() {
        return components;
    }

    /** Creates the body for these rows. */
    RowBody of(Rows rows) {
        return maker.apply(rows);
    }

    private static int select(boolean condition, int then, int otherwise) {
        int mask = -(condition ? 1 : 0);
        return then & mask | otherwise & ~mask;
    }

    private static float select(boolean condition, float then, float otherwise) {
        float weight = condition ? 1 : 0;
        return then * weight + otherwise * (1 - weight);
    }
}
