package basalt.examples.cluster;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import basalt.examples.cluster.Message.Command;
import io.aeron.cluster.client.AeronCluster;
import java.nio.file.Path;
import java.util.Random;
import java.util.concurrent.TimeUnit;
import org.agrona.concurrent.UnsafeBuffer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Clients that flood, send garbage, never read, or have no token. Others play on meanwhile. */
@SlowClusterTest
class HostileClientsTest {
    private static final long SETTLE_MILLIS = 20_000;
    private static final int SESSIONS = 8;

    @TempDir
    Path directory;

    @Test
    void shouldTellWhyAndCloseTheirSessionsWhileOthersPlay() throws Exception {
        try (TestCluster cluster = new TestCluster(directory, "messages-per-second=300", "sessions=" + SESSIONS)) {
            cluster.startAll();
            cluster.awaitLeader();
            try (Bots good = new Bots(cluster.config, 1, 3, 20);
                    Bots bad = new Bots(cluster.config, 100, 3, 20)) {
                assertTrue(good.settle(SETTLE_MILLIS), cluster.report());
                assertTrue(bad.settle(SETTLE_MILLIS), cluster.report());

                PlayerClient flooder = bad.players().get(0);
                PlayerClient babbler = bad.players().get(1);
                PlayerClient deaf = bad.players().get(2);
                flood(cluster, flooder);
                assertEquals(Message.Status.TOO_MANY.text, flooder.refusal());
                babble(babbler);
                assertEquals(Message.Status.MALFORMED.text, babbler.refusal());
                withoutReading(cluster, good, deaf);

                refuseAWrongToken(cluster);
                refuseTooManySessions(cluster, good);
                good.play(1_000);
                assertTrue(good.settle(SETTLE_MILLIS), cluster.report());
                good.players().forEach(player -> assertNull(player.refusal()));
            }
            cluster.awaitEqualStates();
        }
    }

    private static void flood(TestCluster cluster, PlayerClient player) {
        AeronCluster connection = player.connection();
        UnsafeBuffer message = new UnsafeBuffer(new byte[Message.COMMAND_LENGTH]);
        long command = 0;
        long end = System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(SETTLE_MILLIS);
        while (player.refusal() == null && System.nanoTime() < end) {
            command++;
            connection.offer(message, 0, new Command(Message.STEER, command, 1, 1).write(message)); // or it is lost
            if (command % 100 == 0) {
                player.poll();
            }
        }
        assertTrue(cluster.leader() >= 0, cluster.report());
    }

    /** Sends garbage, again after a while: the session may have ended while nothing was sent, or messages are lost. */
    private static void babble(PlayerClient player) {
        Random random = new Random(1);
        long end = System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(SETTLE_MILLIS);
        while (player.refusal() == null && System.nanoTime() < end) {
            for (int length = 5_200; length >= 0 && player.isReady(); length -= 200) { // at first several packets each
                byte[] garbage = new byte[length];
                random.nextBytes(garbage);
                player.connection().offer(new UnsafeBuffer(garbage), 0, length);
            }
            EmbeddedAeron.poll(500, player::poll);
        }
    }

    /** Sends within the limit and keeps the session alive, but never polls. The others are not held up. */
    private static void withoutReading(TestCluster cluster, Bots good, PlayerClient player) {
        AeronCluster connection = player.connection();
        UnsafeBuffer message = new UnsafeBuffer(new byte[Message.COMMAND_LENGTH]);
        for (int sent = 0; sent < 1_200; sent++) { // more answers than there is room for
            connection.offer(message, 0, new Command(Message.STEER, 0, 1, 1).write(message));
            good.play(5); // so that these are fewer than 300 a second, which is the limit
        }
        long answered = good.players().get(0).answered();
        good.play(1_000);
        assertTrue(good.players().get(0).answered() > answered + 10, cluster.report());
        player.close();
        assertNull(player.refusal());
        cluster.await(
                "the end of other sessions",
                () -> sessions(cluster) == good.players().size());
    }

    private static long sessions(TestCluster cluster) {
        return cluster.status(cluster.awaitLeader()).sessions();
    }

    private static void refuseAWrongToken(TestCluster cluster) {
        ClusterConfig wrong = new ClusterConfig().set("token", "guess");
        cluster.config.changed().stream()
                .filter(setting -> setting.startsWith("members="))
                .forEach(setting -> wrong.set("members", setting.substring("members=".length())));
        try (Bots intruder = new Bots(wrong, 200, 1, 1)) {
            assertTrue(intruder.settle(SETTLE_MILLIS), cluster.report());
            assertEquals("the token is wrong", intruder.players().get(0).refusal());
        }
    }

    private static void refuseTooManySessions(TestCluster cluster, Bots good) {
        try (Bots crowd = new Bots(cluster.config, 300, SESSIONS, 1)) {
            int free = SESSIONS - good.players().size();
            long end = System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(SETTLE_MILLIS);
            while (crowd.ready() < free || !isLimitKnown(crowd)) {
                assertTrue(System.nanoTime() < end, cluster.report());
                crowd.settle(100);
            }
            crowd.settle(500);
            assertEquals(free, crowd.ready(), cluster.report());
        }
    }

    private static boolean isLimitKnown(Bots crowd) {
        return crowd.players().stream()
                .map(PlayerClient::problem)
                .anyMatch(problem -> problem != null && problem.contains("concurrent session limit"));
    }
}
