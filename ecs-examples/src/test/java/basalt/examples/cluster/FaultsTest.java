package basalt.examples.cluster;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Path;
import java.util.HashSet;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Processes that are killed, stopped and continued while players play. What is asserted: a command that was answered is
 * never lost, none is applied twice, all nodes have the same state, and the service answers again after the death of a
 * leader, in the soak within five seconds. Players themselves check each answer. {@code -Dbasalt.cluster.soak=N} makes
 * N more rounds of faults, at random.
 */
@Tag("long")
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
        try (TestCluster cluster = new TestCluster(directory, "messages-per-second=60")) {
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
                int other = cluster.follower();
                cluster.kill(other);
                cluster.start(other);
                soak(cluster, bots);
                sent = checkPlayers(cluster, bots);
                cluster.awaitEqualStates();
            }
            checkThatNothingIsLost(cluster, sent);
        }
    }

    /** Plays until a command that was sent after now is answered. Returns the milliseconds until then. */
    private static long playUntilAnswered(TestCluster cluster, Bots bots) {
        long start = System.nanoTime();
        PlayerClient player = bots.players().get(0);
        long sent = player.sent();
        long millis = 0;
        while (player.answered() <= sent) {
            bots.play(20);
            millis = TimeUnit.NANOSECONDS.toMillis(System.nanoTime() - start);
            String late = "no answer for " + millis + " ms\n";
            assertTrue(millis < ANSWER_MILLIS, () -> late + cluster.report().get());
        }
        return millis;
    }

    /**
     * Rounds of faults at random: in each the leader, a follower or an observer is killed, and often a node is stopped
     * or all save their worlds before. In the end the observer has the cluster's state.
     */
    private void soak(TestCluster cluster, Bots bots) throws Exception {
        if (SOAK == 0) {
            return;
        }
        long seed = Long.getLong("basalt.cluster.seed", System.nanoTime());
        Random random = new Random(seed);
        int port = TestCluster.freePort();
        Path output = directory.resolve("observer.log");
        int[] killed = new int[3];
        int paused = 0;
        long longest = 0;
        Process observer = cluster.observe(port, output);
        for (int round = 0; round < SOAK; round++) {
            cluster.awaitEqualStates();
            int kind = random.nextInt(5);
            if (kind == 0) {
                cluster.snapshot();
            } else if (kind <= 2) {
                int node = random.nextInt(TestCluster.NODES);
                cluster.signal(node, "STOP");
                bots.play(random.nextInt(4_000));
                cluster.signal(node, "CONT");
                paused++;
            }
            int victim = random.nextInt(3);
            killed[victim]++;
            if (victim == 2) {
                observer.destroyForcibly().waitFor();
                observer = cluster.observe(port, output);
            } else {
                int leader = cluster.awaitLeader();
                int node = victim == 0 ? leader : (leader + 1 + random.nextInt(2)) % TestCluster.NODES;
                cluster.kill(node);
                if (victim == 0) {
                    longest = Math.max(longest, playUntilAnswered(cluster, bots));
                }
                bots.play(random.nextInt(3_000));
                cluster.start(node);
            }
            bots.play(1_000);
            String place = "round " + round + " of seed " + seed;
            assertTrue(
                    bots.settle(SETTLE_MILLIS),
                    () -> place + "\n" + cluster.report().get());
            bots.players().forEach(player -> assertNull(player.refusal(), place));
        }
        awaitEqualObserver(cluster, bots, output);
        observer.destroyForcibly().waitFor();
        TestCluster.deleteObserver(port);
        System.out.printf(
                "soak: killed %d leaders, %d followers, %d observers; paused %d nodes; longest time without an answer"
                        + " after a leader's death %,d ms%n",
                killed[0], killed[1], killed[2], paused, longest);
    }

    /** Waits until the last line of the observer has a hash that a node has, too. */
    private static void awaitEqualObserver(TestCluster cluster, Bots bots, Path output) {
        long end = System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(SETTLE_MILLIS);
        Set<Long> hashes = new HashSet<>();
        long tick = TestCluster.observedTick(output);
        while (TestCluster.observedTick(output) <= tick || !hashes.contains(TestCluster.observedHash(output))) {
            assertTrue(
                    System.nanoTime() < end,
                    () -> "the observer's state is not the cluster's\n"
                            + cluster.report().get());
            bots.play(20);
            NodeStatus status = cluster.status(cluster.awaitLeader());
            if (status != null) {
                hashes.add(status.hash());
            }
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
