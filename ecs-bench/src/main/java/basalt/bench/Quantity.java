package basalt.bench;

import java.util.List;
import java.util.Map;
import java.util.OptionalDouble;

/** A time that a promise is about: measured, worked out of what was measured, or given. */
sealed interface Quantity {
    /** The time in microseconds; empty if this run has not measured it. */
    OptionalDouble in(Scores scores);

    /** What has to be measured for it. */
    List<Measured> measured();

    /**
     * The time of a benchmark.
     *
     * @param benchmark its name below this package
     * @param parameters those of its parameters that matter
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
     * What one thing takes if so many take the whole time.
     *
     * @param whole the time of all
     * @param parts how many they are
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
     * What a time is longer than another one; zero where it is not.
     *
     * @param whole the longer one
     * @param part the shorter one
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
     * A time that is given.
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
