package basalt.memory.frame;

/** Why a slice was not promoted when its frame ended. */
public enum PromotionRefusal {
    /**
     * The scope or mark in which the slice was allocated ended before the frame: allocate it outside that scope. Or the
     * system that requested the promotion has failed.
     */
    ENDED_EARLIER,

    /** The slice is larger than the target's largest copy: use another target. */
    TOO_LARGE,

    /** The target is at its cap or budget, or its source has no memory left. */
    NO_MEMORY,

    /**
     * The target threw an exception, for example because it is closed or owned by another thread. The end of the frame
     * rethrows it.
     */
    TARGET_FAILED
}
