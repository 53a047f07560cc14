package basalt.feed.wire;

/**
 * How floating-point numbers become ints: as multiples of a step from an origin. NaN is kept; numbers out of the range
 * become its ends.
 *
 * @param origin the number that is 0
 * @param step the distance of two neighbours
 * @param low the least multiple, greater than {@link Integer#MIN_VALUE}
 * @param high the greatest multiple
 */
public record Scale(double origin, double step, int low, int high) {
    private static final int NAN = Integer.MIN_VALUE;

    int encode(double value) {
        if (value != value) {
            return NAN;
        }
        double steps = Math.rint((value - origin) / step);
        return (int) Math.max(low, Math.min(high, steps));
    }

    public double decode(int encoded) {
        return encoded == NAN ? Double.NaN : origin + encoded * step;
    }

    boolean isValid(int encoded) {
        return encoded == NAN || encoded >= low && encoded <= high;
    }
}
