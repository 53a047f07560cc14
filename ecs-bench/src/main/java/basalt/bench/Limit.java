package basalt.bench;

/**
 * A bound of a ratio.
 *
 * @param kind which side is good
 * @param bound where the good side ends, and belongs to it
 */
public record Limit(Kind kind, double bound) {
    static final Limit NONE = new Limit(Kind.NONE, 0);

    /**
     * A bound that must not be passed.
     *
     * @param bound the largest good ratio
     * @return the limit
     */
    public static Limit atMost(double bound) {
        return new Limit(Kind.AT_MOST, bound);
    }

    /**
     * A bound that must be reached.
     *
     * @param bound the smallest good ratio
     * @return the limit
     */
    public static Limit atLeast(double bound) {
        return new Limit(Kind.AT_LEAST, bound);
    }

    boolean isPromised() {
        return kind != Kind.NONE;
    }

    /**
     * Judges.
     *
     * @param ratio what was measured
     * @return whether it lies on the good side
     */
    public boolean allows(double ratio) {
        return switch (kind) {
            case NONE -> true;
            case AT_MOST -> ratio <= bound;
            case AT_LEAST -> ratio >= bound;
        };
    }

    String verdict(double ratio) {
        if (!isPromised()) {
            return "";
        }
        return allows(ratio) ? "met" : "MISSED";
    }

    /**
     * Returns the bound as a number.
     *
     * @return without decimals where it has none
     */
    public String shownBound() {
        return bound == Math.rint(bound) ? Long.toString((long) bound) : Double.toString(bound);
    }

    @Override
    public String toString() {
        return switch (kind) {
            case NONE -> "";
            case AT_MOST -> "<= " + shownBound();
            case AT_LEAST -> ">= " + shownBound();
        };
    }

    /** Which side of a bound is good. */
    public enum Kind {
        /** Both. */
        NONE,
        /** The lower one. */
        AT_MOST,
        /** The upper one. */
        AT_LEAST
    }
}
