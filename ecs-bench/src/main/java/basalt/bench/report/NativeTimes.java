package basalt.bench.report;

import java.util.List;
import java.util.Map;
import java.util.Objects;

/**
 * The results of the loops in C.
 *
 * @param compiler the compiler and its flags; null if they were not compiled
 * @param missing why they are missing; null if they are present
 * @param times the measured times
 */
record NativeTimes(String compiler, String missing, List<Time> times) {
    /**
     * The results of the loops in C.
     *
     * @param compiler the compiler and its flags; null if they were not compiled
     * @param missing why they are missing; null if they are present
     * @param times the measured times
     */
    NativeTimes {
        Objects.requireNonNull(times, "times");
    }

    /**
     * The times of a loop.
     *
     * @param benchmark the benchmark to which it belongs
     * @param parameters the benchmark's parameters, without the engine
     * @param nanoseconds times of an operation, as many from before each JVM of the benchmark as from after it
     */
    record Time(String benchmark, Map<String, String> parameters, List<Double> nanoseconds) {
        /**
         * The times of a loop.
         *
         * @param benchmark the benchmark to which it belongs
         * @param parameters the benchmark's parameters, without the engine
         * @param nanoseconds times of an operation
         */
        Time {
            Objects.requireNonNull(benchmark, "benchmark");
            Objects.requireNonNull(parameters, "parameters");
            Objects.requireNonNull(nanoseconds, "nanoseconds");
        }
    }
}
