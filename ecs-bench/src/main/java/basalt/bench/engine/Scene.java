package basalt.bench.engine;

/** A scene of an engine, and the operation that is measured. */
public interface Scene extends AutoCloseable {
    /** Runs the measured operation. Returns the number of entities, or of changes. */
    int run();

    /** Resets all values. */
    void rewind();

    /** All values that {@link #run} can change, in the same order for all engines. */
    float[] values();

    @Override
    default void close() {
        // Left to the garbage collector.
    }
}
