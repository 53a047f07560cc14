package basalt.bench.field.c;

import java.io.IOException;

/** Native loops that measure themselves. */
public interface Loops extends AutoCloseable {
    /**
     * Names the compiler and its flags.
     *
     * @return one line
     */
    String compiler();

    /**
     * Measures a workload, for about two seconds.
     *
     * @param workload name of the workload, see {@code field.c}
     * @param entities number of entities, or of entities of each kind
     * @param movingPercent percentage of entities with a velocity
     * @return times of one operation, in nanoseconds: the mean of each of fifteen batches
     * @throws IOException if it fails, a result is wrong, or its last line is not the times
     */
    double[] nanoseconds(String workload, int entities, int movingPercent) throws IOException;

    @Override
    void close() throws IOException;
}
