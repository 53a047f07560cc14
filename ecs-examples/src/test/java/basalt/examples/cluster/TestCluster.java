package basalt.examples.cluster;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.fail;

import io.aeron.cluster.ClusterControl.ToggleState;
import io.aeron.cluster.service.Cluster;
import java.io.File;
import java.io.IOException;
import java.net.DatagramSocket;
import java.net.SocketException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;
import java.util.function.Supplier;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.agrona.IoUtil;
import org.agrona.SystemUtil;

/** Three nodes as processes, in a directory of their own, on ports that are free. */
final class TestCluster implements AutoCloseable {
    static final int NODES = 3;
    private static final int PORTS_A_NODE = 6;
    private static final Pattern OBSERVED = Pattern.compile("observer: tick ([0-9,]+), hash (?!0{16})([0-9a-f]+)");
    private static final long PATIENCE_SECONDS = 40;
    private static final int END_SECONDS = 20;

    final ClusterConfig config;
    private final Launcher launcher;
    private final Path directory;

    /** Settings as {@code key=value}, and flags of the JVMs. */
    TestCluster(Path directory, String... settings) {
        this.directory = directory;
        int port = freePorts(NODES * PORTS_A_NODE);
        config = new ClusterConfig()
                .set("dir", directory.toString())
                .set("bullets", "500")
                .set("idle-us", "500")
                .set("messages-per-second", "200")
                .set("check-ticks", "10")
                .set("heartbeat-timeout-ms", "1000")
                .set("members", member(0, port) + "," + member(1, port) + "," + member(2, port));
        List<String> flags = new ArrayList<>(List.of("-XX:TieredStopAtLevel=1")); // they live for seconds
        for (String setting : settings) {
            if (setting.startsWith("-")) {
                flags.add(setting);
            } else {
                String[] parts = setting.split("=", 2);
                config.set(parts[0], parts[1]);
            }
        }
        launcher = new Launcher(config, flags.toArray(new String[0]));
    }

    /** A node's place: with an address of its own, where the operating system has more than one for itself. */
    private static String member(int node, int firstPort) {
        String host = SystemUtil.isLinux() ? "127.0.0." + (2 + node) : "localhost";
        return host + ":" + (firstPort + node * PORTS_A_NODE);
    }

    /** A free port, outside of the range from which the operating system chooses. */
    static int freePort() {
        return freePorts(1);
    }

    private static int freePorts(int count) {
        for (int attempt = 0; attempt < 100; attempt++) {
            int first = ThreadLocalRandom.current().nextInt(10_000, 30_000);
            if (areFree(first, count)) {
                return first;
            }
        }
        return fail("no free ports");
    }

    private static boolean areFree(int first, int count) {
        for (int port = first; port < first + count; port++) {
            try (DatagramSocket socket = new DatagramSocket(port)) {
                socket.setReuseAddress(false);
            } catch (SocketException e) {
                return false;
            }
        }
        return true;
    }

    Process start(int node, String... settings) throws IOException {
        return launcher.start(node, output(node), settings);
    }

    /** Starts an observer as a process, which the caller ends. */
    Process observe(int port, Path output) throws IOException {
        return launcher.run(List.of("--observe", "localhost:" + port), output);
    }

    /** Deletes what an observer that is gone, or was killed, has left in shared memory. */
    static void deleteObserver(int port) {
        deleteDriver(Backup.driverDirectory(port));
    }

    private static void deleteDriver(String driver) {
        IoUtil.delete(new File(driver), true);
        IoUtil.delete(new File(driver + ".lock"), true);
    }

    /** The tick of the last line of an observer; -1 if it has none. */
    static long observedTick(Path output) {
        String tick = observed(output, 1);
        return tick == null ? -1 : Long.parseLong(tick.replace(",", ""));
    }

    /** The hash in the last line of an observer; 0 if it has none. */
    static long observedHash(Path output) {
        String hash = observed(output, 2);
        return hash == null ? 0 : Long.parseUnsignedLong(hash, 16);
    }

    private static String observed(Path output, int group) {
        String last = null;
        try {
            Matcher line = OBSERVED.matcher(Files.exists(output) ? Files.readString(output) : "");
            while (line.find()) {
                last = line.group(group);
            }
        } catch (IOException e) {
            fail(e);
        }
        return last;
    }

    private Path output(int node) {
        return directory.resolve("node-" + node + ".log");
    }

    void startAll() throws IOException {
        for (int node = 0; node < NODES; node++) {
            start(node);
        }
    }

    /** All that a node has printed. */
    String printed(int node) {
        try {
            return Files.exists(output(node)) ? Files.readString(output(node)) : "";
        } catch (IOException e) {
            return String.valueOf(e);
        }
    }

    void kill(int node) throws InterruptedException {
        launcher.node(node).destroyForcibly().waitFor();
    }

    /** Ends a node as an operator does. */
    void end(int node) throws IOException, InterruptedException {
        launcher.node(node).getOutputStream().close();
        assertEquals(0, awaitExit(node, END_SECONDS));
    }

    /** Sends a signal, as STOP or CONT. */
    void signal(int node, String signal) throws IOException, InterruptedException {
        Process kill = new ProcessBuilder(
                        "kill", "-" + signal, String.valueOf(launcher.node(node).pid()))
                .start();
        assertEquals(0, kill.waitFor());
    }

    boolean isAlive(int node) {
        Process process = launcher.node(node);
        return process != null && process.isAlive();
    }

    /** Waits until a node's process has ended. Returns its exit code. */
    int awaitExit(int node, int seconds) throws InterruptedException {
        Process process = launcher.node(node);
        if (!process.waitFor(seconds, TimeUnit.SECONDS)) {
            fail("node " + node + " does not end\n" + report().get());
        }
        return process.exitValue();
    }

    NodeStatus status(int node) {
        return isAlive(node) ? NodeStatus.of(config, node) : null;
    }

    /** The leader; -1 if there is none, or two believe that they are it. */
    int leader() {
        int leader = -1;
        for (int node = 0; node < NODES; node++) {
            NodeStatus status = status(node);
            if (status != null && status.role() == Cluster.Role.LEADER && status.position() > 0) {
                if (leader >= 0) {
                    return -1;
                }
                leader = node;
            }
        }
        return leader;
    }

    int awaitLeader() {
        int[] leader = new int[1];
        await("a leader", () -> (leader[0] = leader()) >= 0);
        return leader[0];
    }

    int follower() {
        return (awaitLeader() + 1) % NODES;
    }

    void await(String what, BooleanSupplier condition) {
        long end = System.nanoTime() + TimeUnit.SECONDS.toNanos(PATIENCE_SECONDS);
        while (!condition.getAsBoolean()) {
            if (System.nanoTime() > end) {
                fail(what + " has not come\n" + report().get());
            }
            sleep(50);
        }
    }

    static void sleep(long millis) {
        try {
            Thread.sleep(millis);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException(e);
        }
    }

    /** What all nodes have printed. */
    Supplier<String> report() {
        return () -> {
            StringBuilder text = new StringBuilder();
            for (int node = 0; node < NODES; node++) {
                text.append(status(node)).append('\n').append(printed(node)).append('\n');
            }
            return text.toString();
        };
    }

    /** Waits until the nodes have taken the same hash, which is newer than any that one has now. */
    void awaitEqualStates() {
        long newest = 0;
        for (int node = 0; node < NODES; node++) {
            NodeStatus status = status(node);
            newest = Math.max(newest, status == null ? 0 : status.tick());
        }
        long from = newest + config.number(ClusterConfig.Setting.CHECK_TICKS);
        await("an equal state from tick " + from, () -> areEqual(from));
    }

    private boolean areEqual(long fromTick) {
        NodeStatus first = status(0);
        if (first == null || first.tick() < fromTick) {
            return false;
        }
        for (int node = 1; node < NODES; node++) {
            NodeStatus status = status(node);
            if (status == null || status.tick() < fromTick || status.hash() != first.hash()) {
                return false;
            }
        }
        return true;
    }

    void request(ToggleState request) {
        await(request + " is taken", () -> leader() >= 0 && NodeStatus.request(config, leader(), request));
    }

    /** Lets all nodes that run save their worlds, and waits until they have. */
    void snapshot() {
        long[] before = new long[NODES];
        for (int node = 0; node < NODES; node++) {
            NodeStatus status = status(node);
            before[node] = status == null ? -1 : status.snapshots();
        }
        request(ToggleState.SNAPSHOT);
        await("a snapshot", () -> {
            for (int node = 0; node < NODES; node++) {
                NodeStatus status = status(node);
                if (status != null && before[node] >= 0 && status.snapshots() <= before[node]) {
                    return false;
                }
            }
            return true;
        });
    }

    @Override
    public void close() {
        launcher.kill();
        for (int node = 0; node < NODES; node++) {
            deleteDriver(config.driverDirectory(node));
        }
    }
}
