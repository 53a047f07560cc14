package basalt.examples.cluster;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import basalt.world.World;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.TimeUnit;
import java.util.function.ObjLongConsumer;
import org.agrona.IoUtil;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Worlds outside the cluster: from the beginning of the log, from a snapshot, and after the death of a node. */
@SlowClusterTest
class ObserverTest {
    private static final String SOURCE = "observer: copies from node ";
    private static final long PATIENCE_SECONDS = 40;

    @TempDir
    Path directory;

    private final List<String> log = new CopyOnWriteArrayList<>();
    private final List<Long> ticks = new ArrayList<>();

    private final List<Integer> ports = new ArrayList<>();

    @AfterEach
    void delete() {
        ports.forEach(TestCluster::deleteObserver);
    }

    private int port() {
        ports.add(TestCluster.freePort());
        return ports.get(ports.size() - 1);
    }

    private Observer observer(TestCluster cluster, ObjLongConsumer<World> observed) {
        return new Observer(
                cluster.config,
                "localhost:" + port(),
                (world, tick) -> {
                    assertEquals(tick, world.time().tick());
                    ticks.add(tick);
                    observed.accept(world, tick);
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
                try (Observer first = observer(cluster, (world, tick) -> {})) {
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
                Process another = restartAProcess(cluster);
                ticks.clear();
                showSpectators(cluster, bots);
                assertFalse(ticks.contains(1L), "the snapshot is the beginning");
                assertTrue(another.isAlive(), "two at the same time");
                another.destroyForcibly().waitFor();
            }
        }
    }

    /** An observer that is killed can be started again at once, in the same place. Returns one that runs. */
    private Process restartAProcess(TestCluster cluster) throws Exception {
        int port = port();
        Path output = directory.resolve("observer.log");
        Process process = cluster.observe(port, output);
        cluster.await("a world", () -> TestCluster.observedTick(output) > 0);
        process.destroyForcibly().waitFor();
        IoUtil.delete(output.toFile(), false);
        process = cluster.observe(port, output);
        cluster.await("a world", () -> TestCluster.observedTick(output) > 0);
        return process;
    }

    /** An observer with a feed: spectators have the states that it sends. */
    private void showSpectators(TestCluster cluster, Bots bots) {
        String feed = "localhost:" + TestCluster.freePort();
        try (FeedServer server = new FeedServer(cluster.config, feed);
                Observer observer = observer(cluster, server);
                Spectators spectators = new Spectators(cluster.config, feed, 3)) {
            follow(cluster, bots, observer);
            long end = System.nanoTime() + TimeUnit.SECONDS.toNanos(PATIENCE_SECONDS);
            while (spectators.ready() < 3 || spectators.compared() < 3) {
                assertTrue(System.nanoTime() < end, () -> spectators.ready() + " spectators have a state");
                while (observer.poll() > 0) {
                    continue;
                }
                bots.play(5);
                spectators.watch(5);
            }
            assertEquals(0, spectators.wrong());
        }
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
        long from = now.tick() + cluster.config.number(ClusterConfig.Setting.CHECK_TICKS);
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
