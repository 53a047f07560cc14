package basalt.system;

/** What an earlier system demands of a later one. */
enum Link {
    /** Nothing: they may run at the same time, in any order. */
    NONE,
    /** The later one runs in the same wave or in a later one. */
    WEAK,
    /** The later one runs in a later wave. */
    STRICT
}
