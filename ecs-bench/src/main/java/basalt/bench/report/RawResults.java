package basalt.bench.report;

import basalt.bench.JmhResults;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.openjdk.jmh.results.RunResult;
import org.openjdk.jmh.results.format.ResultFormatType;
import org.openjdk.jmh.runner.RunnerException;
import org.openjdk.jmh.runner.options.CommandLineOptionException;

/**
 * A file of JMH results with an entry for each turn. If a turn fails, the later turns of the same benchmark are skipped
 * and its results are dropped, so each result has the planned number of JVMs.
 */
final class RawResults {
    private final Path file;
    private final Journal journal;
    private final Jmh jmh;
    private final Map<String, List<RunResult>> results = new LinkedHashMap<>();
    private final Set<String> failed = new HashSet<>();

    RawResults(Path file, Journal journal, Jmh jmh) {
        this.file = file;
        this.journal = journal;
        this.jmh = jmh;
    }

    /** Runs benchmarks. */
    @FunctionalInterface
    interface Jmh {
        /**
         * Runs one turn in a new JVM.
         *
         * @return the results
         * @throws RunnerException if it fails
         * @throws CommandLineOptionException if JMH does not understand it
         */
        Collection<RunResult> run(Turn turn) throws RunnerException, CommandLineOptionException;
    }

    /**
     * Runs a turn, and writes all results so far. A failure is recorded, not thrown.
     *
     * @throws IOException if a file cannot be written
     */
    void measure(Turn turn) throws IOException {
        String run = turn.run().title();
        double seconds = turn.run().seconds();
        if (failed.contains(run)) {
            journal.done(seconds, turn.title() + ": left out, since it has failed");
            return;
        }
        try {
            results.computeIfAbsent(run, any -> new ArrayList<>()).addAll(jmh.run(turn));
        } catch (RunnerException | CommandLineOptionException | RuntimeException failure) {
            failed.add(run);
            results.remove(run);
            if (turn.number() > 1) {
                write();
            }
            journal.failed(seconds, turn.title(), Reason.of(failure));
            return;
        }
        write();
        journal.done(seconds, turn.title());
    }

    private void write() throws IOException {
        List<RunResult> all = results.values().stream().flatMap(List::stream).toList();
        JmhResults.write(file, ResultFormatType.JSON, all);
    }
}
