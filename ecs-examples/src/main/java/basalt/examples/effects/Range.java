package basalt.examples.effects;

/**
 * A range of numbers, any of which may be taken: {@code [from, to]} in a file.
 *
 * @param from the least
 * @param to the greatest, not less than that
 */
public record Range(float from, float to) {
    /**
     * A number of the range.
     *
     * @param part 0 for the least to 1 for the greatest
     * @return the number
     */
    public float at(float part) {
        return from + (to - from) * part;
    }
}
