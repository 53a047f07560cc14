package basalt.examples.cluster;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.aeron.CommonContext;
import java.io.File;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.TimeUnit;
import org.agrona.IoUtil;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Worlds outside the cluster: from the beginning of the log, from a snapshot, and after the death of a node. */
class ObserverTest {
    private static final String SOURCE = "observer: copies from node ";
    private static final long PATIENCE_SECONDS = 40;

    @TempDir
    Path directory;

    private final List<String> log = new CopyOnWriteArrayList<>();
    private final List<Long> ticks = new ArrayList<>();

    private Observer observer(TestCluster cluster, String name) {
        return new Observer(
                cluster.config,
                directory.resolve(name),
                "localhost:" + TestCluster.freePort(),
                (world, tick) -> {
                    assertEquals(tick, world.time().tick());
                    ticks.add(tick);
                },
                log::add);
    }

    @Test
    void shouldHaveTheStateOfTheCluster() throws Exception {
        try (TestCluster cluster = new TestCluster(directory)) {
            cluster.startAll();
            cluster.awaitLeader();
            try (Bots bots = new Bots(cluster.config, 1, 5, 20)) {
                bots.play(1_000);
                try (Observer first = observer(cluster, "first")) {
                    follow(cluster, bots, first);
                    for (int i = 0; i < ticks.size(); i++) {
                        assertEquals(i + 1, ticks.get(i), "each tick once");
                    }
                    cluster.snapshot();

                    int source = source();
                    cluster.kill(source);
                    follow(cluster, bots, first);
                    assertTrue(source() != source, log::toString);
                    cluster.start(source);
                    for (int i = 0; i < ticks.size(); i++) {
                        assertEquals(i + 1, ticks.get(i), "each tick once");
                    }
                }
                restartAProcess(cluster);
                ticks.clear();
                try (Observer second = observer(cluster, "second")) {
                    follow(cluster, bots, second);
                    assertFalse(ticks.contains(1L), "the snapshot is the beginning");
                }
            }
        }
    }

    /** An observer that is killed can be started again at once, in the same place. */
    private void restartAProcess(TestCluster cluster) throws Exception {
        int port = TestCluster.freePort();
        Path output = directory.resolve("observer.log");
        for (int round = 0; round < 2; round++) {
            Process process = cluster.observe(port, output);
            cluster.await("a world", () -> TestCluster.observedTick(output) > 0);
            process.destroyForcibly().waitFor();
            IoUtil.delete(output.toFile(), false);
        }
        IoUtil.delete(new File(CommonContext.getAeronDirectoryName() + "-basalt-observer-" + port), true);
    }

    /** The number of the node that was copied from last. */
    private int source() {
        String last = log.stream().filter(line -> line.startsWith(SOURCE)).reduce("", (before, line) -> line);
        return Integer.parseInt(last.substring(SOURCE.length()));
    }

    /** Polls, while the bots play, until the observer has a hash that is newer than now and equal to a node's. */
    private void follow(TestCluster cluster, Bots bots, Observer observer) {
        long end = System.nanoTime() + TimeUnit.SECONDS.toNanos(PATIENCE_SECONDS);
        cluster.awaitLeader();
        NodeStatus now = cluster.status(cluster.awaitLeader());
        long from = now.tick() + cluster.config.checkTicks();
        boolean isEqual = false;
        while (!isEqual) {
            assertTrue(
                    System.nanoTime() < end,
                    () -> "observer at tick " + observer.tick() + " of " + from + "\n" + String.join("\n", log) + "\n"
                            + cluster.report().get());
            while (observer.poll() > 0) {
                continue;
            }
            bots.play(5);
            int leader = cluster.leader();
            NodeStatus status = leader < 0 ? null : cluster.status(leader);
            isEqual = status != null
                    && observer.tick() >= from
                    && status.tick() >= from
                    && observer.hash() == status.hash();
        }
    }
}
