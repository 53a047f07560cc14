package basalt.examples.cluster;

import io.aeron.cluster.service.ClusterClock;

/** A clock that is wrong by a constant. With 0, the clock of the machine. */
record ShiftedClock(long offsetMillis) implements ClusterClock {
    @Override
    public long time() {
        return System.currentTimeMillis() + offsetMillis;
    }
}
