package basalt.examples.cluster;

import java.io.IOException;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Map;
import picocli.CommandLine.Option;

/** The options for the settings, which the cluster and its clients share. */
final class ConfigOptions {
    @Option(names = "--config", paramLabel = "FILE", description = "a properties file with the settings of the cluster")
    private Path file;

    @Option(
            names = "--set",
            paramLabel = "KEY=VALUE",
            description = "one setting, instead of that in the file; can be repeated")
    private Map<String, String> values = new LinkedHashMap<>();

    @Option(names = "--service", paramLabel = "NAME", description = "bullets or echo (default: bullets)")
    private String service;

    @Option(names = "--bullets", paramLabel = "N", description = "number of bullets of nobody (default: 20000)")
    private Integer bullets;

    ClusterConfig config() throws IOException {
        ClusterConfig config = new ClusterConfig();
        if (file != null) {
            config.read(file);
        }
        values.forEach(config::set);
        if (service != null) {
            config.set("service", service);
        }
        if (bullets != null) {
            config.set("bullets", String.valueOf(bullets));
        }
        return config;
    }
}
