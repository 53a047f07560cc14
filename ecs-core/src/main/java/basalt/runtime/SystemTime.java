package basalt.runtime;

/** Sets the tick length that systems read from the world's time. For the world's thread. */
@FunctionalInterface
public interface SystemTime {
    /** Sets the length of the tick for the systems that run next. */
    void show(float deltaSeconds);

    /** Checks the length of a tick. */
    static void requireLength(float seconds) {
        if (!(seconds >= 0 && seconds <= Float.MAX_VALUE)) {
            throw new IllegalArgumentException("seconds must be finite and >= 0: seconds=" + seconds);
        }
    }
}
