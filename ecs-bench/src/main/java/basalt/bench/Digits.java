package basalt.bench;

import java.util.Locale;

/** How figures are written. */
public final class Digits {
    private Digits() {}

    /**
     * Writes a number with three digits that matter, and all those before the point.
     *
     * @param value zero or more
     * @return the number
     */
    public static String three(double value) {
        int decimals = value >= 100 ? 0 : value >= 10 ? 1 : 2;
        return String.format(Locale.ROOT, "%,." + decimals + "f", value);
    }
}
