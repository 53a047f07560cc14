package basalt.storage;

/**
 * The time of a world in a file.
 *
 * @param tick the number of the tick
 * @param elapsedSeconds the length of all ticks
 * @param excessSeconds the error of that sum
 * @param deltaSeconds the length of the tick
 * @param alpha the part of a tick until the moment that is drawn
 */
public record SavedTime(long tick, double elapsedSeconds, double excessSeconds, double deltaSeconds, double alpha) {
    /** {@return whether a world can have this time} */
    public boolean isValid() {
        return tick >= 0
                && elapsedSeconds >= 0
                && elapsedSeconds <= Double.MAX_VALUE
                && Math.abs(excessSeconds) <= Double.MAX_VALUE
                && deltaSeconds >= 0
                && deltaSeconds <= Float.MAX_VALUE
                && alpha >= 0
                && alpha <= 1;
    }
}
