package basalt.bench.report;

import basalt.bench.field.FieldRun;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * One JVM of an engine in a workload. All engines of a workload run their first turn, then all run their second, so the
 * compared engines are measured close together.
 *
 * @param run the run, in a single JVM
 * @param number number of the JVM, from 1
 * @param total number of JVMs of the engine in this workload
 */
record Turn(FieldRun run, int number, int total) {
    /** Splits a run into its turns, in order of execution. */
    static List<Turn> of(FieldRun run) {
        Map<Workload, List<FieldRun>> engines = new LinkedHashMap<>();
        run.combinations()
                .forEach(one -> engines.computeIfAbsent(Workload.of(one), workload -> new ArrayList<>())
                        .add(one.withForks(1)));
        List<Turn> turns = new ArrayList<>();
        for (List<FieldRun> workload : engines.values()) {
            for (int number = 1; number <= run.forks(); number++) {
                for (FieldRun one : workload) {
                    turns.add(new Turn(one, number, run.forks()));
                }
            }
        }
        return turns;
    }

    /** The benchmark with its parameters, and the number of the JVM if there are several. */
    String title() {
        return run.title() + ofSeveral();
    }

    /** The number of the JVM; empty if there is only one. */
    String ofSeveral() {
        return total == 1 ? "" : ", JVM " + number + " of " + total;
    }
}
