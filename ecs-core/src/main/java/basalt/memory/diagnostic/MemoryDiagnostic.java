package basalt.memory.diagnostic;

/**
 * What a {@link MemoryMonitor} may find, each with one meaning. The code is stable; the texts may improve.
 *
 * <p>What is plainly an error throws at once and is not listed here: these are ways of use that cost time or memory,
 * and limits that were reached.
 */
public enum MemoryDiagnostic {
    /** Frame memory was allocated while no phase was open, although the arena has phases. */
    ALLOCATED_OUTSIDE_FRAME(
            "M01",
            "Frame memory was allocated while no phase was open, so it is not seen what is responsible for it.",
            "Begin a phase around it, or allocate it in a scratch arena if it belongs to no frame."),

    /** A frame arena has held memory for many frames. */
    HELD_TOO_LONG(
            "M02",
            "A frame arena holds memory and has not been reset for many frames, so it only ever grows.",
            "Reset it at the end of each frame; what lives longer belongs into a scratch arena or a resource arena."),

    /** Most blocks of a pool are freed in the frame in which they were allocated. */
    FREED_IN_SAME_FRAME(
            "M03",
            "Most of the blocks that a pool gives out are freed in the same frame.",
            "Allocate them in the frame arena, where nothing has to be freed."),

    /** Much is promoted in each frame. */
    PROMOTION_CHURN(
            "M04",
            "Many slices are promoted frame after frame: each of them is written twice.",
            "Allocate them where they end up in the first place."),

    /** A heap is allocated from many times in each frame. */
    HEAP_ON_HOT_PATH(
            "M05",
            "A heap is asked for many blocks frame after frame: it searches for a hole each time.",
            "Use a pool or a size class allocator for blocks of few sizes, or the frame arena for what dies with the"
                    + " frame."),

    /** A slice was to be promoted and was not. */
    PROMOTION_REFUSED(
            "M06",
            "Slices that were to outlive their frame were not copied.",
            "Ask refusal(ticket) for the reason: a larger target, a larger budget, or promote from outside the scope."),

    /** A promoted copy was never asked for. */
    PROMOTION_UNCLAIMED(
            "M07",
            "Slices were promoted, and the copies were not asked for in the frame after: they stay allocated, and"
                    + " nothing knows them.",
            "Ask for handle(ticket) or slice(ticket) in the frame after, or do not promote them."),

    /** A heap's free space is scattered. */
    HEAP_FRAGMENTED(
            "M08",
            "The free space of a heap is scattered over many holes: large blocks need new regions.",
            "Call defragment(budgetMicros) at the end of frames, or keep blocks of very different lifetimes apart."),

    /** Dead handles were offered to be freed. */
    DEAD_FREES(
            "M09",
            "Other threads have offered blocks to be freed that were dead already.",
            "Free each block once, on one thread; drain() names the first of them."),

    /** Assets are evicted as fast as they are loaded. */
    STREAMING_THRASH(
            "M10",
            "A streaming arena evicts entries frame after frame: what is loaded has to go again soon.",
            "Raise the budget, lower what is asked for, or widen the distance between loading and dropping."),

    /** A soft budget was crossed. */
    SOFT_BUDGET_CROSSED(
            "M11",
            "A tag has more than its soft budget.",
            "Free something under it, or raise the budget before the hard one refuses."),

    /** A hard budget was reached. */
    HARD_BUDGET_REACHED(
            "M12",
            "A request would exceed a tag's hard budget.",
            "Free something under it, raise the budget, or let it promote to the tag above."),

    /** Memory was not freed. */
    LEAKED(
            "M13",
            "Memory is still allocated although all that use it are done.",
            "Close the allocators that hold it; GuardedMemory names the places.");

    private final String code;
    private final String explanation;
    private final String remedy;

    MemoryDiagnostic(String code, String explanation, String remedy) {
        this.code = code;
        this.explanation = explanation;
        this.remedy = remedy;
    }

    /**
     * The short name of this diagnostic.
     *
     * @return such as {@code "M01"}; never given to another one
     */
    public String code() {
        return code;
    }

    /**
     * What is wrong with it.
     *
     * @return a sentence
     */
    public String explanation() {
        return explanation;
    }

    /**
     * What to do about it.
     *
     * @return a sentence
     */
    public String remedy() {
        return remedy;
    }
}
