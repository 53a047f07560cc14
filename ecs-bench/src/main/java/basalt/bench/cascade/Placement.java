package basalt.bench.cascade;

/** How the nodes of a scene lie in their rows. */
public enum Placement {
    /** Level by level, siblings side by side. */
    BREADTH_FIRST,
    /** In random rows, attached in random order. */
    RANDOM,
    /** In random rows, attached in random order, then arranged by the library. */
    ARRANGED
}
