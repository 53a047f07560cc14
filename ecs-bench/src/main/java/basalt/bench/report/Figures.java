package basalt.bench.report;

import java.util.Locale;

/** Formats numbers: three significant digits, in the most readable unit. */
final class Figures {
    private static final String[] UNITS = {"ns", "µs", "ms", "s"};
    private static final double THOUSAND = 1000;

    private Figures() {}

    static String time(double nanos) {
        double value = nanos;
        int unit = 0;
        while (value >= THOUSAND && unit < UNITS.length - 1) {
            value /= THOUSAND;
            unit++;
        }
        return threeDigits(value) + " " + UNITS[unit];
    }

    /** A small ratio is not rounded to zero. */
    static String ratio(double ratio) {
        return (ratio < 0.1 ? String.format(Locale.ROOT, "%.3f", ratio) : threeDigits(ratio)) + "x";
    }

    /** Less than one byte counts as zero, as JMH's own 30 KB an iteration are spread over the operations. */
    static String bytes(double bytes) {
        return (bytes < 1 ? "0" : String.format(Locale.ROOT, "%,.0f", bytes)) + " B";
    }

    /** Without trailing zeros. */
    static String tick(double ratio) {
        return (ratio < 1 ? Double.toString(ratio) : String.format(Locale.ROOT, "%,.0f", ratio)) + "x";
    }

    private static String threeDigits(double value) {
        int decimals = value >= 100 ? 0 : value >= 10 ? 1 : 2;
        return String.format(Locale.ROOT, "%,." + decimals + "f", value);
    }
}
