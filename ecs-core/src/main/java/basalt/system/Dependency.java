package basalt.system;

/** How a later system depends on an earlier one. Each kind includes the kinds before it. */
enum Dependency {
    /** Not at all: they may run at the same time, in any order. */
    NONE,
    /** Commands of the later system are applied after those of the earlier one. They may run at the same time. */
    WEAK,
    /** The later system starts when the earlier one has ended. */
    ORDERED,
    /** The later system is in a later stage: it starts when the commands of the earlier one were applied. */
    BARRIER;

    Dependency or(Dependency other) {
        return compareTo(other) >= 0 ? this : other;
    }
}
