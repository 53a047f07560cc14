package basalt.examples.cluster;

import basalt.examples.cluster.ClusterConfig.Setting;
import basalt.examples.framework.program.OneLine;
import basalt.examples.framework.program.Program;
import basalt.memory.NativeAccess;
import io.aeron.cluster.ClusterControl.ToggleState;
import io.aeron.cluster.service.Cluster;
import java.io.IOException;
import java.io.OutputStream;
import java.io.PrintWriter;
import java.util.Locale;
import java.util.concurrent.Callable;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.agrona.concurrent.ShutdownSignalBarrier;
import picocli.CommandLine;
import picocli.CommandLine.ArgGroup;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** The command line of the cluster: runs all nodes of it on this machine, or one; asks and stops a running one. */
@Command(
        name = "cluster",
        description = "Runs a world of bullets on several nodes, which survives the death of some of them.",
        sortOptions = false,
        usageHelpAutoWidth = true)
public final class ClusterProgram implements Callable<Integer> {
    private static final long POLL_MILLIS = 100;
    private static final int STATUS_SECONDS = 5;

    /** What to do; without any, all nodes are run. */
    private static final class Task {
        @Option(names = "--node", paramLabel = "K", description = "runs one node, from 0, in this process")
        private Integer node;

        @Option(
                names = "--observe",
                paramLabel = "HOST:PORT",
                description = "follows the cluster with a world of its own; the nodes answer at this free port")
        private String observe;

        @Option(names = "--status", description = "prints the status of the nodes that run on this machine")
        private boolean status;

        @Option(names = "--snapshot", description = "lets the running nodes save their worlds; the leader must be here")
        private boolean snapshot;

        @Option(names = "--stop", description = "lets all nodes save their worlds and end; the leader must be here")
        private boolean stop;
    }

    @Spec
    private CommandSpec spec;

    @ArgGroup
    private Task task;

    @Mixin
    private ClusterConfig.Options options;

    @Option(
            names = "--feed",
            paramLabel = "HOST:PORT",
            description = "with --observe: sends spectators what they look at; they ask at this free port")
    private String feed;

    @Option(
            names = "--seconds",
            paramLabel = "N",
            defaultValue = "0",
            description = "how long to run; 0 for until Ctrl-C (default: ${DEFAULT-VALUE})")
    private int seconds;

    @Option(names = "--until-eof", hidden = true, description = "ends when the standard input does")
    private boolean untilEof;

    @Option(names = "--help", usageHelp = true, description = "prints this help and exits")
    private boolean help;

    private final CountDownLatch stop = new CountDownLatch(1);

    private ClusterProgram() {}

    /**
     * Runs the program, and exits the JVM with 0 for success, 1 for a failure, 2 for invalid arguments.
     *
     * @param args see {@code --help}
     */
    public static void main(String... args) {
        System.exit(commandLine().execute(args));
    }

    /** Creates the command line. Errors are printed in one line. */
    static CommandLine commandLine() {
        return Program.commandLine("cluster", new ClusterProgram());
    }

    @Override
    public Integer call() throws Exception {
        Program.requireRange(spec.commandLine(), "--seconds", seconds, 0, Integer.MAX_VALUE);
        if (feed != null && (task == null || task.observe == null)) {
            throw new ParameterException(spec.commandLine(), "--feed needs --observe");
        }
        NativeAccess.require();
        ClusterConfig config = options.config();
        if (task == null) {
            return untilStopped(() -> runAll(config));
        }
        if (task.node != null) {
            Program.requireRange(
                    spec.commandLine(), "--node", task.node, 0, config.members().size() - 1);
            return untilStopped(() -> runNode(config, task.node));
        }
        if (task.observe != null) {
            return untilStopped(() -> observe(config, task.observe));
        }
        if (task.status) {
            return printStatus(config) == 0 ? 1 : 0;
        }
        return request(config, task.stop ? ToggleState.SHUTDOWN : ToggleState.SNAPSHOT);
    }

    /** Runs a body that ends when {@link #stop} is counted down: by Ctrl-C, or the end of the input or of the time. */
    private int untilStopped(Callable<Integer> body) throws Exception {
        if (untilEof) {
            Thread reader = new Thread(this::stopAtEof, "basalt-cluster-input");
            reader.setDaemon(true);
            reader.start();
        }
        ShutdownSignalBarrier barrier = new ShutdownSignalBarrier(stop::countDown);
        try {
            return body.call();
        } finally {
            barrier.close();
        }
    }

    private void stopAtEof() {
        try {
            System.in.transferTo(OutputStream.nullOutputStream());
        } catch (IOException e) {
            print("cluster: the input has failed: " + OneLine.of(String.valueOf(e.getMessage())));
        }
        stop.countDown();
    }

    private int runAll(ClusterConfig config) throws IOException, InterruptedException {
        int count = config.members().size();
        try (Launcher launcher = new Launcher(config)) {
            for (int node = 0; node < count; node++) {
                launcher.start(node, null);
            }
            long end = end();
            boolean isStopped = false;
            while (!isStopped && System.nanoTime() < end && launcher.isAnyAlive()) {
                long wait = Math.min(TimeUnit.SECONDS.toNanos(STATUS_SECONDS), end - System.nanoTime());
                isStopped = stop.await(wait, TimeUnit.NANOSECONDS);
                printStatus(config);
            }
        }
        return 0;
    }

    private long end() {
        return seconds == 0 ? Long.MAX_VALUE : System.nanoTime() + TimeUnit.SECONDS.toNanos(seconds);
    }

    private int runNode(ClusterConfig config, int id) throws InterruptedException {
        try (Node node = new Node(config, id, this::print)) {
            long end = end();
            long snapshotNanos = TimeUnit.SECONDS.toNanos(config.number(Setting.SNAPSHOT_SECONDS));
            long nextSnapshot = System.nanoTime() + snapshotNanos;
            NodeStatus before = null;
            while (!node.awaitEnd(0) && !stop.await(POLL_MILLIS, TimeUnit.MILLISECONDS) && System.nanoTime() < end) {
                NodeStatus now = node.status();
                if (before == null || before.role() != now.role() || before.term() != now.term()) {
                    print("node " + id + ": " + now);
                    before = now;
                }
                if (snapshotNanos > 0 && System.nanoTime() >= nextSnapshot) {
                    nextSnapshot += snapshotNanos;
                    if (now.role() == Cluster.Role.LEADER) {
                        NodeStatus.request(node.counters(), ToggleState.SNAPSHOT);
                    }
                }
            }
            if (node.failure() != null) {
                throw new IllegalStateException(
                        "node " + id + " has ended: " + node.failure().getMessage());
            }
        }
        print("node " + id + ": ended");
        return 0;
    }

    private int observe(ClusterConfig config, String endpoint) throws InterruptedException {
        long end = end();
        try (FeedServer server = feed == null ? null : new FeedServer(config, feed);
                Observer observer =
                        new Observer(config, endpoint, server == null ? (world, tick) -> {} : server, this::print)) {
            long nextStatus = System.nanoTime();
            boolean isStopped = false;
            while (!isStopped && System.nanoTime() < end) {
                isStopped = stop.await(observer.poll() == 0 ? 1 : 0, TimeUnit.MILLISECONDS);
                if (System.nanoTime() >= nextStatus) {
                    nextStatus += TimeUnit.SECONDS.toNanos(STATUS_SECONDS);
                    print("observer: tick %,d, hash %016x".formatted(observer.tick(), observer.hash()));
                    if (server != null) {
                        print("feed: %,d spectators, %,d bytes sent".formatted(server.viewers(), server.bytes()));
                    }
                }
            }
        }
        return 0;
    }

    /** Returns the number of nodes that run. */
    private int printStatus(ClusterConfig config) {
        int running = 0;
        for (ClusterConfig.Member member : config.members()) {
            NodeStatus status = NodeStatus.of(config, member.id());
            running += status == null ? 0 : 1;
            print("node " + member.id() + ": " + (status == null ? "does not run on this machine" : status));
        }
        return running;
    }

    private int request(ClusterConfig config, ToggleState request) {
        for (int node = 0; node < config.members().size(); node++) {
            NodeStatus status = NodeStatus.of(config, node);
            boolean isLeader = status != null && status.role() == Cluster.Role.LEADER;
            if (isLeader && NodeStatus.request(config, node, request)) {
                print("node " + node + ": is asked for " + request.name().toLowerCase(Locale.ROOT));
                return 0;
            }
        }
        throw new ParameterException(spec.commandLine(), "no leader runs on this machine");
    }

    private synchronized void print(String line) {
        PrintWriter out = spec.commandLine().getOut();
        out.println(line);
        out.flush();
    }
}
