package basalt.examples.cluster;

import basalt.examples.cluster.arena.ArenaSettings;
import io.aeron.CommonContext;
import java.io.IOException;
import java.io.Reader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.agrona.SemanticVersion;

/**
 * The settings of a cluster: the defaults, a properties file over them, and single values over both. All nodes and
 * clients of a cluster use the same file. The keys are in {@code ecs-examples/docs/cluster.md}.
 */
final class ClusterConfig {
    private static final Map<String, String> DEFAULTS = Map.ofEntries(
            Map.entry("members", "localhost:9100,localhost:9110,localhost:9120"),
            Map.entry("dir", "target/cluster"),
            Map.entry("client-host", "localhost"),
            Map.entry("token", "basalt"),
            Map.entry("service", "bullets"),
            Map.entry("version", "1.0.0"),
            Map.entry("bullets", String.valueOf(ArenaSettings.DEFAULT.bullets())),
            Map.entry("ticks-per-second", String.valueOf(ArenaSettings.DEFAULT.ticksPerSecond())),
            Map.entry("messages-per-second", String.valueOf(ArenaSettings.DEFAULT.messagesPerSecond())),
            Map.entry("seed", String.valueOf(ArenaSettings.DEFAULT.seed())),
            Map.entry("sessions", "500"),
            Map.entry("check-ticks", "30"),
            Map.entry("snapshot-seconds", "300"),
            Map.entry("heartbeat-timeout-ms", "2000"),
            Map.entry("session-timeout-ms", "10000"),
            Map.entry("idle-us", "200"),
            Map.entry("file-sync-level", "0"),
            Map.entry("low-storage-bytes", "67108864"),
            Map.entry("loss-percent", "0"),
            Map.entry("reorder-percent", "0"),
            Map.entry("clock-offset-ms", "0"));

    private static final Pattern VERSION = Pattern.compile("([0-9]+)\\.([0-9]+)\\.([0-9]+)");
    private static final long MOST_MILLIS = 1_000_000_000;

    private final Properties values = new Properties();

    ClusterConfig() {
        values.putAll(DEFAULTS);
    }

    /** Reads a file over what there is. */
    ClusterConfig read(Path file) throws IOException {
        try (Reader reader = Files.newBufferedReader(file)) {
            Properties read = new Properties();
            read.load(reader);
            for (String key : new TreeSet<>(read.stringPropertyNames())) {
                set(key, read.getProperty(key));
            }
        }
        return this;
    }

    /**
     * Sets a value.
     *
     * @throws IllegalArgumentException if there is no such key
     */
    ClusterConfig set(String key, String value) {
        if (!DEFAULTS.containsKey(key)) {
            throw new IllegalArgumentException(
                    "unknown setting \"" + key + "\"; there are " + new TreeSet<>(DEFAULTS.keySet()));
        }
        values.setProperty(key, value.trim());
        return this;
    }

    /** The values that differ from the defaults, as {@code key=value}: for processes that are started. */
    List<String> changed() {
        return new TreeSet<>(values.stringPropertyNames())
                .stream()
                        .filter(key -> !values.getProperty(key).equals(DEFAULTS.get(key)))
                        .map(key -> key + "=" + values.getProperty(key))
                        .toList();
    }

    private String text(String key) {
        return values.getProperty(key);
    }

    private long number(String key, long least, long most) {
        try {
            long value = Long.parseLong(text(key));
            if (value >= least && value <= most) {
                return value;
            }
        } catch (NumberFormatException e) {
            throw new IllegalArgumentException("setting \"" + key + "\" must be a number: " + text(key), e);
        }
        throw new IllegalArgumentException(
                "setting \"" + key + "\" must be from " + least + " to " + most + ": " + text(key));
    }

    List<Member> members() {
        List<Member> members = new ArrayList<>();
        for (String member : text("members").split(",")) {
            members.add(Member.parse(members.size(), member.trim()));
        }
        return members;
    }

    /** All members as Aeron wants them. */
    String clusterMembers() {
        return members().stream()
                .map(member -> member.id() + "," + member.endpoints())
                .collect(Collectors.joining("|"));
    }

    /** Where players connect. */
    String ingressEndpoints() {
        return members().stream()
                .map(member -> member.id() + "=" + member.ingress())
                .collect(Collectors.joining(","));
    }

    /** The host of a client, as the nodes see it. */
    String clientHost() {
        return text("client-host");
    }

    /** Where the nodes talk about the log, for who follows it. */
    String consensusEndpoints() {
        return members().stream().map(Member::consensus).collect(Collectors.joining(","));
    }

    /** The directory of a node, with its log and its snapshots. */
    Path directory(int node) {
        return Path.of(text("dir"), "node-" + node);
    }

    /** The directory of an observer, which it empties when it starts. */
    Path observerDirectory(int port) {
        return Path.of(text("dir"), "observer-" + port);
    }

    /** The directory of a node's media driver: in shared memory. Named by the port, which is the node's alone. */
    String driverDirectory(int node) {
        return CommonContext.getAeronDirectoryName() + "-basalt-"
                + members().get(node).port();
    }

    String token() {
        return text("token");
    }

    boolean isEcho() {
        return switch (text("service")) {
            case "echo" -> true;
            case "bullets" -> false;
            default -> throw new IllegalArgumentException("service must be bullets or echo: " + text("service"));
        };
    }

    ArenaSettings arena() {
        return new ArenaSettings(
                (int) number("bullets", 0, 10_000_000),
                (int) number("ticks-per-second", 1, 1_000),
                (int) number("messages-per-second", 1, 1_000_000),
                number("seed", Long.MIN_VALUE, Long.MAX_VALUE));
    }

    /** The version of the program, as Aeron wants it. */
    int version() {
        Matcher parts = VERSION.matcher(text("version"));
        try {
            if (parts.matches()) {
                return SemanticVersion.compose(
                        Integer.parseInt(parts.group(1)),
                        Integer.parseInt(parts.group(2)),
                        Integer.parseInt(parts.group(3)));
            }
        } catch (IllegalArgumentException e) {
            throw new IllegalArgumentException("a part of the version is too large: " + text("version"), e);
        }
        throw new IllegalArgumentException("version must be as 1.2.3: " + text("version"));
    }

    int sessions() {
        return (int) number("sessions", 1, 100_000);
    }

    int checkTicks() {
        return (int) number("check-ticks", 1, 1_000_000);
    }

    int snapshotSeconds() {
        return (int) number("snapshot-seconds", 0, Integer.MAX_VALUE);
    }

    long heartbeatTimeoutMillis() {
        return number("heartbeat-timeout-ms", 200, MOST_MILLIS);
    }

    long sessionTimeoutMillis() {
        return number("session-timeout-ms", 2_000, MOST_MILLIS);
    }

    /** How long a thread of a node sleeps when it has nothing to do. */
    long idleMicros() {
        return number("idle-us", 1, 1_000_000);
    }

    /** How much the archive forces to disk before it counts as recorded: 0 nothing, 1 the data, 2 also its length. */
    int fileSyncLevel() {
        return (int) number("file-sync-level", 0, 2);
    }

    long lowStorageBytes() {
        return number("low-storage-bytes", 0, Long.MAX_VALUE);
    }

    /** Of the packets that a node receives, how many it drops: for tests. */
    int lossPercent() {
        return (int) number("loss-percent", 0, 100);
    }

    /** Of the packets that a node receives, how many it takes after the next one: for tests. */
    int reorderPercent() {
        return (int) number("reorder-percent", 0, 100);
    }

    /** How far the node's clock is ahead: for tests. */
    long clockOffsetMillis() {
        return number("clock-offset-ms", -MOST_MILLIS, MOST_MILLIS);
    }

    /** Makes the replica of the chosen service. */
    Replica.Factory replicas(ObservedTick observer) {
        ArenaSettings settings = arena();
        int checkTicks = checkTicks();
        return isEcho()
                ? (effects, saved) -> new EchoReplica(effects)
                : (effects, saved) -> new BulletsReplica(settings, checkTicks, effects, observer, saved);
    }
}
