package basalt.system;

import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

/** For tests whose systems wait for each other inside a stage. */
final class OtherSystem {
    private OtherSystem() {}

    /** Waits for a latch that another system counts down; fails after half a minute. */
    static void await(CountDownLatch latch) {
        try {
            assertTrue(latch.await(30, TimeUnit.SECONDS), "the other system does not run");
        } catch (InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }
}
