package basalt.bench.report;

import basalt.bench.engine.Engine;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * All engines in one workload.
 *
 * @param title the benchmark and its parameters
 * @param scores the result of each measured engine
 */
record Comparison(String title, Map<Engine, Score> scores) {
    /** The workloads in which Basalt was measured. */
    static List<Comparison> all(Scores scores) {
        Map<String, Comparison> found = new LinkedHashMap<>();
        scores.all().stream()
                .filter(score -> score.engine() != null)
                .forEach(score -> found.computeIfAbsent(
                                score.titleWithoutEngine(), title -> new Comparison(title, new EnumMap<>(Engine.class)))
                        .scores()
                        .put(Engine.valueOf(score.engine()), score));
        List<Comparison> all = new ArrayList<>(found.values());
        all.removeIf(comparison -> !comparison.scores.containsKey(Engine.BASALT));
        return all;
    }

    /** The ways of Basalt's that were measured. */
    List<Engine> own() {
        return scores.keySet().stream()
                .filter(engine -> engine.role() == Engine.Role.OWN)
                .toList();
    }

    /** The time of an engine to that of a way of Basalt's; empty if the engine was not measured. */
    Optional<Double> ratio(Engine engine, Engine own) {
        return Optional.ofNullable(scores.get(engine))
                .map(score -> score.median() / scores.get(own).median());
    }
}
