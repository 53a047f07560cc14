package basalt.bench.report;

import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.stream.Collectors;

/** The sentences of the report that say how it was made, and how to read it. */
final class Notes {
    private static final double GIBIBYTE = 1024.0 * 1024 * 1024;
    private static final int SHORT_COMMIT = 12;

    private Notes() {}

    /** Where and when, in one line. */
    static String origin(Results results) {
        Setting setting = results.setting();
        return setting.form() + " form" + (setting.only() == null ? "" : ", only '" + setting.only() + "'") + ", "
                + commit(setting) + ", " + setting.jdk() + "; " + setting.processor() + ", " + setting.processors()
                + " processors, " + memory(setting) + setting.system() + "; " + setting.date();
    }

    private static String commit(Setting setting) {
        if (setting.commit() == null) {
            return "commit unknown";
        }
        String shown = setting.commit()
                .substring(0, Math.min(SHORT_COMMIT, setting.commit().length()));
        String changes =
                setting.changed() == null ? ", perhaps with changes" : setting.changed() ? " with changes" : "";
        return "commit " + shown + changes;
    }

    private static String memory(Setting setting) {
        return setting.memoryBytes() == 0
                ? ""
                : String.format(Locale.ROOT, "%.0f GiB, ", setting.memoryBytes() / GIBIBYTE);
    }

    /** Who takes part, in which versions. */
    static String versions(Results results) {
        return results.setting().versions().entrySet().stream()
                .map(version -> version.getKey() + " " + version.getValue())
                .collect(Collectors.joining(", "));
    }

    /** That the run ended early; empty if it did not. */
    static Optional<String> ending(Results results) {
        Progress progress = results.progress();
        if (progress.hasEnded()) {
            return Optional.empty();
        }
        return Optional.of(
                progress.total() == 0
                        ? "The folder does not say that the run was complete"
                        : "The run ended early: " + progress.done() + " of " + progress.total()
                                + " measurements were done");
    }

    /** What became of C. */
    static String nativeLoops(Results results) {
        NativeTimes times = results.nativeTimes();
        return times.missing() == null ? "C: " + times.compiler() : "C was not measured: " + times.missing();
    }

    /** What the workloads do. */
    static List<String> workloads(Results results) {
        return Arrays.stream(WorkloadName.values())
                .filter(name -> results.workloads().stream()
                        .anyMatch(workload ->
                                WorkloadName.of(workload.benchmark()).equals(name.label())))
                .map(name -> name.label() + ": " + name.meaning() + ".")
                .toList();
    }

    /** How the figures come about. */
    static List<String> reading() {
        return List.of(
                "Times are medians of the iterations of all forks, each of which is a JVM of its own; error bars and"
                        + " brackets are quartiles. All engines of a workload have their first fork, one after the other,"
                        + " then all have their second: who is compared was measured soon after one another. Loops in C"
                        + " measure themselves, half of their times directly before each fork of Basalt's, half after it.",
                "A ratio is an engine's time to Basalt's: above 1x Basalt is faster, below 1x it is slower, which is marked."
                        + " A ratio's error bar is that of both times together.",
                "Where Basalt can do something one by one, by handle, and to many entities at once (bulk), both are shown;"
                        + " charts compare with one by one.",
                "Rivals are the other entity-component-systems. float[], objects and C are references: they are not"
                        + " entity-component-systems.",
                "artemis-odb-pooled takes part where its components come and go in a world that lives on: in particles,"
                        + " add_remove, add, remove, and create in a world used before. In a new world its pools are empty, and"
                        + " to destroy it has more to do than artemis-odb. ashley-pooled takes part in particles and"
                        + " add_remove.",
                "Garbage is the median of the gc profiler's bytes an operation; less than one byte is 0. JMH itself allocates"
                        + " some 30 KB an iteration, which is spread over its operations: those that take a millisecond show"
                        + " hundreds of bytes, of float[] too, that are not theirs. Single shots have no figure, since their"
                        + " preparation would be counted.");
    }
}
