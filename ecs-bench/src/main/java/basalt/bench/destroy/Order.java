package basalt.bench.destroy;

/** In which order entities are destroyed. */
public enum Order {
    /** As they were created. */
    CREATION,
    /** At random. */
    SHUFFLED
}
