package basalt.examples.cluster;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Nodes that lose packets or get them out of order, each another part of them, and whose clocks differ. */
@SlowClusterTest
class BadNetworkTest {
    private static final long SETTLE_MILLIS = 30_000;

    @TempDir
    Path directory;

    @Test
    void shouldAgreeWithLostAndReorderedPacketsAndWrongClocks() throws Exception {
        try (TestCluster cluster = new TestCluster(directory, "heartbeat-timeout-ms=2000")) {
            String[] reorder = {"reorder-percent=20", "reorder-percent=0", "reorder-percent=5"};
            String[] loss = {"loss-percent=1", "loss-percent=8", "loss-percent=20"};
            String[] clock = {"clock-offset-ms=-60000", "clock-offset-ms=0", "clock-offset-ms=3600000"};
            for (int node = 0; node < TestCluster.NODES; node++) {
                cluster.start(node, loss[node], reorder[node], clock[node]);
            }
            int leader = cluster.awaitLeader();
            try (Bots bots = new Bots(cluster.config, 1, 5, 20)) {
                assertTrue(bots.settle(SETTLE_MILLIS), cluster.report());
                bots.play(1_000);
                long before = cluster.status(leader).tick();
                cluster.kill(leader);
                cluster.await("another leader", () -> cluster.leader() >= 0);
                bots.play(1_000);
                cluster.start(leader, loss[leader], reorder[leader], clock[leader]);
                assertTrue(bots.settle(SETTLE_MILLIS), cluster.report());
                bots.players().forEach(player -> assertEquals(player.sent(), player.answered()));
                cluster.awaitEqualStates();
                assertTrue(cluster.status(leader).tick() > before);
            }
        }
    }
}
