package basalt.query;

import basalt.query.KernelExplanation.Finding;

/**
 * The times of the loops of a {@link KernelTrial}, and the conclusions from them.
 *
 * @param own nanoseconds a row in the kernel's own loop
 * @param scalar nanoseconds a row with the body inlined, in an order that cannot be vectorised
 * @param called nanoseconds a row with the body called, in the same order
 * @param empty nanoseconds a row with an empty body called
 * @param copy nanoseconds a row in a copy
 * @param scalarCopy nanoseconds a row in a copy in an order that cannot be vectorised
 * @param bodyBytes size of the body's compiled code; 0 if not known
 * @param inlineLimitBytes size above which compiled code is not inlined; 0 if not known
 * @param isSettled whether all loops were compiled and ran until they got no faster
 */
record TrialTimes(
        double own,
        double scalar,
        double called,
        double empty,
        double copy,
        double scalarCopy,
        long bodyBytes,
        long inlineLimitBytes,
        boolean isSettled) {
    /** The least speed-up that counts as vectorised; two lanes give a little less than 2. */
    private static final double MIN_VECTOR_SPEEDUP = 1.75;

    /** The greatest speed-up that counts as not vectorised: measuring noise. */
    private static final double MAX_SCALAR_SPEEDUP = 1.3;

    /** The least gain of an inlined body, and the greatest of a called one, as parts of the time of an empty call. */
    private static final double MIN_INLINING_GAIN = 0.7;

    private static final double MAX_CALL_GAIN = 0.3;

    /** Whether the copy is vectorised, so that loops can be. */
    boolean isJvmVectorising() {
        return scalarCopy >= MIN_VECTOR_SPEEDUP * copy;
    }

    Finding vectorised() {
        if (!isSettled || !isJvmVectorising()) {
            return Finding.UNKNOWN;
        }
        if (isTooLarge()) {
            return Finding.NO;
        }
        if (scalar >= MIN_VECTOR_SPEEDUP * own) {
            return Finding.YES;
        }
        return scalar <= MAX_SCALAR_SPEEDUP * own ? Finding.NO : Finding.UNKNOWN;
    }

    Finding inlined() {
        if (!isSettled) {
            return Finding.UNKNOWN;
        }
        if (isTooLarge()) {
            return Finding.NO;
        }
        if (vectorised() == Finding.YES || called - own >= MIN_INLINING_GAIN * empty) {
            return Finding.YES;
        }
        boolean isLimitKnown = inlineLimitBytes > 0;
        return !isLimitKnown && called - own <= MAX_CALL_GAIN * empty ? Finding.NO : Finding.UNKNOWN;
    }

    private boolean isTooLarge() {
        return inlineLimitBytes > 0 && bodyBytes > inlineLimitBytes;
    }
}
