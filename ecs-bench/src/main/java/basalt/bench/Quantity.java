package basalt.bench;

import java.util.List;
import java.util.Map;
import java.util.OptionalDouble;

/** A time in a ratio: measured, computed from measured times, or constant. */
sealed interface Quantity {
    /** The time in microseconds; empty if it was not measured. */
    OptionalDouble in(Scores scores);

    /** The benchmarks that it needs. */
    List<Measured> measured();

    /**
     * The time of a benchmark.
     *
     * @param benchmark its name below this package
     * @param parameters the relevant parameters
     */
    record Measured(String benchmark, Map<String, String> parameters) implements Quantity {
        static Measured of(String benchmark) {
            return new Measured(benchmark, Map.of());
        }

        @Override
        public OptionalDouble in(Scores scores) {
            return scores.find(benchmark, parameters).stream()
                    .mapToDouble(Score::microseconds)
                    .findFirst();
        }

        @Override
        public List<Measured> measured() {
            return List.of(this);
        }
    }

    /**
     * A measured time divided by a number of parts.
     *
     * @param whole the time to divide
     * @param parts number of parts
     */
    record Share(Measured whole, int parts) implements Quantity {
        @Override
        public OptionalDouble in(Scores scores) {
            return whole.in(scores).stream().map(time -> time / parts).findFirst();
        }

        @Override
        public List<Measured> measured() {
            return List.of(whole);
        }
    }

    /**
     * The difference of two times; zero if it would be negative.
     *
     * @param whole the longer time
     * @param part the shorter time
     */
    record Excess(Measured whole, Measured part) implements Quantity {
        @Override
        public OptionalDouble in(Scores scores) {
            OptionalDouble longer = whole.in(scores);
            OptionalDouble shorter = part.in(scores);
            return longer.isEmpty() || shorter.isEmpty()
                    ? OptionalDouble.empty()
                    : OptionalDouble.of(Math.max(0, longer.getAsDouble() - shorter.getAsDouble()));
        }

        @Override
        public List<Measured> measured() {
            return List.of(whole, part);
        }
    }

    /**
     * A constant time.
     *
     * @param microseconds the time
     */
    record Given(double microseconds) implements Quantity {
        @Override
        public OptionalDouble in(Scores scores) {
            return OptionalDouble.of(microseconds);
        }

        @Override
        public List<Measured> measured() {
            return List.of();
        }
    }
}
