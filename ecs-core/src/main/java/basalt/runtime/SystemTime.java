package basalt.runtime;

/** Sets the tick length that systems read from the world's time. For the world's thread. */
@FunctionalInterface
public interface SystemTime {
    /**
     * Sets the length of the tick for the systems that run next.
     *
     * @param deltaSeconds seconds
     */
    void show(float deltaSeconds);
}
