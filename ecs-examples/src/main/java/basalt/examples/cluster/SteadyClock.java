package basalt.examples.cluster;

import io.aeron.cluster.service.ClusterClock;
import java.util.concurrent.TimeUnit;

/** The time of the machine when the node was started, and what has passed since. It never steps back. */
final class SteadyClock implements ClusterClock {
    private final long startMillis;
    private final long startNanos = System.nanoTime();

    /**
     * Starts a clock.
     *
     * @param offsetMillis how wrong it is: for tests
     */
    SteadyClock(long offsetMillis) {
        startMillis = System.currentTimeMillis() + offsetMillis;
    }

    @Override
    public long time() {
        return startMillis + TimeUnit.NANOSECONDS.toMillis(System.nanoTime() - startNanos);
    }
}
