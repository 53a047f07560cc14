package basalt.bench.field.c;

import java.io.IOException;

/** Loops that measure themselves. */
public interface Loops extends AutoCloseable {
    /**
     * Names the compiler and its flags.
     *
     * @return one line
     */
    String compiler();

    /**
     * Measures a workload; takes about two seconds.
     *
     * @param workload which: see {@code field.c}
     * @param entities how many entities there are, or of each kind
     * @param movingPercent how many in a hundred have a velocity
     * @return times of one operation, in nanoseconds: the mean of each of fifteen batches
     * @throws IOException if it could not run, an answer was wrong, or its last line is not the figures
     */
    double[] nanoseconds(String workload, int entities, int movingPercent) throws IOException;

    @Override
    void close() throws IOException;
}
