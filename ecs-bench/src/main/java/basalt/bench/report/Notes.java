package basalt.bench.report;

import basalt.bench.field.EngineKind;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.stream.Collectors;

/** The sentences of the report about how it was made, and how to read it. */
final class Notes {
    private static final double GIBIBYTE = 1024.0 * 1024 * 1024;
    private static final int SHORT_COMMIT = 12;

    private Notes() {}

    /** Place and time of the measurement, in one line. */
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

    /** The engines and their versions. */
    static String versions(Results results) {
        return results.setting().versions().entrySet().stream()
                .map(version -> version.getKey() + " " + version.getValue())
                .collect(Collectors.joining(", "));
    }

    /** A sentence if the run ended early; otherwise empty. */
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

    /** How C was compiled, or why it is missing. */
    static String nativeLoops(Results results) {
        NativeTimes times = results.nativeTimes();
        return times.missing() == null ? "C: " + times.compiler() : "C was not measured: " + times.missing();
    }

    /** The meaning of the workloads. */
    static List<String> workloads(Results results) {
        return Arrays.stream(WorkloadName.values())
                .filter(name -> results.workloads().stream()
                        .anyMatch(workload ->
                                WorkloadName.of(workload.benchmark()).equals(name.label())))
                .map(name -> name.label() + ": " + name.meaning() + ".")
                .toList();
    }

    /** How the numbers were obtained. */
    static List<String> reading(Results results) {
        List<String> sentences = new ArrayList<>(List.of(
                "Times are medians of the iterations of all forks; each fork is a new JVM. Error bars and"
                        + " brackets are quartiles. All engines of a workload run their first fork in sequence, then"
                        + " all run their second, so compared engines are measured close together. Loops in C"
                        + " measure themselves: half of their times directly before each fork of Basalt's, half"
                        + " after it.",
                "A ratio is an engine's time divided by Basalt's: above 1x Basalt is faster, below 1x it"
                        + " is slower, which is marked. The quartiles of a ratio combine those of both times."
                        + " If a promise's bound lies between them, it lies within the spread: another run can"
                        + " have the other verdict.",
                "If Basalt has several ways (one by one, by handle; in bulk; from records; with a template"
                        + " for each kind), each has a row; charts compare with the first one.",
                "Rivals are the other entity-component-systems. float[], objects and C are"
                        + " references without an entity-component-system."));
        pooled(results, EngineKind.ARTEMIS_POOLED, "; elsewhere artemis-odb has plain components.")
                .ifPresent(sentences::add);
        pooled(
                        results,
                        EngineKind.ASHLEY_POOLED,
                        ". Pools are used if components or particles are added and removed repeatedly;"
                                + " in all other workloads it would run the same code as ashley.")
                .ifPresent(sentences::add);
        sentences.add("Garbage is the median of the gc profiler's bytes per operation; less than one"
                + " byte is 0. JMH itself allocates some 30 KB per iteration, which are spread over"
                + " the operations: operations of a millisecond show hundreds of bytes of it, also for"
                + " float[]. Single shots have no value, as it would include their preparation.");
        sentences.add("Memory on the heap is measured as the growth of the heap by creating the entities."
                + " Memory outside the heap is reported by Basalt's world: columns in use, block headers"
                + " and presence words, and the memory reserved for frames and commands. The address space"
                + " that is reserved is larger, as the table shows; only the part in use takes memory.");
        return sentences;
    }

    /** The workloads of an engine with pools; empty if there are none, or if this is not known. */
    private static Optional<String> pooled(Results results, EngineKind engine, String rest) {
        List<String> where = results.setting().lineups().stream()
                .filter(lineup -> lineup.engines().contains(engine.label()))
                .map(lineup -> lineup.workload().title())
                .toList();
        return where.isEmpty()
                ? Optional.empty()
                : Optional.of(engine.label() + " takes part in " + String.join("; ", where) + rest);
    }
}
