package basalt.examples.cluster;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Path;
import java.util.Random;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Processes that are killed, stopped and continued while players play. What is asserted: a command that was answered is
 * never lost, none is applied twice, all nodes have the same state, and the service answers again after the death of a
 * leader, in the soak within five seconds. Players themselves check each answer. {@code -Dbasalt.cluster.soak=N} makes
 * N more rounds of faults, at random.
 */
class FaultsTest {
    private static final int PLAYERS = 10;
    private static final int RATE = 20;
    private static final int SOAK = Integer.getInteger("basalt.cluster.soak", 0);

    /** The soak runs on a machine that does nothing else. */
    private static final long ANSWER_MILLIS = SOAK > 0 ? 5_000 : 30_000;

    private static final long SETTLE_MILLIS = 30_000;

    @TempDir
    Path directory;

    @Test
    void shouldSurviveTheDeathOfNodes() throws Exception {
        try (TestCluster cluster = new TestCluster(directory)) {
            cluster.startAll();
            cluster.awaitLeader();
            long[] sent;
            try (Bots bots = new Bots(cluster.config, 1, PLAYERS, RATE)) {
                assertTrue(bots.settle(SETTLE_MILLIS), cluster.report());
                bots.play(1_000);

                int leader = cluster.awaitLeader();
                cluster.kill(leader);
                playUntilAnswered(cluster, bots);
                cluster.snapshot();
                bots.play(1_000);
                cluster.start(leader);
                cluster.awaitEqualStates();

                int follower = cluster.follower();
                cluster.signal(follower, "STOP");
                bots.play(1_000);
                cluster.signal(follower, "CONT");
                bots.play(500);
                cluster.kill(cluster.follower());
                cluster.start(cluster.follower());
                soak(cluster, bots);
                sent = checkPlayers(cluster, bots);
                cluster.awaitEqualStates();
            }
            checkThatNothingIsLost(cluster, sent);
        }
    }

    /** Plays until a command that was sent after now is answered. */
    private static void playUntilAnswered(TestCluster cluster, Bots bots) {
        long start = System.nanoTime();
        PlayerClient player = bots.players().get(0);
        long sent = player.sent();
        while (player.answered() <= sent) {
            bots.play(20);
            long millis = TimeUnit.NANOSECONDS.toMillis(System.nanoTime() - start);
            assertTrue(
                    millis < ANSWER_MILLIS,
                    () -> "no answer for " + millis + " ms\n" + cluster.report().get());
        }
    }

    /** Rounds of faults at random: of nodes, and of an observer, which must have the cluster's state in the end. */
    private void soak(TestCluster cluster, Bots bots) throws Exception {
        long seed = Long.getLong("basalt.cluster.seed", System.nanoTime());
        Random random = new Random(seed);
        int port = TestCluster.freePort();
        Path output = directory.resolve("observer.log");
        Process observer = SOAK == 0 ? null : cluster.observe(port, output);
        for (int round = 0; round < SOAK; round++) {
            cluster.awaitEqualStates();
            String place = "round " + round + " of seed " + seed;
            int node = random.nextInt(TestCluster.NODES);
            boolean isLeader = node == cluster.awaitLeader();
            switch (random.nextInt(4)) {
                case 0 -> {
                    cluster.kill(node);
                    if (isLeader) {
                        playUntilAnswered(cluster, bots);
                    }
                    bots.play(random.nextInt(3_000));
                    cluster.start(node);
                }
                case 1 -> {
                    cluster.signal(node, "STOP");
                    bots.play(random.nextInt(4_000));
                    cluster.signal(node, "CONT");
                }
                case 2 -> {
                    observer.destroyForcibly().waitFor();
                    observer = cluster.observe(port, output);
                }
                default -> cluster.snapshot();
            }
            bots.play(1_000);
            assertTrue(
                    bots.settle(SETTLE_MILLIS),
                    () -> place + "\n" + cluster.report().get());
        }
    }

    /** Returns the number of the last command of each player. */
    private static long[] checkPlayers(TestCluster cluster, Bots bots) {
        assertTrue(bots.settle(SETTLE_MILLIS), cluster.report());
        for (PlayerClient player : bots.players()) {
            assertEquals(null, player.refusal());
            assertTrue(player.sent() > 0);
            assertEquals(player.sent(), player.answered());
        }
        return bots.players().stream().mapToLong(PlayerClient::sent).toArray();
    }

    /** The same players in new sessions: their last numbers are those that were answered before. */
    private static void checkThatNothingIsLost(TestCluster cluster, long[] sent) {
        try (Bots again = new Bots(cluster.config, 1, PLAYERS, RATE)) {
            assertTrue(again.settle(SETTLE_MILLIS), cluster.report());
            for (int i = 0; i < PLAYERS; i++) {
                assertEquals(sent[i], again.players().get(i).answered());
            }
            again.play(500);
            assertTrue(again.settle(SETTLE_MILLIS), cluster.report());
        }
    }
}
