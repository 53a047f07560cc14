package basalt.bench.report;

import basalt.bench.Limit;
import java.util.Optional;

/**
 * A promise of Basalt's, and its result.
 *
 * @param what description of the ratio
 * @param limit limit of the ratio
 * @param shown the ratio with its quartiles; empty if it was not measured
 * @param text the compared engines with their times
 * @param doubt why the ratio is not judged; empty if it is judged
 */
record PromisedRatio(String what, Limit limit, Optional<Bracket> shown, String text, Optional<String> doubt) {
    private static final double NEAR = 0.01;
    private static final int NEAR_DECIMALS = 3;
    private static final String NOTHING = "–";

    /** Whether the promise was met; empty if not judged or not measured. */
    Optional<Boolean> isMet() {
        return doubt.isPresent() ? Optional.empty() : shown.map(ratio -> limit.allows(ratio.value()));
    }

    /** Whether the bound lies between the quartiles, so another run could have the other verdict. */
    boolean isWithinSpread() {
        return shown.filter(ratio -> limit.allows(ratio.low()) != limit.allows(ratio.high()))
                .isPresent();
    }

    /** The verdict in words: met or missed, and whether this is certain; not judged, and why; or not measured. */
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

    /** The ratio, with enough decimals to show on which side of the bound it lies. */
    String value() {
        return shown.map(ratio -> text(ratio.value())).orElse(NOTHING);
    }

    /** The smallest and largest ratio of the quartiles. */
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
