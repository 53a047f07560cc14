package basalt.system;

/**
 * Two systems that conflict, and whose order no {@link Order} and no {@linkplain ScheduleBuilder#chain chain} states.
 * They take effect in the order in which they were added. If the order is intended, state it by {@link Order#before},
 * {@link Order#after} or a chain.
 *
 * @param first the name of the system that was added first
 * @param second the name of the other system
 * @param why the data that both use
 */
public record ImplicitOrder(String first, String second, String why) {
    /**
     * The pair and the reason.
     *
     * @return one line
     */
    @Override
    public String toString() {
        return "\"" + first + "\" before \"" + second + "\", as the order of adding decides: " + why;
    }
}
