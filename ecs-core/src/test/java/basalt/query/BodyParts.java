package basalt.query;

import basalt.component.BooleanColumn;
import basalt.component.ByteColumn;
import basalt.component.Component;
import basalt.component.DoubleColumn;
import basalt.component.EntityColumn;
import basalt.component.EntityHandle;
import basalt.component.EnumColumn;
import basalt.component.FloatColumn;
import basalt.component.IntColumn;
import basalt.component.Length;
import basalt.component.LongColumn;
import basalt.component.ShortColumn;
import java.util.ArrayList;
import java.util.List;
import java.util.function.LongConsumer;

/** What the bodies of {@link RandomBody} and of the other tests of translated bodies use: columns, records, values. */
public final class BodyParts {
    public static final FloatColumn F0 = Numbers.TYPE.float32("f0");
    public static final FloatColumn F1 = Numbers.TYPE.float32("f1");
    public static final FloatColumn F2 = Numbers.TYPE.float32("f2");
    public static final DoubleColumn D0 = Numbers.TYPE.float64("d0");
    public static final DoubleColumn D1 = Numbers.TYPE.float64("d1");
    public static final IntColumn I0 = Numbers.TYPE.int32("i0");
    public static final IntColumn I1 = Numbers.TYPE.int32("i1");
    public static final IntColumn I2 = Numbers.TYPE.int32("i2");
    public static final IntColumn RARE = Numbers.TYPE.int32("rare");
    public static final IntColumn DIVISOR = Numbers.TYPE.int32("divisor");
    public static final LongColumn L0 = Numbers.TYPE.int64("l0");
    public static final LongColumn L1 = Numbers.TYPE.int64("l1");
    public static final ByteColumn B0 = Small.TYPE.int8("b0");
    public static final ByteColumn B1 = Small.TYPE.int8("b1");
    public static final ShortColumn S0 = Small.TYPE.int16("s0");
    public static final ShortColumn S1 = Small.TYPE.int16("s1");
    public static final BooleanColumn Z0 = Small.TYPE.bool("z0");
    public static final BooleanColumn Z1 = Small.TYPE.bool("z1");
    public static final ShortColumn C0 = Small.TYPE.int16("c0");
    public static final EnumColumn<Mood> MOOD = Small.TYPE.enumeration("mood", Mood.class);
    public static final EntityColumn LINK = Small.TYPE.entity("link");
    public static final FloatColumn V = Lanes.TYPE.float32("v");
    public static final IntColumn W = Lanes.TYPE.int32("w");
    public static final ByteColumn U = Lanes.TYPE.int8("u");
    public static final BooleanColumn T = Lanes.TYPE.bool("t");
    public static final DoubleColumn X = Lanes.TYPE.float64("x");
    public static final ShortColumn H = Lanes.TYPE.int16("h");
    public static final LongColumn J = Lanes.TYPE.int64("j");
    public static final IntColumn E0 = Extra.TYPE.int32("e0");
    public static final FloatColumn E1 = Extra.TYPE.float32("e1");

    public static final int[] TABLE = {3, -7, 100_000, Integer.MIN_VALUE};
    public static final float SCALE = 1.25f;

    /** Not final, and written by no body. */
    public static float tuning = 0.75f;

    private BodyParts() {}

    /** An enum of a column. */
    public enum Mood {
        CALM,
        ANGRY,
        SCARED,
        ASLEEP;

        public boolean isLoud() {
            return this == ANGRY || this == SCARED;
        }
    }

    /** Scalars of four and eight bytes; {@code rare} and {@code divisor} decide about rare paths. */
    public record Numbers(
            float f0,
            float f1,
            float f2,
            double d0,
            double d1,
            int i0,
            int i1,
            int i2,
            int rare,
            int divisor,
            long l0,
            long l1) {
        public static final Component<Numbers> TYPE = Component.of(Numbers.class);

        public Numbers with(float first, int second) {
            return new Numbers(first, f1, f2, d0, d1, second, i1, i2, rare, divisor, l0, l1);
        }
    }

    /** Small scalars. */
    public record Small(
            byte b0,
            byte b1,
            short s0,
            short s1,
            boolean z0,
            boolean z1,
            char c0,
            Mood mood,
            @EntityHandle long link) {
        public static final Component<Small> TYPE = Component.of(Small.class);

        public Small with(boolean first, Mood next) {
            return new Small(b0, b1, s0, s1, first, z1, c0, next, link);
        }
    }

    /** Vectors. */
    public record Lanes(
            @Length(3) float[] v,
            @Length(4) int[] w,
            @Length(3) byte[] u,
            @Length(3) boolean[] t,
            @Length(4) double[] x,
            @Length(3) short[] h,
            @Length(3) long[] j) {
        public static final Component<Lanes> TYPE = Component.of(Lanes.class);
    }

    /** A component that some rows have. */
    public record Extra(int e0, float e1) {
        public static final Component<Extra> TYPE = Component.of(Extra.class);
    }

    /** A component that matching rows lack. */
    public record Skipped() {
        public static final Component<Skipped> TYPE = Component.of(Skipped.class);
    }

    /** A record in a record. */
    public record Point(float x, float y) {
        public static final Point ONE = new Point(1, 1);

        public static Point of(float both) {
            return new Point(both, both);
        }

        public Point plus(Point other) {
            return new Point(x + other.x, y + other.y);
        }

        public Point scaled(float by) {
            return by == 1 ? this : new Point(x * by, y * by);
        }

        public float lengthSquared() {
            return x * x + y * y;
        }
    }

    /** A component with records in it. */
    public record Mover(Point at, Point by, int hp, Mood mood, boolean alive) {
        public static final Component<Mover> TYPE = Component.of(Mover.class);

        public Mover withHp(int next) {
            return new Mover(at, by, next, mood, alive && next > 0);
        }

        public Mover moved(Point step) {
            return new Mover(at.plus(step), by, hp, mood, alive);
        }

        public Mover feeling(Mood next) {
            return new Mover(at, by, hp, next, alive);
        }

        public boolean isWeak() {
            return hp < 10 && alive;
        }
    }

    /** A component whose constructor rejects one value. */
    public record Checked(int value, int limit) {
        public static final Component<Checked> TYPE = Component.of(Checked.class);
        public static final int REJECTED = 1_000_003;

        public Checked {
            if (limit == REJECTED) {
                throw new IllegalArgumentException("limit " + limit + " of value " + value);
            }
            value = Math.min(value, 1_000_000_000);
        }

        public Checked raised(int by) {
            return new Checked(value + by, limit);
        }
    }

    /** A bundle. */
    public record Both(Mover mover, Checked checked) {}

    /** A captured object whose fields change between runs. */
    public static final class Settings {
        public boolean paused;
        public int level = 3;
        float delta = 0.125f;

        public float delta() {
            return delta;
        }

        public float scaled(float value) {
            return paused ? value : value * delta;
        }
    }

    /** A captured record. */
    public record Tuning(float gravity, int step) {
        public float fall(float speed, float seconds) {
            return speed - gravity * seconds;
        }

        public int next(int value) {
            return value + step;
        }
    }

    /** What a body did beside its columns, in order. */
    public static final class Log {
        public final List<Long> seen = new ArrayList<>();
        public final LongConsumer sink = seen::add;
        public final long[] sums = new long[2];
        public int count;
        public int most;
        public float least;
        public float sum;
        public double total;

        public void saw(long value) {
            seen.add(value);
        }

        /** What was done, and forgets it. */
        List<Long> take() {
            List<Long> taken = new ArrayList<>(seen);
            List.of(count, most, sums[0], sums[1]).forEach(number -> taken.add(number.longValue()));
            taken.add((long) Float.floatToIntBits(least));
            taken.add((long) Float.floatToIntBits(sum));
            taken.add(Double.doubleToLongBits(total));
            least = 1;
            sum = -0f;
            total = 0;
            seen.clear();
            return taken;
        }
    }

    /** The values that bodies capture. */
    public record Captured(
            int ci,
            float cf,
            double cd,
            long cl,
            boolean cz,
            byte cb,
            short cs,
            char cc,
            Mood ce,
            Settings settings,
            Tuning rules,
            int[] fixed,
            Log log) {
        /** The same values with a log of its own. */
        Captured withOwnLog() {
            return new Captured(ci, cf, cd, cl, cz, cb, cs, cc, ce, settings, rules, fixed, new Log());
        }
    }

    public static float limited(float value, float low, float high) {
        if (value < low) {
            return low;
        }
        return value > high ? high : value;
    }

    public static int step(int value, boolean up) {
        return up ? value + 1 : value - 1;
    }

    public static double mix(double a, double b, float part) {
        return a + (b - a) * part;
    }

    public static boolean isBetween(long value, long low, long high) {
        return value >= low && value <= high;
    }

    @SuppressWarnings("fallthrough") // on purpose
    public static int graded(int value) {
        switch (value & 7) {
            case 0:
                return 5;
            case 1:
            case 2:
                value += 3;
            case 5:
                value *= 2;
                break;
            default:
                value = -value;
        }
        return value;
    }
}
