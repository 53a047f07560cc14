package basalt.system;

/** What an earlier system demands of a later one. Each demand includes those before it. */
enum Link {
    /** Nothing: they may run at the same time, in any order. */
    NONE,
    /** The commands of the later one are applied after those of the earlier one. They may run at the same time. */
    WEAK,
    /** The later one starts when the earlier one has ended. */
    ORDERED,
    /** The later one stands in a later stage: it starts when the commands of the earlier one were applied. */
    BARRIER;

    Link or(Link other) {
        return compareTo(other) >= 0 ? this : other;
    }
}
