package basalt.bench.report;

import basalt.bench.field.FieldForms;
import basalt.bench.field.FieldRun;
import basalt.bench.field.NativeRun;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * The measurements of a run.
 *
 * @param form name of the form
 * @param only text in the names of the benchmarks; null for all
 * @param runs benchmarks of JMH
 * @param nativeRuns loops in C
 * @param memoryEngines the engines for which the memory of an entity is measured
 * @param memoryEntities number of entities for that
 */
record Plan(
        String form,
        String only,
        List<FieldRun> runs,
        List<NativeRun> nativeRuns,
        List<String> memoryEngines,
        int memoryEntities) {
    /** The name of the memory measurement among the benchmarks. */
    static final String MEMORY = "MemoryPerEntity";

    static final String QUICK = "quick";
    static final String TINY = "tiny";

    private static final int MILLION = 1_000_000;
    private static final int FEW = 10_000;
    /** Estimated time of both runs of a loop. */
    private static final double NATIVE_SECONDS = 3.5;

    private static final double MEMORY_SECONDS = 4;

    static Plan quick() {
        return of(QUICK, FieldForms.quick(), FieldForms.memoryEngines(), MILLION);
    }

    static Plan full() {
        return of("full", FieldForms.full(), FieldForms.memoryEngines(), MILLION);
    }

    /** A form that measures too briefly for any conclusion. */
    static Plan tiny() {
        return of(TINY, FieldForms.tiny(), FieldForms.memoryEngines().subList(0, 2), FEW);
    }

    private static Plan of(String form, List<FieldRun> runs, List<String> memoryEngines, int memoryEntities) {
        return new Plan(form, null, runs, nativeRuns(runs), memoryEngines, memoryEntities);
    }

    /** The loops in C that belong to Basalt's benchmarks. */
    private static List<NativeRun> nativeRuns(List<FieldRun> runs) {
        Set<Workload> measured = runs.stream()
                .flatMap(run -> run.combinations().stream())
                .filter(Plan::isOfBasalt)
                .map(Workload::of)
                .collect(Collectors.toSet());
        return FieldForms.nativeRuns().stream()
                .filter(run -> measured.contains(Workload.of(run)))
                .toList();
    }

    private static boolean isOfBasalt(FieldRun run) {
        return run.parameters().get(FieldRun.ENGINE).equals(List.of(Engines.BASALT));
    }

    /** The loop in C that runs before and after a benchmark. */
    Optional<NativeRun> nativeRun(FieldRun run) {
        return isOfBasalt(run)
                ? nativeRuns.stream()
                        .filter(loop -> Workload.of(loop).equals(Workload.of(run)))
                        .findFirst()
                : Optional.empty();
    }

    /**
     * Selects benchmarks by name.
     *
     * @param text text to find in the names, ignoring case
     * @return a plan with the selected benchmarks
     * @throws IllegalArgumentException if there are none
     */
    Plan only(String text) {
        Plan some = new Plan(
                form,
                text,
                runs.stream().filter(run -> contains(run.benchmark(), text)).toList(),
                nativeRuns.stream()
                        .filter(run -> contains(run.benchmark(), text))
                        .toList(),
                contains(MEMORY, text) ? memoryEngines : List.of(),
                memoryEntities);
        if (some.steps() == 0) {
            throw new IllegalArgumentException("no benchmark's name contains '" + text + "'");
        }
        return some;
    }

    /** Whether a text selects a benchmark; null selects all. */
    static boolean isChosen(String benchmark, String text) {
        return text == null || contains(benchmark, text);
    }

    private static boolean contains(String name, String text) {
        String label = WorkloadName.of(name);
        return (name + "\n" + label).toLowerCase(Locale.ROOT).contains(text.toLowerCase(Locale.ROOT));
    }

    /** The engines of each workload. */
    List<Lineup> lineups() {
        Map<Workload, List<String>> engines = new LinkedHashMap<>();
        for (FieldRun run : runs) {
            for (FieldRun one : run.combinations()) {
                engines.computeIfAbsent(Workload.of(one), workload -> new ArrayList<>())
                        .add(one.parameters().get(FieldRun.ENGINE).get(0));
            }
        }
        nativeRuns.forEach(run -> engines.get(Workload.of(run)).add(NativeRun.ENGINE));
        return engines.entrySet().stream()
                .map(entry -> new Lineup(entry.getKey(), List.copyOf(entry.getValue())))
                .toList();
    }

    /** All turns of the runs, in order. */
    List<Turn> turns() {
        return runs.stream().flatMap(run -> Turn.of(run).stream()).toList();
    }

    private long nativeTurns() {
        return turns().stream()
                .filter(turn -> nativeRun(turn.run()).isPresent())
                .count();
    }

    /** Number of measurements. */
    int steps() {
        return turns().size() + (int) nativeTurns() + memoryEngines.size();
    }

    /** Estimates the total time. */
    double seconds() {
        return turns().stream().mapToDouble(turn -> turn.run().seconds()).sum()
                + nativeTurns() * NATIVE_SECONDS
                + memoryEngines.size() * MEMORY_SECONDS;
    }

    static double nativeSeconds() {
        return NATIVE_SECONDS;
    }

    static double memorySeconds() {
        return MEMORY_SECONDS;
    }
}
