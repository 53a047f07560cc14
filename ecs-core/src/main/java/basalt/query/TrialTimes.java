package basalt.query;

import basalt.query.KernelExplanation.Finding;

/**
 * What the loops of a {@link KernelTrial} take, and what that means.
 *
 * @param own nanoseconds a row of the kernel's own loop
 * @param scalar of the body inlined, in an order that is not vectorised
 * @param called of the body called, in that order
 * @param empty of an empty body called
 * @param copy of a copy
 * @param singly of a copy, in an order that is not vectorised
 * @param bodyBytes size of the body's compiled code; 0 if that is not known
 * @param inlineLimitBytes size from which on compiled code is not inlined; 0 if that is not known
 * @param isSettled whether all loops were compiled and ran until they got no faster
 */
record TrialTimes(
        double own,
        double scalar,
        double called,
        double empty,
        double copy,
        double singly,
        long bodyBytes,
        long inlineLimitBytes,
        boolean isSettled) {
    /** How many times as fast a loop is at least if it is vectorised: two lanes bring less than twice. */
    private static final double LEAST_GAIN_OF_VECTORS = 1.75;

    /** How many times as fast a loop may seem to be that is not vectorised. */
    private static final double MOST_GAIN_OF_CHANCE = 1.3;

    /** Which part of an empty call an inlined body saves at least, and one that is called itself at most. */
    private static final double LEAST_GAIN_OF_INLINING = 0.7;

    private static final double MOST_GAIN_OF_ANOTHER_CALL = 0.3;

    /** Whether the copy is vectorised, so that loops can be. */
    boolean isJvmVectorising() {
        return singly >= LEAST_GAIN_OF_VECTORS * copy;
    }

    Finding vectorised() {
        if (!isSettled || !isJvmVectorising()) {
            return Finding.UNKNOWN;
        }
        if (isTooLarge()) {
            return Finding.NO;
        }
        if (scalar >= LEAST_GAIN_OF_VECTORS * own) {
            return Finding.YES;
        }
        return scalar <= MOST_GAIN_OF_CHANCE * own ? Finding.NO : Finding.UNKNOWN;
    }

    Finding inlined() {
        if (!isSettled) {
            return Finding.UNKNOWN;
        }
        if (isTooLarge()) {
            return Finding.NO;
        }
        if (vectorised() == Finding.YES || called - own >= LEAST_GAIN_OF_INLINING * empty) {
            return Finding.YES;
        }
        boolean isLimitKnown = inlineLimitBytes > 0;
        return !isLimitKnown && called - own <= MOST_GAIN_OF_ANOTHER_CALL * empty ? Finding.NO : Finding.UNKNOWN;
    }

    private boolean isTooLarge() {
        return inlineLimitBytes > 0 && bodyBytes > inlineLimitBytes;
    }
}
