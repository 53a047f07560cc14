package basalt.bench;

/**
 * A limit of a ratio.
 *
 * @param kind which side is allowed
 * @param bound the bound, which is allowed itself
 */
public record Limit(Kind kind, double bound) {
    static final Limit NONE = new Limit(Kind.NONE, 0);

    /**
     * An upper limit.
     *
     * @param bound largest allowed ratio
     * @return the limit
     */
    public static Limit atMost(double bound) {
        return new Limit(Kind.AT_MOST, bound);
    }

    /**
     * A lower limit.
     *
     * @param bound smallest allowed ratio
     * @return the limit
     */
    public static Limit atLeast(double bound) {
        return new Limit(Kind.AT_LEAST, bound);
    }

    boolean isPromised() {
        return kind != Kind.NONE;
    }

    /**
     * Checks a ratio.
     *
     * @param ratio the measured ratio
     * @return whether the limit allows it
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
     * @return without decimals if it is a whole number
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

    /** The allowed side of a bound. */
    public enum Kind {
        /** Both sides: no limit. */
        NONE,
        /** The lower side. */
        AT_MOST,
        /** The upper side. */
        AT_LEAST
    }
}
