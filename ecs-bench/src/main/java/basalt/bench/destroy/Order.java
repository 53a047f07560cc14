package basalt.bench.destroy;

/** The order in which entities are destroyed. */
public enum Order {
    /** The order of creation. */
    CREATION,
    /** A random order. */
    SHUFFLED
}
