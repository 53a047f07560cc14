package basalt.feed;

/**
 * How floats and doubles are rounded for a feed, so that they take fewer bits. Immutable.
 *
 * @see FeedSchemaBuilder#column(basalt.component.Column, Quantisation)
 */
public final class Quantisation {
    private static final int MOST_BITS = 31;

    private static final int NAN = Integer.MIN_VALUE;

    /** The number that is 0, and the distance of two neighbours. */
    final double origin;

    final double step;

    /** The least and the greatest multiple, both greater than {@link #NAN}. */
    private final int low;

    private final int high;

    private Quantisation(double origin, double step, int low, int high) {
        this.origin = origin;
        this.step = step;
        this.low = low;
        this.high = high;
    }

    /**
     * Rounds to multiples of a step: {@code quantised(1 / 512f)}. Values beyond 2,147,483,647 steps become that one;
     * NaN stays NaN.
     *
     * @param step the distance of two values that can be told apart
     * @throws IllegalArgumentException if the step is not positive and finite
     */
    public static Quantisation quantised(double step) {
        if (!(step > 0 && step <= Double.MAX_VALUE)) {
            throw new IllegalArgumentException("step must be finite and > 0: step=" + step);
        }
        return new Quantisation(0, step, -Integer.MAX_VALUE, Integer.MAX_VALUE);
    }

    /**
     * Rounds to one of 2^bits values from {@code low} to {@code high}, both included. Values beyond become the nearer
     * end; NaN stays NaN.
     *
     * @param low the least value
     * @param bits 1 to 31
     * @throws IllegalArgumentException if the ends are not finite or not in this order, or bits is out of range
     */
    public static Quantisation inRange(double low, double high, int bits) {
        if (!(low < high && Math.abs(low) <= Double.MAX_VALUE && high - low <= Double.MAX_VALUE)) {
            throw new IllegalArgumentException("low must be < high, both finite: low=" + low + ", high=" + high);
        }
        if (bits < 1 || bits > MOST_BITS) {
            throw new IllegalArgumentException("bits must be 1 to " + MOST_BITS + ": bits=" + bits);
        }
        int most = (int) ((1L << bits) - 1);
        return new Quantisation(low, (high - low) / most, 0, most);
    }

    int encode(double value) {
        if (value != value) {
            return NAN;
        }
        double steps = Math.rint((value - origin) / step);
        return (int) Math.max(low, Math.min(high, steps));
    }

    double decode(int encoded) {
        return encoded == NAN ? Double.NaN : origin + encoded * step;
    }

    boolean isValid(int encoded) {
        return encoded == NAN || encoded >= low && encoded <= high;
    }

    /** The quantisation in the fingerprint of a schema. */
    String toText() {
        return "Scale[origin=" + origin + ", step=" + step + ", low=" + low + ", high=" + high + "]";
    }

    @Override
    public String toString() {
        return low < 0 ? "quantised(" + step + ")" : toText();
    }
}
