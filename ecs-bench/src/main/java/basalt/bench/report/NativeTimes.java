package basalt.bench.report;

import java.util.List;
import java.util.Map;
import java.util.Objects;

/**
 * What the loops in C came to.
 *
 * @param compiler the compiler and its flags; null if they were not compiled
 * @param missing why they are not there; null if they are
 * @param times what was measured
 */
record NativeTimes(String compiler, String missing, List<Time> times) {
    /**
     * What the loops in C came to.
     *
     * @param compiler the compiler and its flags; null if they were not compiled
     * @param missing why they are not there; null if they are
     * @param times what was measured
     */
    NativeTimes {
        Objects.requireNonNull(times, "times");
    }

    /**
     * One of them.
     *
     * @param benchmark beside which benchmark it stands
     * @param parameters that benchmark's parameters but the engine
     * @param nanoseconds times of an operation: as many before each JVM of the benchmark as after it
     */
    record Time(String benchmark, Map<String, String> parameters, List<Double> nanoseconds) {
        /**
         * One of them.
         *
         * @param benchmark beside which benchmark it stands
         * @param parameters that benchmark's parameters but the engine
         * @param nanoseconds times of an operation
         */
        Time {
            Objects.requireNonNull(benchmark, "benchmark");
            Objects.requireNonNull(parameters, "parameters");
            Objects.requireNonNull(nanoseconds, "nanoseconds");
        }
    }
}
