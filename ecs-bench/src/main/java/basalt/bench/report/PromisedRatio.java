package basalt.bench.report;

import basalt.bench.Limit;
import java.util.Locale;
import java.util.Optional;

/**
 * A line of what Basalt promises, and what came of it.
 *
 * @param what is compared
 * @param limit what the ratio must come to
 * @param shown the ratio; empty if it was not measured
 * @param text what the ratio is of, with the times
 */
record PromisedRatio(String what, Limit limit, Optional<Double> shown, String text) {
    private static final double NEAR = 0.01;

    /** In words: met, missed, or not measured. */
    String verdict() {
        return shown.map(ratio -> limit.allows(ratio) ? "met" : "missed").orElse("not measured");
    }

    /** The limit in words. */
    String threshold() {
        return (limit.kind() == Limit.Kind.AT_LEAST ? "at least " : "at most ") + limit.shownBound() + "x";
    }

    /** The ratio, with more decimals where it lies so near to the bound that rounding would hide on which side. */
    String value() {
        return shown.map(ratio -> Math.abs(ratio / limit.bound() - 1) < NEAR
                        ? String.format(Locale.ROOT, "%.3fx", ratio)
                        : Figures.ratio(ratio))
                .orElse("–");
    }
}
