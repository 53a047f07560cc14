package basalt.bench;

import java.util.List;
import java.util.stream.Stream;

/**
 * A promised ratio of two times of one run.
 *
 * @param what description of the ratio
 * @param upper numerator of the ratio
 * @param lower denominator of the ratio
 * @param limit limit of the ratio
 */
record Promise(String what, Quantity upper, Quantity lower, Limit limit) {
    /** The benchmarks that it needs. */
    List<Quantity.Measured> measured() {
        return Stream.of(upper, lower)
                .flatMap(quantity -> quantity.measured().stream())
                .toList();
    }
}
