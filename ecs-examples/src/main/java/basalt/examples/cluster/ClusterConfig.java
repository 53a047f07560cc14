package basalt.examples.cluster;

import io.aeron.CommonContext;
import java.io.IOException;
import java.io.Reader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.EnumMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Properties;
import java.util.TreeSet;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import org.agrona.SemanticVersion;
import org.agrona.concurrent.IdleStrategy;
import org.agrona.concurrent.SleepingIdleStrategy;
import picocli.CommandLine.Option;

/**
 * The settings of a cluster: the defaults, a properties file over them, and single values over both. All nodes and
 * clients of a cluster use the same file. {@code ecs-examples/docs/cluster.md} says what they mean.
 */
final class ClusterConfig {
    /** A setting. Its key is the name in lower case, with hyphens. */
    enum Setting {
        MEMBERS("localhost:9100,localhost:9110,localhost:9120"),
        DIR("target/cluster"),
        TOKEN("basalt"),
        CLIENT_HOST("localhost"),
        VERSION("1.0.0"),
        BULLETS(20_000, 0, 10_000_000),
        TICKS_PER_SECOND(30, 1, 1_000),
        MESSAGES_PER_SECOND(60, 1, 1_000_000),
        SEED(1, Long.MIN_VALUE, Long.MAX_VALUE),
        SESSIONS(500, 1, 100_000),
        CHECK_TICKS(30, 1, 1_000_000),
        SNAPSHOT_SECONDS(300, 0, Integer.MAX_VALUE),
        HEARTBEAT_TIMEOUT_MS(2_000, 200, 1_000_000_000),
        SESSION_TIMEOUT_MS(10_000, 2_000, 1_000_000_000),
        IDLE_US(200, 1, 1_000_000),
        FILE_SYNC_LEVEL(0, 0, 2),
        LOW_STORAGE_BYTES(1 << 26, 0, Long.MAX_VALUE),
        CLOCK_OFFSET_MS(0, -1_000_000_000, 1_000_000_000);

        private final String preset;
        private final boolean isNumber;
        private final long least;
        private final long most;

        Setting(String preset) {
            this(preset, false, 0, 0);
        }

        Setting(long preset, long least, long most) {
            this(String.valueOf(preset), true, least, most);
        }

        Setting(String preset, boolean isNumber, long least, long most) {
            this.preset = preset;
            this.isNumber = isNumber;
            this.least = least;
            this.most = most;
        }

        private static Setting of(String key) {
            return Arrays.stream(values())
                    .filter(setting -> setting.toString().equals(key))
                    .findFirst()
                    .orElseThrow(() -> new IllegalArgumentException("unknown setting \"" + key + "\"; there are "
                            + Arrays.stream(values())
                                    .map(Setting::toString)
                                    .sorted()
                                    .toList()));
        }

        private void check(String value) {
            try {
                long number = isNumber ? Long.parseLong(value) : 0;
                if (number < least || number > most) {
                    throw new IllegalArgumentException(
                            "setting \"" + this + "\" must be from " + least + " to " + most + ": " + value);
                }
            } catch (NumberFormatException e) {
                throw new IllegalArgumentException("setting \"" + this + "\" must be a number: " + value, e);
            }
        }

        @Override
        public String toString() {
            return name().toLowerCase(Locale.ROOT).replace('_', '-');
        }
    }

    /** The options for the settings, which the cluster and its clients share. */
    static final class Options {
        @Option(
                names = "--config",
                paramLabel = "FILE",
                description = "a properties file with the settings of the cluster")
        private Path file;

        @Option(
                names = "--set",
                paramLabel = "KEY=VALUE",
                description = "one setting, instead of that in the file; can be repeated")
        private Map<String, String> values = new LinkedHashMap<>();

        @Option(
                names = "--bullets",
                paramLabel = "N",
                description = "number of bullets without an owner (default: 20000)")
        private Integer bullets;

        ClusterConfig config() throws IOException {
            ClusterConfig config = new ClusterConfig();
            if (file != null) {
                config.read(file);
            }
            values.forEach(config::set);
            if (bullets != null) {
                config.set("bullets", String.valueOf(bullets));
            }
            return config;
        }
    }

    /**
     * A node's place in the network. It uses six ports from the given one on:
     *
     * <pre>
     *   port      players (ingress)          port + 3  a follower that catches up
     *   port + 1  consensus                  port + 4  the archive
     *   port + 2  the log                    port + 5  the log's receivers
     * </pre>
     */
    record Member(int id, String host, int port) {
        /** Reads {@code host:port}. */
        static Member parse(int id, String text) {
            int colon = text.lastIndexOf(':');
            try {
                int port = Integer.parseInt(text.substring(colon + 1));
                return new Member(id, text.substring(0, Math.max(0, colon)), port);
            } catch (NumberFormatException e) {
                throw new IllegalArgumentException("a member must be host:port: \"" + text + "\"", e);
            }
        }

        String ingress() {
            return endpoint(0);
        }

        String consensus() {
            return endpoint(1);
        }

        String archive() {
            return endpoint(4);
        }

        String logControl() {
            return endpoint(5);
        }

        /** All endpoints, in the order in which Aeron wants them. */
        String endpoints() {
            return String.join(",", ingress(), consensus(), endpoint(2), endpoint(3), archive());
        }

        private String endpoint(int offset) {
            return host + ":" + (port + offset);
        }
    }

    private final Map<Setting, String> values = new EnumMap<>(Setting.class);

    ClusterConfig() {
        for (Setting setting : Setting.values()) {
            values.put(setting, setting.preset);
        }
    }

    /** Reads a file over what there is. */
    ClusterConfig read(Path file) throws IOException {
        Properties read = new Properties();
        try (Reader reader = Files.newBufferedReader(file)) {
            read.load(reader);
        }
        new TreeSet<>(read.stringPropertyNames()).forEach(key -> set(key, read.getProperty(key)));
        return this;
    }

    /** Sets a value. Throws if there is no such key, or the value is no number or out of range. */
    ClusterConfig set(String key, String value) {
        Setting setting = Setting.of(key);
        setting.check(value.trim());
        values.put(setting, value.trim());
        return this;
    }

    /** The values that differ from the defaults, as {@code key=value}: for processes that are started. */
    List<String> changed() {
        return values.entrySet().stream()
                .filter(entry -> !entry.getValue().equals(entry.getKey().preset))
                .map(entry -> entry.getKey() + "=" + entry.getValue())
                .toList();
    }

    String text(Setting setting) {
        return values.get(setting);
    }

    long number(Setting setting) {
        return Long.parseLong(text(setting));
    }

    List<Member> members() {
        List<Member> members = new ArrayList<>();
        for (String member : text(Setting.MEMBERS).split(",")) {
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

    /** The directory of a node, with its log and its snapshots. */
    Path directory(int node) {
        return Path.of(text(Setting.DIR), "node-" + node);
    }

    /** The directory of a node's media driver: in shared memory. Named by the port, which is the node's alone. */
    String driverDirectory(int node) {
        return CommonContext.getAeronDirectoryName() + "-basalt-"
                + members().get(node).port();
    }

    Arena.Settings arena() {
        return new Arena.Settings(
                (int) number(Setting.BULLETS),
                (int) number(Setting.TICKS_PER_SECOND),
                (int) number(Setting.MESSAGES_PER_SECOND),
                number(Setting.SEED));
    }

    /** The version of the program, as Aeron wants it. */
    int version() {
        String[] parts = text(Setting.VERSION).split("\\.", -1);
        try {
            if (parts.length == 3) {
                return SemanticVersion.compose(
                        Integer.parseInt(parts[0]), Integer.parseInt(parts[1]), Integer.parseInt(parts[2]));
            }
        } catch (IllegalArgumentException e) { // a part is no number, or too large
            throw new IllegalArgumentException(
                    "version must be as 1.2.3, with parts up to 255: " + text(Setting.VERSION), e);
        }
        throw new IllegalArgumentException("version must be as 1.2.3: " + text(Setting.VERSION));
    }

    /** How a thread of a node waits when it has nothing to do. */
    IdleStrategy idle() {
        return new SleepingIdleStrategy(TimeUnit.MICROSECONDS.toNanos(number(Setting.IDLE_US)));
    }
}
