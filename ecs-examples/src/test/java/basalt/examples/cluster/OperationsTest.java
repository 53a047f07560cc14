package basalt.examples.cluster;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import basalt.examples.framework.program.ProgramRun;
import io.aeron.archive.ArchiveTool;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.io.PrintStream;
import java.io.StringWriter;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What an operator does: status, snapshot, upgrade, stop and start; and nodes that must not run. */
@SlowClusterTest
class OperationsTest {
    private static final int LAST = TestCluster.NODES - 1;
    private static final int END_SECONDS = 30;

    @TempDir
    Path directory;

    @Test
    void shouldBeOperated() throws Exception {
        try (TestCluster cluster = new TestCluster(directory)) {
            cluster.start(0);
            cluster.start(1);
            cluster.awaitLeader();
            ends(cluster, "incompatible version", "version=2.0.0");
            ends(cluster, "the state differs from the leader's at tick", "seed=99");
            cluster.start(LAST, "version=1.1.0"); // a compatible one
            cluster.awaitEqualStates();
            upgrade(cluster);

            StringWriter status = new StringWriter();
            assertEquals(0, run(cluster, "--status", status));
            assertEquals(1, count(status, "leader"), status::toString);
            assertEquals(2, count(status, "follower"), status::toString);

            joinAsPlayers(cluster);
            assertEquals(0, run(cluster, "--snapshot", new StringWriter()));
            long tick = cluster.status(0).tick();
            cluster.awaitEqualStates();
            assertEquals(0, run(cluster, "--stop", new StringWriter()));
            for (int node = 0; node < TestCluster.NODES; node++) {
                assertEquals(0, cluster.awaitExit(node, END_SECONDS), cluster.report());
                assertTrue(cluster.printed(node).endsWith("ended\n"), cluster.report());
            }
            assertEquals(1, run(cluster, "--status", new StringWriter()));

            cluster.startAll();
            cluster.awaitEqualStates();
            assertTrue(cluster.status(0).tick() > tick, cluster.report());
        }
    }

    /** One node after the other gets the new version, while a player plays, who loses nothing. */
    private static void upgrade(TestCluster cluster) throws Exception {
        try (Bots bots = new Bots(cluster.config, 9, 1, 20)) {
            assertTrue(bots.settle(TimeUnit.SECONDS.toMillis(END_SECONDS)), cluster.report());
            for (int node = 0; node < LAST; node++) {
                cluster.end(node);
                cluster.start(node, "version=1.1.0");
                bots.play(1_000);
                cluster.awaitEqualStates();
            }
            assertTrue(bots.settle(TimeUnit.SECONDS.toMillis(END_SECONDS)), cluster.report());
            bots.players().forEach(player -> assertEquals(player.sent(), player.answered()));
            assertTrue(bots.players().get(0).answered() > 0);
        }
    }

    /** A node that must not run ends with an error, and the others go on. */
    private static void ends(TestCluster cluster, String message, String setting) throws Exception {
        cluster.start(LAST, setting);
        assertEquals(1, cluster.awaitExit(LAST, END_SECONDS), cluster.report());
        assertTrue(cluster.printed(LAST).contains("cluster: node " + LAST + " has ended: "), cluster.report());
        assertTrue(cluster.printed(LAST).contains(message), cluster.report());
        assertTrue(cluster.awaitLeader() != LAST);
    }

    private int run(TestCluster cluster, String task, StringWriter out) throws IOException {
        return ProgramRun.execute(ClusterProgram.commandLine(), out, out, arguments(cluster, task));
    }

    /** Arguments, with the settings in a file, as on several machines. */
    private String[] arguments(TestCluster cluster, String... program) throws IOException {
        Path file = directory.resolve("cluster.properties");
        Files.write(file, cluster.config.changed());
        List<String> args = new ArrayList<>(List.of(program));
        args.addAll(List.of("--config", file.toString()));
        return args.toArray(new String[0]);
    }

    private void joinAsPlayers(TestCluster cluster) throws IOException {
        StringWriter out = new StringWriter();
        String[] args = arguments(cluster, "--bots", "3", "--seconds", "1");
        assertEquals(0, ProgramRun.execute(ClientProgram.commandLine(), out, out, args), out::toString);
        assertTrue(out.toString().matches("3 players, [0-9,]+ round trips: median .* ms\\R?.*\\R"), out::toString);

        StringWriter refused = new StringWriter();
        String[] wrong = arguments(cluster, "--set", "token=guess");
        assertEquals(1, ProgramRun.execute(ClientProgram.commandLine(), refused, refused, wrong));
        assertEquals(
                "client: the token is wrong",
                refused.toString().lines().reduce((a, b) -> b).orElse(""));
    }

    private static long count(StringWriter text, String word) {
        return text.toString().lines().filter(line -> line.contains(word)).count();
    }

    @Test
    void shouldGoOnWhenADiskIsFull() throws Exception {
        Path disk = Files.createDirectories(directory.resolve("node-" + LAST));
        Assumptions.assumeTrue(
                mount("mount", "-t", "tmpfs", "-o", "size=24m", "tmpfs", disk.toString()),
                "a small disk can be mounted by root only");
        try (TestCluster cluster = new TestCluster(directory, "low-storage-bytes=1048576")) {
            cluster.startAll();
            cluster.awaitEqualStates();
            fill(disk.resolve("filler"));
            try (Bots bots = new Bots(cluster.config, 1, 5, 50)) {
                bots.play(2_000);
                assertTrue(bots.settle(TimeUnit.SECONDS.toMillis(END_SECONDS)), cluster.report());
                bots.players().forEach(player -> assertEquals(player.sent(), player.answered()));
            }
            assertEquals(1, cluster.awaitExit(LAST, END_SECONDS), cluster.report());
            assertTrue(cluster.printed(LAST).contains("cluster: node 2 has ended: "), cluster.report());
            Files.delete(disk.resolve("filler"));
            repair(disk.resolve("archive"));
            cluster.start(LAST);
            cluster.awaitEqualStates();
        } finally {
            mount("umount", disk.toString());
        }
    }

    /** What the documentation tells the operator to do: cuts off a message that was written only in part. */
    private static void repair(Path archive) {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        ArchiveTool.verify(
                new PrintStream(out, true, StandardCharsets.UTF_8),
                archive.toFile(),
                EnumSet.noneOf(ArchiveTool.VerifyOption.class),
                "CRC-32C",
                file -> true);
        assertFalse(out.toString(StandardCharsets.UTF_8).contains("ERR"), out::toString);
    }

    /** Mounts or unmounts. Returns whether that has worked. */
    private static boolean mount(String... command) throws Exception {
        return new ProcessBuilder(command).start().waitFor() == 0;
    }

    private static void fill(Path file) throws Exception {
        try (OutputStream out = Files.newOutputStream(file)) {
            byte[] bytes = new byte[4096];
            while (true) {
                out.write(bytes);
            }
        } catch (IOException e) {
            assertTrue(Files.size(file) > 0, e.toString());
        }
    }
}
