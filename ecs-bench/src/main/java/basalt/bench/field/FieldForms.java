package basalt.bench.field;

import static basalt.bench.field.EngineKind.ARTEMIS_NAME;
import static basalt.bench.field.EngineKind.ARTEMIS_POOLED_NAME;
import static basalt.bench.field.EngineKind.ASHLEY_NAME;
import static basalt.bench.field.EngineKind.ASHLEY_POOLED_NAME;
import static basalt.bench.field.EngineKind.BASALT_BULK_NAME;
import static basalt.bench.field.EngineKind.BASALT_NAME;
import static basalt.bench.field.EngineKind.BASALT_RECORDS_NAME;
import static basalt.bench.field.EngineKind.BASALT_TEMPLATES_NAME;
import static basalt.bench.field.EngineKind.DOMINION_NAME;
import static basalt.bench.field.EngineKind.FLEKS_NAME;
import static basalt.bench.field.EngineKind.FLOAT_ARRAY_NAME;
import static basalt.bench.field.EngineKind.OBJECTS_NAME;
import static basalt.bench.field.EngineKind.ZAY_ES_NAME;

import basalt.bench.BenchJvm;
import basalt.bench.create.WorldUse;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/** The measurements of the report: a quick form of less than fifteen minutes, and a full form. */
public final class FieldForms {
    /** The engines of workloads without structural change. */
    private static final List<String> ALL = List.of(
            BASALT_NAME,
            ARTEMIS_NAME,
            DOMINION_NAME,
            ASHLEY_NAME,
            ZAY_ES_NAME,
            FLEKS_NAME,
            FLOAT_ARRAY_NAME,
            OBJECTS_NAME);

    /** The engines of those workloads for which the quick form does not measure all engines. */
    private static final List<String> FEW = List.of(BASALT_NAME, ARTEMIS_NAME, DOMINION_NAME, FLOAT_ARRAY_NAME);

    /** The engines that serialize worlds. */
    private static final List<String> SERIALIZING =
            List.of(BASALT_NAME, ARTEMIS_NAME, FLEKS_NAME, FLOAT_ARRAY_NAME, OBJECTS_NAME);

    /** The engines that hunt. The other rivals have no links between entities. */
    private static final List<String> HUNTING = List.of(BASALT_NAME, ARTEMIS_NAME, FLOAT_ARRAY_NAME, OBJECTS_NAME);

    /** The engines whose ten million entities fit into the larger heap. */
    private static final List<String> FRUGAL =
            List.of(BASALT_NAME, ARTEMIS_NAME, DOMINION_NAME, FLOAT_ARRAY_NAME, OBJECTS_NAME);

    /** Number of JVMs for each result that a promise needs. */
    private static final int QUICK_FORKS = 2;

    private static final int FULL_FORKS = 3;

    private static final String MILLION = "1000000";
    private static final String ENTITIES = "entities";

    private FieldForms() {}

    /**
     * The quick form.
     *
     * @return what to run, in this order
     */
    public static List<FieldRun> quick() {
        // Ashley and Zay-ES are already the slowest without spawning.
        List<String> inALivingWorld =
                List.of(BASALT_NAME, BASALT_TEMPLATES_NAME, ARTEMIS_NAME, DOMINION_NAME, FLEKS_NAME, FLOAT_ARRAY_NAME);
        List<FieldRun> runs = new ArrayList<>(suite(QUICK_FORKS, 1, 4, 5, 250, inALivingWorld));
        // All engines take as long to invert matrices, Fleks longer to serialize than artemis-odb; the schedule is for
        // the engines that come closest.
        Map<String, List<String>> fewer = Map.of(
                "HeavyCompute.run",
                FEW,
                "ScheduledSwaps.run",
                FEW,
                "Serialize.run",
                List.of(BASALT_NAME, ARTEMIS_NAME, FLOAT_ARRAY_NAME),
                "PredatorPrey.run",
                List.of(BASALT_NAME, ARTEMIS_NAME, FLOAT_ARRAY_NAME));
        runs.replaceAll(run -> run.with(
                FieldRun.ENGINE,
                fewer.getOrDefault(run.benchmark(), run.parameters().get(FieldRun.ENGINE))));
        runs.add(tick("Occupancy", 1, 3, 5, 200).with(FieldRun.ENGINE, FEW).with("percent", "50", "10", "1"));
        runs.add(tick("Scaling", 1, 3, 5, 150).with(FieldRun.ENGINE, FEW).with(ENTITIES, "1000", "100000"));
        runs.add(tick("Scaling", QUICK_FORKS, 3, 5, 200)
                .with(FieldRun.ENGINE, ALL)
                .with(ENTITIES, MILLION));
        List<String> engines =
                List.of(BASALT_NAME, BASALT_BULK_NAME, ARTEMIS_NAME, DOMINION_NAME, ASHLEY_NAME, FLEKS_NAME);
        runs.add(shot("CreateMillion.create", QUICK_FORKS, 5, 5)
                .with(
                        FieldRun.ENGINE,
                        Stream.concat(engines.stream(), Stream.of(BASALT_RECORDS_NAME))
                                .toList()));
        runs.add(shot("DestroyMillion.destroy", QUICK_FORKS, 5, 5).with(FieldRun.ENGINE, engines));
        // Ashley takes seconds per shot in these.
        List<String> quickEngines =
                List.of(BASALT_NAME, BASALT_BULK_NAME, ARTEMIS_NAME, ARTEMIS_POOLED_NAME, DOMINION_NAME, FLEKS_NAME);
        for (String shot : List.of("AddMillion.add", "RemoveMillion.remove")) {
            runs.add(shot(shot, 1, 4, 5).with(FieldRun.ENGINE, quickEngines));
        }
        runs.replaceAll(run -> run.benchmark().startsWith("Create") ? run.with("world", WorldUse.FRESH.name()) : run);
        return List.copyOf(runs);
    }

    /**
     * The full form.
     *
     * @return what to run, in this order
     */
    public static List<FieldRun> full() {
        List<FieldRun> runs = new ArrayList<>(suite(FULL_FORKS, 2, 5, 5, 1000, plus(BASALT_TEMPLATES_NAME)));
        runs.add(tick("Occupancy", 2, 5, 5, 500).with(FieldRun.ENGINE, ALL).with("percent", "100", "50", "10", "1"));
        runs.add(tick("Scaling", 2, 5, 5, 500).with(FieldRun.ENGINE, ALL).with(ENTITIES, "1000", "10000", "100000"));
        runs.add(tick("Scaling", FULL_FORKS, 5, 5, 500)
                .with(FieldRun.ENGINE, ALL)
                .with(ENTITIES, MILLION));
        runs.add(tick("Scaling", 2, 5, 5, 500)
                .with(FieldRun.ENGINE, FRUGAL)
                .with(ENTITIES, "10000000")
                .withJvmArguments(BenchJvm.arguments(List.of("-Xms6g", "-Xmx6g"))));
        runs.add(shot("CreateMillion.create", FULL_FORKS, 10, 10)
                .with(FieldRun.ENGINE, plus(BASALT_BULK_NAME, BASALT_RECORDS_NAME))
                .with("world", WorldUse.FRESH.name()));
        runs.add(shot("CreateMillion.create", FULL_FORKS, 10, 10)
                .with(FieldRun.ENGINE, plus(BASALT_BULK_NAME, BASALT_RECORDS_NAME, ARTEMIS_POOLED_NAME))
                .with("world", WorldUse.REUSED.name()));
        runs.add(shot("DestroyMillion.destroy", FULL_FORKS, 10, 10));
        for (String shot : List.of("AddMillion.add", "RemoveMillion.remove")) {
            runs.add(shot(shot, 2, 10, 15));
        }
        return List.copyOf(runs);
    }

    /**
     * A form that measures too briefly for any conclusion, to test the report.
     *
     * @return what to run, in this order
     */
    public static List<FieldRun> tiny() {
        List<String> three = List.of(BASALT_NAME, ARTEMIS_NAME, FLOAT_ARRAY_NAME);
        List<String> changers = List.of(BASALT_NAME, BASALT_BULK_NAME, ARTEMIS_NAME);
        String[] smallJvm = BenchJvm.arguments(List.of("-Xms256m", "-Xmx256m"));
        return Stream.of(
                        tick("SimpleIter", 1, 1, 3, 20).with(FieldRun.ENGINE, three),
                        tick("AddRemove", 1, 1, 3, 20).with(FieldRun.ENGINE, changers),
                        tick("Occupancy", 1, 1, 3, 20)
                                .with(FieldRun.ENGINE, three)
                                .with(ENTITIES, "10000")
                                .with("percent", "100", "10"),
                        tick("Scaling", 1, 1, 3, 20)
                                .with(FieldRun.ENGINE, three)
                                .with(ENTITIES, "1000", "10000"),
                        shot("CreateMillion.create", 1, 1, 3)
                                .with(FieldRun.ENGINE, changers)
                                .with(ENTITIES, "10000")
                                .with("world", WorldUse.FRESH.name()))
                .map(run -> run.withJvmArguments(smallJvm))
                .toList();
    }

    /**
     * The scenes of ecs_bench_suite, the particles and the hunt. Scenes with a promise have more forks. Scenes without
     * a promise, and those with the shortest operations, have iterations of three fifths of the time. The hunt has a
     * longer warm-up, because a tick with relations has more code to compile than a loop.
     */
    private static List<FieldRun> suite(
            int promisedForks, int forks, int warmup, int iterations, int milliseconds, List<String> inALivingWorld) {
        int brief = milliseconds * 3 / 5;
        return List.of(
                tick("SimpleInsert", forks, warmup, iterations, brief)
                        .with(FieldRun.ENGINE, plus(BASALT_BULK_NAME, BASALT_RECORDS_NAME)),
                tick("SimpleIter", promisedForks, warmup, iterations, milliseconds)
                        .with(FieldRun.ENGINE, ALL),
                tick("FragmentedIter", promisedForks, warmup, iterations, brief)
                        .with(FieldRun.ENGINE, plus(BASALT_TEMPLATES_NAME)),
                tick("FragmentedTick", forks, warmup, iterations, brief).with(FieldRun.ENGINE, inALivingWorld),
                tick("ScheduledSwaps", forks, warmup, iterations, brief).with(FieldRun.ENGINE, ALL),
                tick("HeavyCompute", forks, warmup, iterations, brief).with(FieldRun.ENGINE, ALL),
                tick("AddRemove", promisedForks, warmup, iterations, milliseconds)
                        .with(FieldRun.ENGINE, plus(BASALT_BULK_NAME, ARTEMIS_POOLED_NAME, ASHLEY_POOLED_NAME)),
                tick("Serialize", promisedForks, warmup, iterations, brief).with(FieldRun.ENGINE, SERIALIZING),
                tick("Particles", promisedForks, warmup, iterations, milliseconds)
                        .with(FieldRun.ENGINE, plus(ARTEMIS_POOLED_NAME, ASHLEY_POOLED_NAME)),
                tick("PredatorPrey", promisedForks, 3 * warmup, iterations, brief)
                        .with(FieldRun.ENGINE, HUNTING));
    }

    private static List<String> plus(String... more) {
        return Stream.concat(ALL.stream(), Stream.of(more)).toList();
    }

    private static FieldRun tick(String benchmark, int forks, int warmup, int iterations, int milliseconds) {
        return new FieldRun(benchmark + ".run", Map.of(), forks, warmup, iterations, milliseconds, List.of());
    }

    private static FieldRun shot(String benchmark, int forks, int warmup, int shots) {
        return new FieldRun(benchmark, Map.of(), forks, warmup, shots, 0, List.of());
    }

    /**
     * The loops in C that both forms measure; each runs for about two seconds, before and after its benchmark.
     *
     * @return what to run
     */
    public static List<NativeRun> nativeRuns() {
        List<NativeRun> runs = new ArrayList<>();
        runs.add(nativeRun("SimpleInsert.run", "insert", 10_000));
        runs.add(nativeRun("SimpleIter.run", "move", 10_000));
        runs.add(nativeRun("FragmentedIter.run", "fragments", 20));
        runs.add(nativeRun("ScheduledSwaps.run", "swaps", 10_000));
        runs.add(nativeRun("HeavyCompute.run", "heavy", 1000));
        runs.add(nativeRun("Serialize.run", "serialize", 1000));
        runs.add(nativeRun("Particles.run", "particles", 10_000));
        runs.add(nativeRun("PredatorPrey.run", "hunt", 2000));
        for (int percent : new int[] {100, 50, 10, 1}) {
            runs.add(new NativeRun(
                    "Occupancy.run",
                    Map.of(ENTITIES, MILLION, "percent", Integer.toString(percent)),
                    "move",
                    1_000_000,
                    percent));
        }
        for (int entities = 1000; entities <= 10_000_000; entities *= 10) {
            runs.add(nativeRun("Scaling.run", "move", entities));
        }
        runs.add(new NativeRun(
                "CreateMillion.create",
                Map.of(ENTITIES, MILLION, "world", WorldUse.FRESH.name()),
                "create",
                1_000_000,
                100));
        return List.copyOf(runs);
    }

    private static NativeRun nativeRun(String benchmark, String workload, int entities) {
        return new NativeRun(benchmark, Map.of(ENTITIES, Integer.toString(entities)), workload, entities, 100);
    }

    /**
     * The engines for which the memory of an entity is measured.
     *
     * @return names of engines, for {@link MemoryPerEntity#inNewJvm}
     */
    public static List<String> memoryEngines() {
        return ALL;
    }

    /**
     * Prints the command lines of a form for {@code org.openjdk.jmh.Main}, one per line.
     *
     * @param arguments {@code --full} for the full form
     */
    public static void main(String[] arguments) {
        boolean isFull = List.of(arguments).contains("--full");
        (isFull ? full() : quick()).forEach(run -> System.out.println(String.join(" ", run.arguments())));
    }
}
