package basalt.memory.tracking;

/** The outcome of a request that has reached a limit. */
public enum PressureKind {
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
