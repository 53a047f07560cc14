package basalt.bench.report;

import basalt.bench.Limit;
import java.util.Optional;

/**
 * A line of what Basalt promises, and what came of it.
 *
 * @param what is compared
 * @param limit what the ratio must come to
 * @param shown the ratio with its quartiles; empty if it was not measured
 * @param text what the ratio is of, with the times
 * @param doubt why the ratio, if there is one, is not judged; empty if it is
 */
record PromisedRatio(String what, Limit limit, Optional<Bracket> shown, String text, Optional<String> doubt) {
    private static final double NEAR = 0.01;
    private static final int NEAR_DECIMALS = 3;
    private static final String NOTHING = "–";

    /** Whether the promise was kept; empty if that was not judged or not measured. */
    Optional<Boolean> isMet() {
        return doubt.isPresent() ? Optional.empty() : shown.map(ratio -> limit.allows(ratio.value()));
    }

    /** Whether the bound lies between the quartiles: then another run might come to the other verdict. */
    boolean isWithinSpread() {
        return shown.filter(ratio -> limit.allows(ratio.low()) != limit.allows(ratio.high()))
                .isPresent();
    }

    /** In words: met, missed, and whether that is sure; not judged and why; or not measured. */
    String verdict() {
        if (doubt.isPresent()) {
            return "not judged: " + doubt.get();
        }
        String spread = isWithinSpread() ? ", but the bound lies within the spread" : "";
        return isMet().map(met -> (met ? "met" : "missed") + spread).orElse("not measured");
    }

    /** The limit in words. */
    String threshold() {
        return (limit.kind() == Limit.Kind.AT_LEAST ? "at least " : "at most ") + limit.shownBound() + "x";
    }

    /** The ratio, with so many decimals that rounding does not hide on which side of the bound it lies. */
    String value() {
        return shown.map(ratio -> text(ratio.value())).orElse(NOTHING);
    }

    /** The ratio of the quartiles, at worst and at best. */
    String spread() {
        return shown.map(ratio -> text(ratio.low()) + " to " + text(ratio.high()))
                .orElse(NOTHING);
    }

    private String text(double ratio) {
        return Math.abs(ratio / limit.bound() - 1) < NEAR
                ? Figures.ratio(ratio, limit, NEAR_DECIMALS)
                : Figures.ratio(ratio);
    }
}
