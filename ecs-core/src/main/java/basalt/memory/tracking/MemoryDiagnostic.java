package basalt.memory.tracking;

/**
 * The findings of a {@link MemoryMonitor}. The codes are stable; the texts may change.
 *
 * <p>Errors throw at once and are not listed here: these are patterns of use that cost time or memory, and limits that
 * were reached.
 */
public enum MemoryDiagnostic {
    /** Frame memory was allocated outside all phases of an arena that has phases. */
    ALLOCATED_OUTSIDE_FRAME(
            "M01",
            "Frame memory was allocated while no phase was open, so it is not assigned to any phase.",
            "Begin a phase around it, or allocate it in a scratch arena if it belongs to no frame."),

    /** A frame arena was not reset for many frames. */
    HELD_TOO_LONG(
            "M02",
            "A frame arena holds memory and has not been reset for many frames, so it keeps growing.",
            "Reset it at the end of each frame; allocate what lives longer in a scratch arena or a resource arena."),

    /** Many blocks of a pool are freed in the frame in which they were allocated. */
    FREED_IN_SAME_FRAME(
            "M03",
            "Many blocks of a pool are freed in the frame in which they were allocated.",
            "Allocate them in the frame arena, where nothing has to be freed."),

    /** Many slices are promoted in each frame. */
    PROMOTION_CHURN(
            "M04",
            "Many slices are promoted in each frame, and each is written twice.",
            "Allocate them directly in the target of the promotion."),

    /** Many blocks are allocated from a heap in each frame. */
    HEAP_ON_HOT_PATH(
            "M05",
            "Many blocks are allocated from a heap in each frame, and each allocation searches for a hole.",
            "Use a pool or a size class allocator for blocks of few sizes, or the frame arena for what dies with the"
                    + " frame."),

    /** A requested promotion was refused. */
    PROMOTION_REFUSED(
            "M06",
            "Requested promotions were refused, so the slices died with their frame.",
            "Call refusal(ticket) for the reason; use a larger target or budget, or promote from outside the scope."),

    /** A promoted copy was never claimed. */
    PROMOTION_UNCLAIMED(
            "M07",
            "Slices were promoted, and the copies were not claimed in the next frame: they stay allocated, and"
                    + " nothing refers to them.",
            "Call handle(ticket) or slice(ticket) in the next frame, or do not promote them."),

    /** The free space of a heap is fragmented. */
    HEAP_FRAGMENTED(
            "M08",
            "The free space of a heap is scattered over many holes: large blocks need new regions.",
            "Call defragment(budgetMicros) at the end of frames, or keep blocks of very different lifetimes apart."),

    /** Entries of a streaming arena are evicted soon after they were loaded. */
    STREAMING_THRASH(
            "M10",
            "A streaming arena evicts many entries in each frame.",
            "Raise the budget, request less, or widen the gap between the distances for loading and for dropping."),

    /** A soft budget was crossed. */
    SOFT_BUDGET_CROSSED(
            "M11",
            "A tag has allocated more than its soft budget.",
            "Free memory of the tag, or raise its budget before the hard one refuses."),

    /** A hard budget was reached. */
    HARD_BUDGET_REACHED(
            "M12",
            "A request would exceed a tag's hard budget.",
            "Free memory of the tag, raise its budget, or let it promote to the tag above."),

    /** Memory was still allocated at a leak check. */
    LEAKED(
            "M13",
            "Memory is still allocated at a point where all of it should have been freed.",
            "Close the allocators that hold it; GuardedMemory shows where it was allocated."),

    /** The rows of a query are scattered over memory. */
    SCATTERED_ROWS(
            "M14",
            "The rows of a query are scattered: few of the 64 rows of each word match, and its loops take several times"
                    + " as long for each row as loops over neighbouring rows.",
            "Arrange the query's entities together: make an arrangement by world.rows().arrange(query).together() once,"
                    + " keep it, and call its run() now and then. Rows lie in one order for all queries, so do it"
                    + " for those that take most of the time. If the rows between are those of destroyed entities,"
                    + " world.rows().compact() is enough.");

    private final String code;
    private final String explanation;
    private final String remedy;

    MemoryDiagnostic(String code, String explanation, String remedy) {
        this.code = code;
        this.explanation = explanation;
        this.remedy = remedy;
    }

    /** {@return the code, such as {@code "M01"}, which is never reused} */
    public String code() {
        return code;
    }

    /** {@return what the problem is} */
    public String explanation() {
        return explanation;
    }

    /** {@return how to solve it} */
    public String remedy() {
        return remedy;
    }

    /**
     * A finding of a {@link MemoryMonitor}.
     *
     * @param diagnostic the kind of finding
     * @param subject the name under which an allocator is watched, the path of a tag, or the name of a world and
     *     which rows the query selects
     */
    public record Report(MemoryDiagnostic diagnostic, String subject, String detail) {
        @Override
        public String toString() {
            return diagnostic.code() + " " + diagnostic + ", " + subject + ": " + detail + ". "
                    + diagnostic.explanation() + " " + diagnostic.remedy();
        }
    }
}
