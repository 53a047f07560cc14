package basalt.memory.tracking;

/**
 * A request that has reached a limit of a budget.
 *
 * @param path the path of the tag with the budget; empty for the root
 * @param kind the outcome of the request
 * @param requestedBytes the bytes requested
 * @param allocatedBytes the bytes allocated under the tag before the request
 * @param limitBytes the limit
 */
public record MemoryPressure(String path, Kind kind, long requestedBytes, long allocatedBytes, long limitBytes) {

    /**
     * Whether the request was refused.
     *
     * @return false if it was granted
     */
    public boolean denied() {
        return kind == Kind.DENIED;
    }

    /**
     * Whether the limit is the hard budget.
     *
     * @return false if it is the soft budget
     */
    public boolean hard() {
        return kind != Kind.SOFT;
    }

    /** The outcome of a request that has reached a limit. */
    public enum Kind {
        /** Granted; it has crossed the soft budget. */
        SOFT,

        /** Granted; it exceeds the hard budget of a tag with {@link BudgetPolicy#WARN}. */
        OVERRUN,

        /**
         * Granted and charged to the parent tags, because it exceeds the hard budget of a tag with {@link
         * BudgetPolicy#PROMOTE}.
         */
        PROMOTED,

        /** Refused by the hard budget. */
        DENIED
    }
}
