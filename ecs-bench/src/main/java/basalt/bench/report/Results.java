package basalt.bench.report;

import basalt.bench.field.NativeRun;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;

/**
 * All results of a report.
 *
 * @param setting the environment of the measurement
 * @param measured times and garbage, including C
 * @param nativeTimes details of C
 * @param memory memory per entity
 * @param failures the failed measurements
 * @param progress the progress of the run
 */
record Results(
        Setting setting,
        List<Measured> measured,
        NativeTimes nativeTimes,
        List<EntityMemory> memory,
        List<Failure> failures,
        Progress progress) {
    private static final Comparator<Workload> ORDER = Comparator.comparingInt(
                    (Workload workload) -> WorkloadName.place(workload.benchmark()))
            .thenComparingInt(Workload::entities)
            .thenComparing(
                    workload -> Integer.parseInt(workload.parameters().getOrDefault("percent", "0")),
                    Comparator.reverseOrder())
            .thenComparing(workload -> workload.parameters().toString());

    /** Combines the results of JMH and C. */
    static Results of(
            Setting setting,
            List<Measured> byJmh,
            NativeTimes nativeTimes,
            List<EntityMemory> memory,
            List<Failure> failures,
            Progress progress) {
        List<Measured> all = new ArrayList<>(byJmh);
        for (NativeTimes.Time time : nativeTimes.times()) {
            all.add(new Measured(
                    new Workload(time.benchmark(), time.parameters()),
                    NativeRun.ENGINE,
                    Spread.of(time.nanoseconds()),
                    OptionalDouble.empty()));
        }
        return new Results(
                setting, List.copyOf(all), nativeTimes, List.copyOf(memory), List.copyOf(failures), progress);
    }

    /** The planned engines of a workload that have no time. */
    List<String> missing(Workload workload) {
        return setting.lineup(workload).orElse(List.of()).stream()
                .filter(engine -> find(workload, engine).isEmpty())
                .toList();
    }

    Optional<Measured> find(Workload workload, String engine) {
        return measured.stream()
                .filter(one -> one.workload().equals(workload) && one.engine().equals(engine))
                .findFirst();
    }

    /** The results of all engines in a workload. */
    List<Measured> of(Workload workload) {
        return measured.stream()
                .filter(one -> one.workload().equals(workload))
                .sorted(Comparator.comparingInt(one -> Engines.place(one.engine())))
                .toList();
    }

    /** All measured workloads, in the order of the report. */
    List<Workload> workloads() {
        return measured.stream()
                .map(Measured::workload)
                .distinct()
                .sorted(ORDER)
                .toList();
    }

    /** The workloads of a benchmark, in the order of the report. */
    List<Workload> workloads(String benchmark) {
        return workloads().stream()
                .filter(workload -> workload.benchmark().equals(benchmark))
                .toList();
    }

    /** All measured engines, in the order of the report. */
    List<String> engines() {
        return measured.stream()
                .map(Measured::engine)
                .distinct()
                .sorted(Comparator.comparingInt(Engines::place))
                .toList();
    }

    /**
     * The comparisons of all engines with each way of Basalt's, workload by workload; workloads without a time of
     * Basalt's are left out.
     */
    List<Comparison> comparisons() {
        return workloads().stream()
                .flatMap(workload -> Engines.OWN.stream().flatMap(own -> comparison(workload, own).stream()))
                .toList();
    }

    /** The comparison of all engines with one way of Basalt's; empty if it was not measured. */
    Optional<Comparison> comparison(Workload workload, String own) {
        return find(workload, own).map(base -> Comparison.of(base, of(workload)));
    }
}
