package basalt.bench;

import java.util.Locale;

/** Formats numbers. */
public final class Digits {
    private Digits() {}

    /**
     * Formats a number with three significant digits, and all digits before the decimal point.
     *
     * @param value zero or more
     * @return the text
     */
    public static String three(double value) {
        int decimals = value >= 100 ? 0 : value >= 10 ? 1 : 2;
        return String.format(Locale.ROOT, "%,." + decimals + "f", value);
    }
}
