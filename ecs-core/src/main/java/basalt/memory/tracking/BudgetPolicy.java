package basalt.memory.tracking;

/** What a {@link MemoryTag} does with a request that would exceed its hard budget. */
public enum BudgetPolicy {
    /** Refuses it. */
    FAIL,

    /**
     * Grants and counts it, and tells the listener. It shows how often {@link #FAIL} would have refused. The budgets of
     * the tags above apply, each by its own policy.
     */
    WARN,

    /**
     * Charges it to the tags above alone, whose budgets apply each by its own policy. In the tag itself it counts as
     * promoted and not as allocated, until it is freed; what is allocated already and the rest of the tag's budget stay
     * as they are.
     */
    PROMOTE
}
