package basalt.bench.report;

import basalt.bench.field.Contestant;
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
                "Times are medians of the iterations of all forks, each of which is a JVM of its"
                        + " own; error bars and brackets are quartiles. All engines of a workload have their"
                        + " first fork, one after the other, then all have their second: what is compared"
                        + " was measured soon after one another. Loops in C measure themselves, half of"
                        + " their times directly before each fork of Basalt's, half after it.",
                "A ratio is an engine's time to Basalt's: above 1x Basalt is faster, below 1x it"
                        + " is slower, which is marked. A ratio's quartiles are those of both times"
                        + " together. If a promise's bound lies between them, it lies within the spread:"
                        + " another run may come to the other verdict.",
                "Where Basalt has several ways (one by one, by handle; many at once, bulk; from"
                        + " records; with a template for each kind), each has a row; charts compare with the"
                        + " first one.",
                "Rivals are the other entity-component-systems. float[], objects and C are"
                        + " references: they are not entity-component-systems."));
        pooled(results, Contestant.ARTEMIS_POOLED, "; elsewhere artemis-odb has plain components.")
                .ifPresent(sentences::add);
        pooled(
                        results,
                        Contestant.ASHLEY_POOLED,
                        ". Pools are used where components or particles come and go all the time;"
                                + " in all other workloads it would run the same code as ashley.")
                .ifPresent(sentences::add);
        sentences.add("Garbage is the median of the gc profiler's bytes an operation; less than one"
                + " byte is 0. JMH itself allocates some 30 KB an iteration, which is spread over"
                + " its operations: those that take a millisecond show hundreds of bytes, of float[]"
                + " too, that are not theirs. Single shots have no figure, since their preparation"
                + " would be counted.");
        sentences.add("Memory on the heap is measured, by the difference that creating the entities"
                + " makes. Outside of it, it is what Basalt's world counts: column bytes in use,"
                + " with block headers and presence words, and what frames and commands have"
                + " reserved. The address space that is reserved is larger, as the table shows; only"
                + " what is in use of it takes memory.");
        return sentences;
    }

    /** The workloads of an engine with pools; empty if there are none, or if this is not known. */
    private static Optional<String> pooled(Results results, Contestant engine, String rest) {
        List<String> where = results.setting().lineups().stream()
                .filter(lineup -> lineup.engines().contains(engine.label()))
                .map(lineup -> lineup.workload().title())
                .toList();
        return where.isEmpty()
                ? Optional.empty()
                : Optional.of(engine.label() + " takes part in " + String.join("; ", where) + rest);
    }
}
