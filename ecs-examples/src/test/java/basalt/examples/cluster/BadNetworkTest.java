package basalt.examples.cluster;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.aeron.driver.ext.DebugReceiveChannelEndpointSupplier;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Nodes that lose packets, which Aeron sends again after others, and whose clocks differ. */
@SlowClusterTest
class BadNetworkTest {
    private static final long SETTLE_MILLIS = 30_000;

    @TempDir
    Path directory;

    @Test
    void shouldAgreeWithLostPacketsAndWrongClocks() throws Exception {
        try (TestCluster cluster = new TestCluster(
                directory,
                "heartbeat-timeout-ms=2000",
                "-Daeron.ReceiveChannelEndpoint.supplier=" + DebugReceiveChannelEndpointSupplier.class.getName(),
                "-Daeron.debug.receive.data.loss.rate=0.1",
                "-Daeron.debug.receive.control.loss.rate=0.1")) {
            String[] clock = {"clock-offset-ms=-60000", "clock-offset-ms=0", "clock-offset-ms=3600000"};
            for (int node = 0; node < TestCluster.NODES; node++) {
                cluster.start(node, clock[node]);
            }
            int leader = cluster.awaitLeader();
            try (Bots bots = new Bots(cluster.config, 1, 5, 20)) {
                assertTrue(bots.settle(SETTLE_MILLIS), cluster.report());
                bots.play(1_000);
                long before = cluster.status(leader).tick();
                cluster.kill(leader);
                cluster.await("another leader", () -> cluster.leader() >= 0);
                bots.play(1_000);
                cluster.start(leader, clock[leader]);
                assertTrue(bots.settle(SETTLE_MILLIS), cluster.report());
                bots.players().forEach(player -> assertEquals(player.sent(), player.answered()));
                cluster.awaitEqualStates();
                assertTrue(cluster.status(leader).tick() > before);
            }
        }
    }
}
