package basalt.inspect.web;

/**
 * A thread that reads, answers and writes one request at a time, and is interrupted if a step takes too long: an
 * interrupt closes the connection. So a browser that sends half of a request, or takes no answer, does not keep it.
 */
final class RequestThread extends Thread {
    private static final long MILLI_NANOS = 1_000_000;

    private volatile long deadline;
    private volatile boolean hasDeadline;

    RequestThread(Runnable body, String name) {
        super(body, name);
        setDaemon(true);
    }

    /** Gives the calling thread's next step so many milliseconds; 0 for no limit. */
    static void allow(int millis) {
        if (Thread.currentThread() instanceof RequestThread thread) {
            thread.hasDeadline = false;
            thread.deadline = System.nanoTime() + millis * MILLI_NANOS;
            thread.hasDeadline = millis > 0;
        }
    }

    /** Interrupts the thread if its step has taken too long. */
    void check(long now) {
        if (hasDeadline && now - deadline > 0) {
            hasDeadline = false;
            interrupt();
        }
    }
}
