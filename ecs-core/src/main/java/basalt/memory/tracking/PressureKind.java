package basalt.memory.tracking;

/** The outcome of a request that met a limit. */
public enum PressureKind {
    /** It was granted, and has crossed the soft budget. */
    SOFT,

    /** It was granted, and exceeds the hard budget of a tag that only {@linkplain BudgetPolicy#WARN warns}. */
    OVERRUN,

    /** It was granted, and is charged to the tags above, because it exceeds the hard budget of one that {@linkplain
     * BudgetPolicy#PROMOTE promotes}. */
    PROMOTED,

    /** It was refused by the hard budget. */
    DENIED
}
