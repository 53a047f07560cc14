package basalt.memory.tracking;

/** What a {@link MemoryTag} does with a request that exceeds its hard budget. */
public enum BudgetPolicy {
    /** Refuses it. */
    FAIL,

    /**
     * Grants and counts it, and calls the listener. The count of overruns shows how often {@link #FAIL} would have
     * refused. The budgets of the parent tags apply by their own policies.
     */
    WARN,

    /**
     * Charges it only to the parent tags, whose budgets apply by their own policies. In the tag itself it counts as
     * promoted, not as allocated, until it is freed.
     */
    PROMOTE
}
