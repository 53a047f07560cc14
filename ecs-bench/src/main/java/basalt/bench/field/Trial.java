package basalt.bench.field;

/** Something that is done over and over to a scene. */
public interface Trial extends AutoCloseable {
    /**
     * Does what is measured.
     *
     * @return how many entities there are, or took part
     */
    int run();

    /** Puts all values back to what they were at first. */
    void rewind();

    /**
     * Tells all values that {@link #run} may change, in an order which is the same for all engines.
     *
     * @return a new array
     */
    float[] values();

    @Override
    void close();
}
