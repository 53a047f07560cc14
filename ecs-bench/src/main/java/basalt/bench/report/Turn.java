package basalt.bench.report;

import basalt.bench.field.FieldRun;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * One JVM of one engine in one workload. All engines of a workload have their first turn, then all have their second,
 * so that those which are compared have been measured soon after one another.
 *
 * @param run what it measures, in one JVM
 * @param number which of the engine's JVMs in that workload it is, from 1
 * @param total how many the engine has there
 */
record Turn(FieldRun run, int number, int total) {
    /** Splits a run into its turns, in the order in which they are taken. */
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

    /** The benchmark with its parameters, and which JVM it is where there are several. */
    String title() {
        return run.title() + ofSeveral();
    }

    /** Which JVM it is; empty if there is but one. */
    String ofSeveral() {
        return total == 1 ? "" : ", JVM " + number + " of " + total;
    }
}
