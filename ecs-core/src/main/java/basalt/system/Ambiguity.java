package basalt.system;

/**
 * Two systems of which it makes a difference who runs first, and whose order nobody asked for: they take effect in the order in
 * which they were added. That is fine if it is meant; {@link Order#before} or {@link Order#after} says that it is.
 *
 * @param first the name of the one that was added first
 * @param second the name of the other one
 * @param why what they both have to do with
 */
public record Ambiguity(String first, String second, String why) {
    /**
     * The pair and why.
     *
     * @return one line
     */
    @Override
    public String toString() {
        return "\"" + first + "\" and \"" + second + "\": " + why;
    }
}
