package basalt.inspect.web;

/** Lets so many requests through in a second, and as many again in a burst. For all threads. */
final class RequestLimit {
    private static final double NANOS_PER_SECOND = 1e9;

    private final double perSecond;
    private double allowed;
    private long countedTo;

    RequestLimit(double perSecond, long now) {
        this.perSecond = perSecond;
        allowed = 2 * perSecond;
        countedTo = now;
    }

    /** Whether a request may pass at a time. */
    synchronized boolean tryPass(long now) {
        allowed = Math.min(2 * perSecond, allowed + (now - countedTo) / NANOS_PER_SECOND * perSecond);
        countedTo = now;
        if (allowed < 1) {
            return false;
        }
        allowed--;
        return true;
    }
}
