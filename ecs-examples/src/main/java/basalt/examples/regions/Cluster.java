package basalt.examples.regions;

import basalt.examples.framework.program.Closing;
import basalt.save.SaveBuffer;
import java.util.ArrayList;
import java.util.List;
import org.agrona.ExpandableArrayBuffer;
import org.agrona.concurrent.UnsafeBuffer;

/**
 * A region as its neighbour sees it: a cluster that keeps a snapshot and a log, so that its state outlives its nodes.
 * Here it is one node, with both in memory. The log has the messages that were given to each tick since the snapshot.
 */
final class Cluster implements AutoCloseable {
    private final Side side;
    private final List<List<byte[]>> log = new ArrayList<>();
    private final ExpandableArrayBuffer buffer = new ExpandableArrayBuffer();
    private SaveBuffer snapshot;
    private Region region;
    private long start = 1;

    /** Time of the last tick with its messages. */
    long nanos;

    /** Bytes of hand-overs that were sent. */
    long handOverBytes;

    /** Bytes of the border feed that were sent, with the acknowledgements of the other one. */
    long feedBytes;

    Cluster(Side side, int entities, long seed) {
        this.side = side;
        region = new Region(side, true);
        region.spawn(entities, seed);
        snapshot = region.save();
    }

    /** Whether it makes ticks. */
    boolean isUp() {
        return region != null;
    }

    Region region() {
        return region;
    }

    /** Puts messages into the log, and makes a tick with them. Returns the message for the neighbour. */
    byte[] tick(List<byte[]> messages) {
        log.add(messages);
        long begin = System.nanoTime();
        apply(messages);
        byte[] message = new byte[region.send(buffer)];
        buffer.getBytes(0, message);
        nanos = System.nanoTime() - begin;
        handOverBytes += region.handOverBytes;
        feedBytes += message.length - region.handOverBytes;
        return message;
    }

    private void apply(List<byte[]> messages) {
        for (byte[] message : messages) {
            region.receive(new UnsafeBuffer(message));
        }
        region.tick();
    }

    /** Takes a snapshot, and begins a new log. */
    void snapshot() {
        snapshot.close();
        snapshot = region.save();
        log.clear();
    }

    /** Ends the node. What was not in the snapshot or the log is gone. */
    void crash() {
        region.close();
        region = null;
    }

    /** Starts a node with the snapshot and the log. Messages that the ticks of the log had sent are not sent again. */
    void restart() {
        region = new Region(side, snapshot, ++start);
        log.forEach(this::apply);
    }

    /** The number of ticks in the log, which a restart makes again. */
    int logged() {
        return log.size();
    }

    @Override
    public void close() {
        Closing.all(region, snapshot);
    }
}
