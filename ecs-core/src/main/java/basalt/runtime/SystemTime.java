package basalt.runtime;

/** What a schedule has the time of a world show to the systems that run next. For the world's thread. */
@FunctionalInterface
public interface SystemTime {
    /**
     * Sets what the time gives as the length of this tick.
     *
     * @param deltaSeconds seconds
     */
    void show(float deltaSeconds);
}
