package basalt.memory;

import java.util.concurrent.TimeUnit;

/** For tests that wait for other threads: yields, and fails after a minute. */
public final class Deadline {
    private static final long NANOS = TimeUnit.SECONDS.toNanos(60);

    private final long start = System.nanoTime();
    private final String what;

    /** {@code what} is named in the failure. */
    public Deadline(String what) {
        this.what = what;
    }

    public void pause() {
        if (System.nanoTime() - start > NANOS) {
            throw new AssertionError("still waiting after a minute: " + what);
        }
        Thread.yield();
    }
}
