package basalt.bench.report;

import static org.junit.jupiter.api.Assertions.assertEquals;

import basalt.bench.field.FieldRun;
import java.io.IOException;
import java.io.OutputStream;
import java.io.PrintStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.openjdk.jmh.runner.RunnerException;

class RawResultsTest {
    @TempDir
    Path target;

    private final List<String> taken = new ArrayList<>();

    private static FieldRun run() {
        Map<String, List<String>> parameters = new LinkedHashMap<>();
        parameters.put("entities", List.of("10000"));
        parameters.put(FieldRun.ENGINE, List.of("basalt", "dominion"));
        return new FieldRun("SimpleIter.run", parameters, 3, 1, 1, 20, List.of());
    }

    /** Makes the turn with this index fail. */
    private Results measure(int failing, Exception failure) throws IOException {
        ReportFolder folder = new ReportFolder(target);
        folder.clear();
        Plan plan = new Plan("tiny", null, List.of(run()), List.of(), List.of(), 1);
        Json.write(folder.machine(), new Samples().setting());
        Journal journal = new Journal(folder, plan, new PrintStream(OutputStream.nullOutputStream()));
        RawResults raw = new RawResults(folder.rawFile(1, run()), journal, turn -> {
            taken.add(turn.run().parameters().get(FieldRun.ENGINE).get(0) + turn.number());
            if (taken.size() == failing) {
                if (failure instanceof RuntimeException unchecked) {
                    throw unchecked;
                }
                throw (RunnerException) failure;
            }
            return List.of();
        });
        for (Turn turn : plan.turns()) {
            raw.measure(turn);
        }
        return folder.read();
    }

    @Test
    void shouldRunAllTurns() throws IOException {
        Results results = measure(0, null);
        assertEquals(List.of("basalt1", "dominion1", "basalt2", "dominion2", "basalt3", "dominion3"), taken);
        assertEquals(List.of(), results.failures());
        assertEquals(6, results.progress().done());
        try (Stream<Path> files = Files.list(target.resolve("raw"))) {
            assertEquals(List.of(target.resolve("raw/01-SimpleIter.json")), files.toList());
        }
    }

    @Test
    void shouldRecordAnyExceptionOfABenchmark() throws IOException {
        Results results = measure(2, new NullPointerException());
        assertEquals(List.of("basalt1", "dominion1", "basalt2", "basalt3"), taken);
        assertEquals("NullPointerException", results.failures().get(0).message());
        assertEquals(6, results.progress().done());
    }

    @Test
    void shouldNotRepeatFailedBenchmarks() throws IOException {
        Results results = measure(4, new RunnerException("wrong answer"));
        assertEquals(List.of("basalt1", "dominion1", "basalt2", "dominion2", "basalt3"), taken);
        assertEquals(
                List.of(new Failure("SimpleIter.run entities=10000 engine=dominion, JVM 2 of 3", "wrong answer")),
                results.failures());
        assertEquals(6, results.progress().done());
    }
}
