package basalt.examples.cluster;

import io.aeron.AeronCounters;
import io.aeron.CncFileDescriptor;
import io.aeron.CommonContext;
import io.aeron.cluster.ClusterControl;
import io.aeron.cluster.service.Cluster;
import java.io.File;
import java.nio.MappedByteBuffer;
import java.util.Locale;
import java.util.function.Function;
import org.agrona.DirectBuffer;
import org.agrona.IoUtil;
import org.agrona.concurrent.AtomicBuffer;
import org.agrona.concurrent.status.AtomicCounter;
import org.agrona.concurrent.status.CountersReader;

/**
 * What a node is doing, from its counters. Any process of its machine can read them.
 *
 * @param role leader, follower or candidate
 * @param term the number of the leader's term; -1 before the first
 * @param position how far the log is known to be on most nodes, in bytes
 * @param tick ticks of the world
 * @param hash the last hash of the world that was taken
 * @param sessions number of players' sessions
 * @param snapshots number of snapshots since the node was started
 */
record NodeStatus(Cluster.Role role, long term, long position, long tick, long hash, long sessions, long snapshots) {
    /** What a service tells about itself, in counters beside those of Aeron: their types from here on are free. */
    static final int TICK = 0x0B_A5_A1_01;

    static final int HASH = TICK + 1;
    static final int SESSIONS = TICK + 2;

    private static final long ALIVE_MILLIS = 5_000;
    private static final int CLUSTER = 0;

    /** Reads the counters of a media driver, with those of the node that uses it. */
    static NodeStatus of(CountersReader counters) {
        return new NodeStatus(
                Cluster.Role.get((int) value(counters, AeronCounters.CLUSTER_NODE_ROLE_TYPE_ID)),
                value(counters, AeronCounters.CLUSTER_LEADERSHIP_TERM_ID_TYPE_ID),
                value(counters, AeronCounters.CLUSTER_COMMIT_POSITION_TYPE_ID),
                value(counters, TICK),
                value(counters, HASH),
                value(counters, SESSIONS),
                value(counters, AeronCounters.CLUSTER_SNAPSHOT_COUNTER_TYPE_ID));
    }

    /** The status of a node of this machine; null if it does not run. */
    static NodeStatus of(ClusterConfig config, int node) {
        return read(config, node, NodeStatus::of);
    }

    /** Asks the leader for a snapshot, a shutdown or something else. Returns whether it takes the request. */
    static boolean request(ClusterConfig config, int node, ClusterControl.ToggleState request) {
        Boolean taken = read(config, node, counters -> request(counters, request));
        return taken != null && taken;
    }

    static boolean request(CountersReader counters, ClusterControl.ToggleState request) {
        AtomicCounter toggle = ClusterControl.findControlToggle(counters, CLUSTER);
        return toggle != null && request.toggle(toggle);
    }

    private static <T> T read(ClusterConfig config, int node, Function<CountersReader, T> reader) {
        File directory = new File(config.driverDirectory(node));
        File file = new File(directory, CncFileDescriptor.CNC_FILE);
        if (!file.exists() || !CommonContext.isDriverActive(directory, ALIVE_MILLIS, text -> {})) {
            return null;
        }
        MappedByteBuffer mapped = IoUtil.mapExistingFile(file, CncFileDescriptor.CNC_FILE);
        try {
            DirectBuffer layout = CncFileDescriptor.createMetaDataBuffer(mapped);
            AtomicBuffer labels = CncFileDescriptor.createCountersMetaDataBuffer(mapped, layout);
            AtomicBuffer values = CncFileDescriptor.createCountersValuesBuffer(mapped, layout);
            return reader.apply(new CountersReader(labels, values));
        } finally {
            IoUtil.unmap(mapped);
        }
    }

    @Override
    public String toString() {
        return String.format(
                Locale.ROOT,
                "%-9s term %d, log %,d, tick %,d, hash %016x, %d sessions, %d snapshots",
                role.name().toLowerCase(Locale.ROOT),
                term,
                position,
                tick,
                hash,
                sessions,
                snapshots);
    }

    /** The value of the first counter of a type; 0 if there is none. */
    private static long value(CountersReader counters, int type) {
        for (int id = 0; id <= counters.maxCounterId(); id++) {
            if (counters.getCounterTypeId(id) == type
                    && counters.getCounterState(id) == CountersReader.RECORD_ALLOCATED) {
                return counters.getCounterValue(id);
            }
        }
        return 0;
    }
}
