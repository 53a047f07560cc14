package basalt.examples.cluster;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import basalt.examples.cluster.ClusterConfig.Setting;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.agrona.SemanticVersion;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ClusterConfigTest {
    @TempDir
    Path directory;

    @Test
    void shouldReadAFileOverTheDefaults() throws IOException {
        Path file = directory.resolve("cluster.properties");
        Files.writeString(file, "members = alpha:9100, beta:9200\ntoken = a secret\nversion=1.2.3\n");
        ClusterConfig config = new ClusterConfig().read(file).set("bullets", "5");
        assertEquals(
                List.of(new ClusterConfig.Member(0, "alpha", 9100), new ClusterConfig.Member(1, "beta", 9200)),
                config.members());
        assertEquals("0=alpha:9100,1=beta:9200", config.ingressEndpoints());
        assertEquals(
                "0,alpha:9100,alpha:9101,alpha:9102,alpha:9103,alpha:9104"
                        + "|1,beta:9200,beta:9201,beta:9202,beta:9203,beta:9204",
                config.clusterMembers());
        assertEquals("a secret", config.text(Setting.TOKEN));
        assertEquals(SemanticVersion.compose(1, 2, 3), config.version());
        assertEquals(5, config.arena().bullets());
        assertEquals(30, config.arena().ticksPerSecond());
        assertEquals(
                List.of("members=alpha:9100, beta:9200", "token=a secret", "version=1.2.3", "bullets=5"),
                config.changed());
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
                    bulets=1          | unknown setting "bulets"; there are [bullets, check-ticks, client-host,
                    members=alpha     | a member must be host:port: "alpha"
                    bullets=many      | setting "bullets" must be a number: many
                    sessions=1e3      | setting "sessions" must be a number: 1e3
                    check-ticks=0     | setting "check-ticks" must be from 1 to 1000000: 0
                    bullets=-1        | setting "bullets" must be from 0 to 10000000: -1
                    version=1.0       | version must be as 1.2.3: 1.0
                    version=1.2.3.4   | version must be as 1.2.3: 1.2.3.4
                    version=a.b.c     | version must be as 1.2.3, with parts up to 255: a.b.c
                    version=1.2.300   | version must be as 1.2.3, with parts up to 255: 1.2.300
                    """)
    void shouldRefuseWhatItDoesNotKnow(String setting, String problem) {
        String[] parts = setting.split("=");
        IllegalArgumentException refused = assertThrows(IllegalArgumentException.class, () -> {
            ClusterConfig config = new ClusterConfig().set(parts[0], parts[1]);
            config.members();
            config.version();
        });
        assertTrue(refused.getMessage().startsWith(problem), refused.getMessage());
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
        Bots.RoundTrips trips = new Bots.RoundTrips();
        assertEquals("0 round trips: median 0.00 ms, 99 % 0.00 ms, longest 0.00 ms", trips.toString());
        for (int millis = 1_000; millis > 0; millis--) {
            trips.add(millis * 1_000_000L);
        }
        assertEquals("1,000 round trips: median 501.00 ms, 99 % 991.00 ms, longest 1000.00 ms", trips.toString());
    }
}
