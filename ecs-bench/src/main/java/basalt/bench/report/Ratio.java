package basalt.bench.report;

import basalt.bench.field.Role;

/**
 * The time of an engine divided by the time of Basalt: above one, Basalt is faster.
 *
 * @param measured the engine's time
 * @param value ratio of the medians
 * @param low lower quartile of the engine divided by the upper quartile of Basalt
 * @param high upper quartile of the engine divided by the lower quartile of Basalt
 */
record Ratio(Measured measured, double value, double low, double high) {
    static Ratio of(Measured measured, Measured basalt) {
        if (measured == basalt) {
            double median = basalt.nanos().median();
            return new Ratio(
                    measured, 1, basalt.nanos().lower() / median, basalt.nanos().upper() / median);
        }
        return new Ratio(
                measured,
                measured.nanos().median() / basalt.nanos().median(),
                measured.nanos().lower() / basalt.nanos().upper(),
                measured.nanos().upper() / basalt.nanos().lower());
    }

    String engine() {
        return measured.engine();
    }

    Role role() {
        return Role.of(engine());
    }

    /** Whether Basalt is slower than this engine. */
    boolean isLost() {
        return value < 1;
    }
}
