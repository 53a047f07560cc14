package basalt.bench.published.ops;

import com.artemis.PooledComponent;
import com.badlogic.gdx.utils.Pool;

/**
 * The components of libraries that keep components as objects. Each kind has a number: below {@link #PAIRS} those with
 * one int, from there on those with two doubles.
 */
public final class Parts {
    /** The first kind of two doubles. */
    public static final int PAIRS = 5;

    /** The number of kinds. */
    public static final int KINDS = 17;

    private Parts() {}

    /** An int. */
    public abstract static class Part extends PooledComponent
            implements com.badlogic.ashley.core.Component, Pool.Poolable {
        public int value;

        /** Its number of all, when a world is set up. */
        void start(int number) {
            value = number;
        }

        double sum() {
            return value;
        }

        @Override
        public void reset() {
            value = 0;
        }
    }

    /** Two doubles. */
    public abstract static class Pair extends Part {
        public double x;
        public double y;

        @Override
        void start(int number) {
            x = number;
            y = 1;
        }

        @Override
        double sum() {
            return x + y;
        }

        @Override
        public void reset() {
            x = 0;
            y = 0;
        }
    }

    /** A new component of a kind. */
    static Part make(int kind) {
        return switch (kind) {
            case 0 -> new I0();
            case 1 -> new I1();
            case 2 -> new I2();
            case 3 -> new I3();
            case 4 -> new I4();
            case 5 -> new P0();
            case 6 -> new P1();
            case 7 -> new P2();
            case 8 -> new P3();
            case 9 -> new P4();
            case 10 -> new P5();
            case 11 -> new P6();
            case 12 -> new P7();
            case 13 -> new P8();
            case 14 -> new P9();
            case 15 -> new P10();
            default -> new P11();
        };
    }

    /** The class of a kind. */
    static Class<? extends Part> type(int kind) {
        return make(kind).getClass();
    }

    public static final class I0 extends Part {}

    public static final class I1 extends Part {}

    public static final class I2 extends Part {}

    public static final class I3 extends Part {}

    public static final class I4 extends Part {}

    public static final class P0 extends Pair {}

    public static final class P1 extends Pair {}

    public static final class P2 extends Pair {}

    public static final class P3 extends Pair {}

    public static final class P4 extends Pair {}

    public static final class P5 extends Pair {}

    public static final class P6 extends Pair {}

    public static final class P7 extends Pair {}

    public static final class P8 extends Pair {}

    public static final class P9 extends Pair {}

    public static final class P10 extends Pair {}

    public static final class P11 extends Pair {}
}
