package basalt.examples.cluster;

import java.io.IOException;
import java.io.OutputStream;
import java.lang.management.ManagementFactory;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;

/**
 * Nodes as processes of this machine, each with the class path of this one, and those of its JVM flags that Aeron and
 * Basalt need. A node ends when its standard input does, so none goes on when this process dies.
 */
final class Launcher implements AutoCloseable {
    private static final int CLOSE_SECONDS = 20;
    private static final List<String> PASSED_FLAGS =
            List.of("--add-opens", "--add-modules", "--enable-native", "-Dbasalt.", "-Daeron.");

    private final ClusterConfig config;
    private final List<String> flags; // of the JVMs, besides those of this one
    private final Map<Integer, Process> nodes = new TreeMap<>();

    Launcher(ClusterConfig config, String... flags) {
        this.config = config;
        this.flags = List.of(flags);
    }

    /** Starts a node. Its lines are printed where those of this process are, or into a file. */
    Process start(int node, Path output, String... settings) throws IOException {
        Process process = run(List.of("--node", String.valueOf(node)), output, settings);
        nodes.put(node, process);
        return process;
    }

    /** Runs the program of the cluster in a process, until its input ends. */
    Process run(List<String> task, Path output, String... settings) throws IOException {
        List<String> command = new ArrayList<>();
        command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
        for (String flag : ManagementFactory.getRuntimeMXBean().getInputArguments()) {
            if (PASSED_FLAGS.stream().anyMatch(flag::startsWith)) {
                command.add(flag);
            }
        }
        command.addAll(flags);
        command.addAll(List.of("-Xmx256m", "-XX:+UseSerialGC", "-cp", System.getProperty("java.class.path")));
        command.addAll(List.of(ClusterProgram.class.getName(), "--until-eof"));
        command.addAll(task);
        for (String setting : config.changed()) {
            command.addAll(List.of("--set", setting));
        }
        for (String setting : settings) {
            command.addAll(List.of("--set", setting));
        }
        return new ProcessBuilder(command)
                .redirectErrorStream(true)
                .redirectOutput(
                        output == null
                                ? ProcessBuilder.Redirect.INHERIT
                                : ProcessBuilder.Redirect.appendTo(output.toFile()))
                .start();
    }

    /** A node's process; null if it was never started. */
    Process node(int node) {
        return nodes.get(node);
    }

    /** Whether any node runs. */
    boolean isAnyAlive() {
        return nodes.values().stream().anyMatch(Process::isAlive);
    }

    /** Kills all nodes. They clean nothing up. */
    void kill() {
        nodes.values().forEach(Process::destroyForcibly);
        nodes.values().forEach(Launcher::await);
    }

    /** Ends all nodes cleanly, at the same time; those that do not end are killed. */
    @Override
    public void close() {
        for (Process process : nodes.values()) {
            try (OutputStream input = process.getOutputStream()) {
                input.flush();
            } catch (IOException e) {
                process.destroyForcibly(); // the pipe is broken: the process is dead
            }
        }
        for (Process process : nodes.values()) {
            await(process);
        }
    }

    private static void await(Process process) {
        try {
            if (!process.waitFor(CLOSE_SECONDS, TimeUnit.SECONDS)) {
                process.destroyForcibly();
            }
        } catch (InterruptedException e) {
            process.destroyForcibly();
            Thread.currentThread().interrupt();
        }
    }
}
