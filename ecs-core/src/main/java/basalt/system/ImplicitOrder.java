package basalt.system;

/**
 * Two systems whose order makes a difference, and of which no {@link Order} and no {@linkplain ScheduleBuilder#chain
 * chain} says which is first: the order of adding decides, so they take effect in the order in which they were added.
 * Where that is meant, {@link Order#before}, {@link Order#after} or a chain states it.
 *
 * @param first the name of the one that was added first
 * @param second the name of the other one
 * @param why what they both have to do with
 */
public record ImplicitOrder(String first, String second, String why) {
    /**
     * The pair, what decides, and why it matters.
     *
     * @return one line
     */
    @Override
    public String toString() {
        return "\"" + first + "\" before \"" + second + "\", as the order of adding decides: " + why;
    }
}
