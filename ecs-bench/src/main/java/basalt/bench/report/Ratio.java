package basalt.bench.report;

import basalt.bench.field.Role;

/**
 * The time of an engine to that of Basalt: above one, Basalt is faster.
 *
 * @param measured the engine's time
 * @param value of the medians
 * @param low if the engine were as fast as its lower quartile and Basalt as slow as its upper one
 * @param high the other way round
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

    /** Whether Basalt is slower than this one. */
    boolean isLost() {
        return value < 1;
    }
}
