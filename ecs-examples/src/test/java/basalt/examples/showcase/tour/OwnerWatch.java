package basalt.examples.showcase.tour;

import java.util.concurrent.TimeUnit;

/**
 * For tests that close while other threads still work: lets these threads continue only when the test's thread waits
 * for them.
 */
final class OwnerWatch {
    private static final long DEADLINE_NANOS = TimeUnit.SECONDS.toNanos(60);

    private final Thread owner = Thread.currentThread();
    private volatile boolean ending;

    /** Called by the owner before the call that must wait. */
    void end() {
        ending = true;
    }

    /** Called by another thread: returns when the owner waits in its call, and fails after a minute. */
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
