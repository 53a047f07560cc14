package basalt.bench;

/** The time units of JMH results. */
public final class ScoreUnit {
    private ScoreUnit() {}

    /**
     * Returns the length of a unit.
     *
     * @param unit its name, as in {@code us/op}
     * @return microseconds
     * @throws IllegalArgumentException if it is not a time of an operation
     */
    public static double microseconds(String unit) {
        return switch (unit) {
            case "ns/op" -> 1e-3;
            case "us/op" -> 1;
            case "ms/op" -> 1e3;
            case "s/op" -> 1e6;
            default -> throw new IllegalArgumentException("not a time: " + unit);
        };
    }
}
