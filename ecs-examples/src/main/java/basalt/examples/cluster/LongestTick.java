package basalt.examples.cluster;

/** The longest time from one tick to the next, among at least the last 300: what players notice of a pause. */
final class LongestTick {
    private static final int WINDOW = 300;

    private boolean hasBegun;
    private long lastNanos;
    private int ticks;
    private long inWindow;
    private long inWindowBefore;

    /** A tick was made. Returns the longest time in nanoseconds. */
    long add(long nowNanos) {
        if (hasBegun) {
            inWindow = Math.max(inWindow, nowNanos - lastNanos);
        }
        hasBegun = true;
        lastNanos = nowNanos;
        long longest = Math.max(inWindow, inWindowBefore);
        if (++ticks == WINDOW) {
            ticks = 0;
            inWindowBefore = inWindow;
            inWindow = 0;
        }
        return longest;
    }
}
