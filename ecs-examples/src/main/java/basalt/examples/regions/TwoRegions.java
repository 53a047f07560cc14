package basalt.examples.regions;

import basalt.examples.framework.program.Closing;
import java.util.List;

/** A world in two regions, and the network between them. */
final class TwoRegions implements AutoCloseable {
    final Cluster left;
    final Cluster right;
    final Link toLeft;
    final Link toRight;
    private final int snapshotTicks;
    private long now;

    /** Messages to a region that was down. */
    long missed;

    /**
     * The regions before their first tick.
     *
     * @param entities number of entities
     * @param seed equal seeds give equal entities and delays
     * @param loss the part of messages that is lost, 0 to 1, and the part of the others that is delivered twice
     * @param mostDelay the longest delay in ticks
     * @param snapshotTicks ticks between two snapshots of a region
     */
    TwoRegions(int entities, long seed, float loss, int mostDelay, int snapshotTicks) {
        this.snapshotTicks = snapshotTicks;
        left = new Cluster(Side.LEFT, entities, seed);
        right = new Cluster(Side.RIGHT, entities, seed);
        toLeft = new Link(2 * seed, loss, mostDelay);
        toRight = new Link(2 * seed + 1, loss, mostDelay);
    }

    /** Makes a tick of each region that is up. */
    void step() {
        now++;
        step(left, toLeft, toRight);
        step(right, toRight, toLeft);
    }

    private void step(Cluster cluster, Link in, Link out) {
        List<byte[]> messages = in.receive(now);
        if (!cluster.isUp()) {
            missed += messages.size();
            return;
        }
        out.send(now, cluster.tick(messages));
        if (now % snapshotTicks == 0) {
            cluster.snapshot();
        }
    }

    @Override
    public void close() {
        Closing.all(left, right);
    }
}
