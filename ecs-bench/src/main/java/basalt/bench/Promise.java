package basalt.bench;

import java.util.List;
import java.util.stream.Stream;

/**
 * A ratio of two times of one run, and what it must come to.
 *
 * @param what what is compared, upper to lower
 * @param upper the time that is divided
 * @param lower the time that it is divided by
 * @param limit what the ratio must come to
 */
record Promise(String what, Quantity upper, Quantity lower, Limit limit) {
    /** What has to be measured for it. */
    List<Quantity.Measured> measured() {
        return Stream.of(upper, lower)
                .flatMap(quantity -> quantity.measured().stream())
                .toList();
    }

    /**
     * A bound of a ratio.
     *
     * @param kind which side is good
     * @param bound where the good side ends, and belongs to it
     */
    record Limit(Kind kind, double bound) {
        static final Limit NONE = new Limit(Kind.NONE, 0);

        static Limit atMost(double bound) {
            return new Limit(Kind.AT_MOST, bound);
        }

        static Limit atLeast(double bound) {
            return new Limit(Kind.AT_LEAST, bound);
        }

        boolean isPromised() {
            return kind != Kind.NONE;
        }

        boolean allows(double ratio) {
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

        @Override
        public String toString() {
            String shown = bound == Math.rint(bound) ? Long.toString((long) bound) : Double.toString(bound);
            return switch (kind) {
                case NONE -> "";
                case AT_MOST -> "<= " + shown;
                case AT_LEAST -> ">= " + shown;
            };
        }
    }

    /** Which side of a bound is good. */
    enum Kind {
        NONE,
        AT_MOST,
        AT_LEAST
    }
}
