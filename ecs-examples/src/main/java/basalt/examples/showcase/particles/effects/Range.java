package basalt.examples.showcase.particles.effects;

/**
 * A range of numbers: {@code [from, to]} in a file.
 *
 * @param from the least
 * @param to the greatest, not less than that
 */
public record Range(float from, float to) {
    /**
     * Creates a range.
     *
     * @param from the least
     * @param to the greatest, not less than {@code from}
     * @throws IllegalArgumentException if one is not finite, or they
     *     are in the wrong order
     */
    public Range {
        if (!(Float.isFinite(from) && Float.isFinite(to) && from <= to)) {
            throw new IllegalArgumentException(
                    "from must be finite, and to not less than it: from=" + from + ", to=" + to);
        }
    }

    /**
     * Interpolates within the range.
     *
     * @param part 0 for the least to 1 for the greatest
     * @return the number
     */
    public float at(float part) {
        return from + (to - from) * part;
    }
}
