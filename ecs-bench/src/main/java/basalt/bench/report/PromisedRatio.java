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
 * @param doubt why the ratio, if there is one, is not judged; empty if it is
 */
record PromisedRatio(String what, Limit limit, Optional<Double> shown, String text, Optional<String> doubt) {
    private static final double NEAR = 0.01;

    /** Whether the promise was kept; empty if that was not judged or not measured. */
    Optional<Boolean> isMet() {
        return doubt.isPresent() ? Optional.empty() : shown.map(limit::allows);
    }

    /** In words: met, missed, not judged and why, or not measured. */
    String verdict() {
        if (doubt.isPresent()) {
            return "not judged: " + doubt.get();
        }
        return isMet().map(met -> met ? "met" : "missed").orElse("not measured");
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
