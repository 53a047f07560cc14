package basalt.bench;

import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.openjdk.jmh.results.RunResult;

/** All results of a run. */
final class Scores {
    private final List<Score> all;

    Scores(List<Score> all) {
        this.all = List.copyOf(all);
    }

    static Scores of(Collection<RunResult> results) {
        return new Scores(results.stream().map(Score::of).toList());
    }

    /** Finds the result with these parameters; other parameters can have any value. */
    Optional<Score> find(String benchmark, Map<String, String> parameters) {
        return all.stream()
                .filter(score -> score.benchmark().equals(benchmark)
                        && score.parameters().entrySet().containsAll(parameters.entrySet()))
                .findFirst();
    }

    List<Score> withBytes() {
        return all.stream().filter(score -> score.bytes().isPresent()).toList();
    }
}
