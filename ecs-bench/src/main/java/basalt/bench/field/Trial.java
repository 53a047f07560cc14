package basalt.bench.field;

/** A scene with an operation that is run repeatedly. */
public interface Trial extends AutoCloseable {
    /**
     * Runs the measured operation.
     *
     * @return number of entities
     */
    int run();

    /** Resets all values. */
    void rewind();

    /**
     * Returns all values that {@link #run} can change, in the same order for all engines.
     *
     * @return a new array
     */
    float[] values();

    @Override
    void close();
}
