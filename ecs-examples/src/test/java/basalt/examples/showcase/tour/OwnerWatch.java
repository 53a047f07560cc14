package basalt.examples.showcase.tour;

import java.util.concurrent.TimeUnit;

/**
 * For tests of what ends while other threads still work: lets these go on only when the test's own thread waits for
 * them.
 */
final class OwnerWatch {
    private static final long DEADLINE_NANOS = TimeUnit.SECONDS.toNanos(60);

    private final Thread owner = Thread.currentThread();
    private volatile boolean ending;

    /** The owner comes to the call that is to wait. */
    void end() {
        ending = true;
    }

    /** Called by another thread: returns when the owner waits in that call, and fails after a minute. */
    void awaitThatTheOwnerWaits() {
        long start = System.nanoTime();
        while (!ending || owner.getState() != Thread.State.WAITING) {
            if (System.nanoTime() - start > DEADLINE_NANOS) {
                throw new AssertionError("the owner does not wait");
            }
            Thread.yield();
        }
    }
}
