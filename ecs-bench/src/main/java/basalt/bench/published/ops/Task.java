package basalt.bench.published.ops;

import java.util.function.DoubleSupplier;
import java.util.function.LongSupplier;

/**
 * A measured operation. Its results are the same for all libraries.
 *
 * @param prepare called before each run, if that is needed; not measured
 * @param run what is measured; returns a number that depends on what was done
 * @param sum a sum of values in the world after a run
 * @param close called at the end
 */
public record Task(Runnable prepare, LongSupplier run, DoubleSupplier sum, Runnable close) {
    private static final Runnable NOTHING = () -> {};

    /** An operation that can be run again and again. */
    public static Task steady(LongSupplier run, DoubleSupplier sum, Runnable close) {
        return new Task(NOTHING, run, sum, close);
    }
}
