package basalt.bench.report;

import basalt.bench.BenchJvm;
import basalt.bench.Command;
import basalt.bench.Machine;
import basalt.bench.field.FieldRun;
import com.sun.management.OperatingSystemMXBean;
import java.io.IOException;
import java.io.InputStream;
import java.lang.management.ManagementFactory;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import java.util.TreeMap;
import java.util.regex.Pattern;

/** Detects the environment of a report. */
final class SettingDetector {
    private static final String VERSIONS = "versions.properties";

    private static final Pattern COMMIT = Pattern.compile("[0-9a-f]{40}");

    private SettingDetector() {}

    static Setting of(Plan plan) throws IOException {
        String commit = commit(git("rev-parse", "HEAD"));
        String changes = commit == null ? null : git("status", "--porcelain");
        Map<String, List<String>> otherFlags = new TreeMap<>();
        for (FieldRun run : plan.runs()) {
            if (!run.jvmArguments().isEmpty()) {
                otherFlags.put(run.title(), run.jvmArguments());
            }
        }
        return new Setting(
                Instant.now().truncatedTo(ChronoUnit.SECONDS).toString(),
                plan.form(),
                plan.only(),
                commit,
                changes == null ? null : !changes.isEmpty(),
                Machine.jdk(),
                Runtime.version().feature(),
                List.of(BenchJvm.arguments(List.of())),
                otherFlags,
                Machine.processor(),
                Runtime.getRuntime().availableProcessors(),
                memoryBytes(),
                Machine.system(),
                null,
                versions(),
                plan.lineups());
    }

    /** The commit in the output of git; null if the output is anything else. */
    static String commit(String output) {
        return output != null && COMMIT.matcher(output).matches() ? output : null;
    }

    private static String git(String... arguments) {
        List<String> command = new ArrayList<>(List.of("git"));
        command.addAll(List.of(arguments));
        try {
            return Command.output(command);
        } catch (IOException noGit) {
            return null;
        }
    }

    private static long memoryBytes() {
        return ManagementFactory.getOperatingSystemMXBean() instanceof OperatingSystemMXBean bean
                ? bean.getTotalMemorySize()
                : 0;
    }

    /** The versions, filled in by the build. */
    static Map<String, String> versions() throws IOException {
        Properties filled = new Properties();
        try (InputStream text = SettingDetector.class.getResourceAsStream(VERSIONS)) {
            if (text == null) {
                throw new IOException(VERSIONS + " is not on the class path");
            }
            filled.load(text);
        }
        Map<String, String> versions = new TreeMap<>();
        filled.stringPropertyNames().forEach(name -> versions.put(name, filled.getProperty(name)));
        return versions;
    }
}
