package basalt.bench;

import java.util.List;
import java.util.stream.Stream;

/**
 * A ratio of two times of one run, and what it must come to.
 *
 * @param what what is compared, upper to lower
 * @param upper the time that is divided
 * @param lower the time that it is divided by
 * @param limit what the ratio must come to
 */
record Promise(String what, Quantity upper, Quantity lower, Limit limit) {
    /** What has to be measured for it. */
    List<Quantity.Measured> measured() {
        return Stream.of(upper, lower)
                .flatMap(quantity -> quantity.measured().stream())
                .toList();
    }
}
