package basalt.examples.cluster;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.function.Function;
import org.agrona.SemanticVersion;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ClusterConfigTest {
    @TempDir
    Path directory;

    @Test
    void shouldReadAFileOverTheDefaults() throws IOException {
        Path file = directory.resolve("cluster.properties");
        Files.writeString(file, "members = alpha:9100, beta:9200\ntoken = a secret\nversion=1.2.3\n");
        ClusterConfig config = new ClusterConfig().read(file).set("bullets", "5");
        assertEquals(List.of(new Member(0, "alpha", 9100), new Member(1, "beta", 9200)), config.members());
        assertEquals("0=alpha:9100,1=beta:9200", config.ingressEndpoints());
        assertEquals("alpha:9101,beta:9201", config.consensusEndpoints());
        assertEquals(
                "0,alpha:9100,alpha:9101,alpha:9102,alpha:9103,alpha:9104"
                        + "|1,beta:9200,beta:9201,beta:9202,beta:9203,beta:9204",
                config.clusterMembers());
        assertEquals("a secret", config.token());
        assertEquals(SemanticVersion.compose(1, 2, 3), config.version());
        assertEquals(5, config.arena().bullets());
        assertEquals(30, config.arena().ticksPerSecond());
        assertEquals(
                List.of("bullets=5", "members=alpha:9100, beta:9200", "token=a secret", "version=1.2.3"),
                config.changed());
    }

    @Test
    void shouldRefuseWhatItDoesNotKnow() {
        ClusterConfig config = new ClusterConfig();
        assertThrows(IllegalArgumentException.class, () -> config.set("bulets", "1"));
        assertThrows(
                IllegalArgumentException.class,
                () -> config.set("members", "alpha").members());
        assertThrows(
                IllegalArgumentException.class,
                () -> config.set("version", "1.0").version());
        assertThrows(
                IllegalArgumentException.class,
                () -> config.set("service", "tea").isEcho());
        assertThrows(
                IllegalArgumentException.class,
                () -> config.set("bullets", "many").arena());
    }

    @Test
    void shouldRefuseNumbersOutOfRange() {
        refuse("setting \"check-ticks\" must be from 1 to 1000000: 0", "check-ticks=0", ClusterConfig::checkTicks);
        refuse("setting \"loss-percent\" must be from 0 to 100: 500", "loss-percent=500", ClusterConfig::lossPercent);
        refuse("setting \"bullets\" must be from 0 to 10000000: -1", "bullets=-1", ClusterConfig::arena);
        refuse("setting \"ticks-per-second\" must be from 1 to 1000: 0", "ticks-per-second=0", ClusterConfig::arena);
        refuse("setting \"sessions\" must be a number: 1e3", "sessions=1e3", ClusterConfig::sessions);
        refuse("version must be as 1.2.3: a.b.c", "version=a.b.c", ClusterConfig::version);
        refuse("version must be as 1.2.3: 1.2.3.4", "version=1.2.3.4", ClusterConfig::version);
        refuse("a part of the version is too large: 1.2.300", "version=1.2.300", ClusterConfig::version);
    }

    private static void refuse(String problem, String setting, Function<ClusterConfig, ?> read) {
        String[] parts = setting.split("=");
        ClusterConfig config = new ClusterConfig().set(parts[0], parts[1]);
        String message = assertThrows(IllegalArgumentException.class, () -> read.apply(config))
                .getMessage();
        assertEquals(problem, message);
    }

    @Test
    void shouldNameEverySettingInTheDocumentation() throws IOException {
        String page = Files.readString(Path.of("docs", "cluster.md"));
        IllegalArgumentException unknown =
                assertThrows(IllegalArgumentException.class, () -> new ClusterConfig().set("", ""));
        String keys = unknown.getMessage().replaceAll(".*\\[|\\]", "");
        assertTrue(keys.split(", ").length > 15, keys);
        for (String key : keys.split(", ")) {
            assertTrue(page.contains("`" + key + "`"), key);
        }
    }

    @Test
    void shouldGiveTheQuantilesOfRoundTrips() {
        RoundTrips trips = new RoundTrips();
        assertEquals("0 round trips: median 0.00 ms, 99 % 0.00 ms, longest 0.00 ms", trips.toString());
        for (int millis = 1_000; millis > 0; millis--) {
            trips.add(millis * 1_000_000L);
        }
        assertEquals("1,000 round trips: median 501.00 ms, 99 % 991.00 ms, longest 1000.00 ms", trips.toString());
    }
}
