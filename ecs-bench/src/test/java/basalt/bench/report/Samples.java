package basalt.bench.report;

import basalt.bench.field.NativeRun;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalDouble;

/** Results for tests. */
final class Samples {
    static final Workload SIMPLE_ITER = Workload.of("SimpleIter.run", "entities", "10000");
    static final Workload ADD_REMOVE = Workload.of("AddRemove.run", "entities", "10000");
    static final Workload CREATE = Workload.of("CreateMillion.create", "entities", "1000000", "world", "FRESH");

    private final List<Measured> measured = new ArrayList<>();
    private final List<Failure> failures = new ArrayList<>();
    private NativeTimes nativeTimes = new NativeTimes(null, "no C compiler was found", List.of());
    private List<EntityMemory> memory = List.of();
    private Progress progress = new Progress(9, 9, "2026-01-01T00:10:00Z");
    private final Map<Workload, List<String>> expected = new LinkedHashMap<>();
    private String form = "quick";
    private String only;
    private int jdkFeature = 25;
    private String commit = "0123456789abcdef0123456789abcdef01234567";
    private Boolean changed = true;

    Setting setting() {
        return new Setting(
                "2026-01-01T00:00:00Z",
                form,
                only,
                commit,
                changed,
                "JDK 25",
                jdkFeature,
                List.of("-Xmx2g"),
                Map.of("Scaling.run", List.of("-Xmx6g")),
                "a processor",
                2,
                1L << 34,
                "Linux amd64",
                null,
                Map.of("artemis-odb", "2.3.0"),
                expected.entrySet().stream()
                        .map(entry -> new Lineup(entry.getKey(), entry.getValue()))
                        .toList());
    }

    Samples form(String name) {
        form = name;
        return this;
    }

    Samples only(String text) {
        only = text;
        return this;
    }

    Samples jdk(int feature) {
        jdkFeature = feature;
        return this;
    }

    Samples commit(String name, Boolean differs) {
        commit = name;
        changed = differs;
        return this;
    }

    /** Plans an engine for a workload. Measured engines are planned too. */
    Samples expect(Workload workload, String engine) {
        List<String> engines = expected.computeIfAbsent(workload, any -> new ArrayList<>());
        if (!engines.contains(engine)) {
            engines.add(engine);
        }
        return this;
    }

    Samples expectNothing() {
        expected.clear();
        return this;
    }

    /** Rivals that win in one workload and lose in the others, with a workload for each kind of chart. */
    static Samples field() {
        Samples samples = new Samples();
        samples.add(SIMPLE_ITER, "basalt", 2, 1.8, 2.2);
        samples.add(SIMPLE_ITER, "artemis-odb", 30, 29, 31);
        samples.add(SIMPLE_ITER, "float-array", 1.5, 1.4, 1.6);
        samples.add(ADD_REMOVE, "basalt", 200);
        samples.add(ADD_REMOVE, "basalt-bulk", 10);
        samples.add(ADD_REMOVE, "artemis-odb", 150);
        samples.add(ADD_REMOVE, "dominion", 2000);
        for (int entities : new int[] {1000, 1_000_000}) {
            Workload scaling = Workload.of("Scaling.run", "entities", Integer.toString(entities));
            samples.add(scaling, "basalt", entities * 2e-4);
            samples.add(scaling, "artemis-odb", entities * 3e-3);
        }
        for (String percent : List.of("50", "1")) {
            Workload occupancy = Workload.of("Occupancy.run", "entities", "1000000", "percent", percent);
            samples.add(occupancy, "basalt", 100);
            samples.add(occupancy, "artemis-odb", 2000);
        }
        samples.memory =
                List.of(new EntityMemory("basalt", 1000, 8, 27, 40), new EntityMemory("artemis-odb", 1000, 60, 0, 0));
        return samples;
    }

    Samples add(Workload workload, String engine, double... microseconds) {
        double[] nanos = microseconds.clone();
        for (int i = 0; i < nanos.length; i++) {
            nanos[i] *= 1000;
        }
        measured.add(new Measured(workload, engine, Spread.of(nanos), OptionalDouble.of(24)));
        return expect(workload, engine);
    }

    Samples addNative(Workload workload, double... microseconds) {
        nativeTimes = new NativeTimes(
                "gcc -O3",
                null,
                List.of(new NativeTimes.Time(
                        workload.benchmark(),
                        workload.parameters(),
                        Arrays.stream(microseconds)
                                .mapToObj(value -> value * 1000)
                                .toList())));
        return expect(workload, NativeRun.ENGINE);
    }

    Samples fail(String what, String message) {
        failures.add(new Failure(what, message));
        return this;
    }

    Samples endEarly(int done) {
        progress = new Progress(done, 9, null);
        return this;
    }

    Results results() {
        return Results.of(setting(), measured, nativeTimes, memory, failures, progress);
    }

    static String nameOfC() {
        return NativeRun.ENGINE;
    }
}
