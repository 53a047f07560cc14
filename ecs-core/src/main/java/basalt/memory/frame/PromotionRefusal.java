package basalt.memory.frame;

/** Why something was not promoted when its frame ended. */
public enum PromotionRefusal {
    /**
     * The scope or mark in which it was allocated had ended before the frame did: promote it from further out. Or it
     * was asked for by a system that has failed.
     */
    ENDED_EARLIER,

    /** The target cannot hold so much in one piece: promote it to another one. */
    TOO_LARGE,

    /** The target is at its cap or budget, or its source has no more. */
    NO_MEMORY,

    /**
     * The target threw, because it is closed or of another thread, say. What it threw is thrown by the end of the
     * frame.
     */
    TARGET_FAILED
}
