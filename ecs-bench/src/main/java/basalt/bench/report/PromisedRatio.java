package basalt.bench.report;

import basalt.bench.Limit;
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
    /** In words: met, missed, or not measured. */
    String verdict() {
        return shown.map(ratio -> limit.allows(ratio) ? "met" : "missed").orElse("not measured");
    }

    /** The limit in words. */
    String threshold() {
        return (limit.kind() == Limit.Kind.AT_LEAST ? "at least " : "at most ") + limit.shownBound() + "x";
    }

    /** The ratio; two decimals where it lies near the bound. */
    String value() {
        return shown.map(Figures::ratio).orElse("–");
    }
}
