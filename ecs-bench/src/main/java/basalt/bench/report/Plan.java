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
 * @param form how it is called
 * @param only what the benchmarks' names contain; null for all
 * @param runs benchmarks of JMH
 * @param nativeRuns loops in C
 * @param memoryEngines the engines for which the memory of an entity is measured
 * @param memoryEntities among how many
 */
record Plan(
        String form,
        String only,
        List<FieldRun> runs,
        List<NativeRun> nativeRuns,
        List<String> memoryEngines,
        int memoryEntities) {
    /** How the measurement of memory is called beside the benchmarks. */
    static final String MEMORY = "MemoryPerEntity";

    static final String QUICK = "quick";
    static final String TINY = "tiny";

    private static final int MILLION = 1_000_000;
    private static final int FEW = 10_000;
    /** Of a loop, which runs twice. */
    private static final double NATIVE_SECONDS = 3.5;

    private static final double MEMORY_SECONDS = 4;

    static Plan quick() {
        return of(QUICK, FieldForms.quick(), FieldForms.memoryEngines(), MILLION);
    }

    static Plan full() {
        return of("full", FieldForms.full(), FieldForms.memoryEngines(), MILLION);
    }

    /** Measures too briefly for any conclusion. */
    static Plan tiny() {
        return of(TINY, FieldForms.tiny(), FieldForms.memoryEngines().subList(0, 2), FEW);
    }

    private static Plan of(String form, List<FieldRun> runs, List<String> memoryEngines, int memoryEntities) {
        return new Plan(form, null, runs, nativeRuns(runs), memoryEngines, memoryEntities);
    }

    /** The loops in C that stand beside one of Basalt's benchmarks. */
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
     * Leaves out what is not asked for.
     *
     * @param text what a benchmark's name must contain, in upper or lower case
     * @return what is left
     * @throws IllegalArgumentException if nothing is
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

    /** Whether a benchmark is among those that are asked for by a text, which is null if all are. */
    static boolean isChosen(String benchmark, String text) {
        return text == null || contains(benchmark, text);
    }

    private static boolean contains(String name, String text) {
        String label = WorkloadName.of(name);
        return (name + "\n" + label).toLowerCase(Locale.ROOT).contains(text.toLowerCase(Locale.ROOT));
    }

    /** What is to take part in which workload. */
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

    /** All turns of the runs, in their order. */
    List<Turn> turns() {
        return runs.stream().flatMap(run -> Turn.of(run).stream()).toList();
    }

    private long nativeTurns() {
        return turns().stream()
                .filter(turn -> nativeRun(turn.run()).isPresent())
                .count();
    }

    /** How many things are measured one after the other. */
    int steps() {
        return turns().size() + (int) nativeTurns() + memoryEngines.size();
    }

    /** Guesses how long it takes. */
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
