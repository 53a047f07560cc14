package basalt.bench.report;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import basalt.bench.field.FieldRun;
import basalt.bench.field.c.Loops;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class NativeBesideTest {
    @TempDir
    Path target;

    private Plan plan = Plan.tiny().only("SimpleIter");
    private final List<String> events = new ArrayList<>();
    private final ByteArrayOutputStream told = new ByteArrayOutputStream();
    private int failing = Integer.MAX_VALUE;
    private String wrong = "wrong answer";
    private boolean isUndeletable;
    private ReportFolder folder;
    private Journal journal;

    @BeforeEach
    void open() throws IOException {
        folder = new ReportFolder(target);
        folder.clear();
        Json.write(folder.machine(), new Samples().setting());
        journal = new Journal(folder, plan, new PrintStream(told, true));
    }

    /** Fake loops; each run takes longer than the one before. */
    private final class Recorded implements Loops {
        private int runs;

        @Override
        public String compiler() {
            return "gcc";
        }

        @Override
        public double[] nanoseconds(String workload, int entities, int movingPercent) throws IOException {
            events.add(workload + " " + entities);
            if (++runs == failing) {
                throw new IOException(wrong);
            }
            return new double[] {runs, runs, runs};
        }

        @Override
        public void close() throws IOException {
            events.add("close");
            if (isUndeletable) {
                throw new IOException("field is in use");
            }
        }
    }

    private Results run(NativeBeside.Compiler compiler) throws IOException {
        try (NativeBeside beside = NativeBeside.open(plan, folder, compiler, journal)) {
            for (Turn turn : plan.turns()) {
                beside.around(
                        turn,
                        () -> events.add(
                                turn.run().parameters().get(FieldRun.ENGINE).get(0)));
            }
        }
        return folder.read();
    }

    @Test
    void shouldRunALoopDirectlyBeforeAndAfterItsBenchmark() throws IOException {
        Results results = run(Recorded::new);
        assertEquals(List.of("move 10000", "basalt", "move 10000", "artemis-odb", "float-array", "close"), events);
        assertEquals(
                new Spread(1.5, 1, 2, 6),
                results.find(Samples.SIMPLE_ITER, Samples.nameOfC())
                        .orElseThrow()
                        .nanos());
        assertEquals("gcc", results.nativeTimes().compiler());
        assertNull(results.nativeTimes().missing());
    }

    private void takeTwoTurns() {
        plan = new Plan(
                plan.form(),
                null,
                List.of(plan.runs().get(0).withForks(2)),
                plan.nativeRuns(),
                plan.memoryEngines(),
                plan.memoryEntities());
    }

    @Test
    void shouldRunALoopAroundEachTurn() throws IOException {
        takeTwoTurns();
        Results results = run(Recorded::new);
        List<String> turn = List.of("move 10000", "basalt", "move 10000", "artemis-odb", "float-array");
        assertEquals(
                Stream.of(turn, turn, List.of("close")).flatMap(List::stream).toList(), events);
        assertEquals(
                new Spread(2.5, 1.75, 3.25, 12),
                results.find(Samples.SIMPLE_ITER, Samples.nameOfC())
                        .orElseThrow()
                        .nanos());
    }

    @Test
    void shouldDropTheTimesOfALoopThatFailsLater() throws IOException {
        takeTwoTurns();
        failing = 3;
        open();
        Results results = run(Recorded::new);
        assertEquals(List.of(new Failure("simple_iter, 10,000 in C, JVM 2 of 2", "wrong answer")), results.failures());
        assertEquals(List.of(), results.measured());
    }

    @Test
    void shouldRecordAFailureOnce() throws IOException {
        for (int run = 1; run <= 2; run++) {
            failing = run;
            events.clear();
            open();
            Results results = run(Recorded::new);
            assertEquals(List.of(new Failure("simple_iter, 10,000 in C", "wrong answer")), results.failures());
            assertEquals(List.of(), results.measured());
            assertEquals(run + 4, events.size(), events.toString());
        }
    }

    @Test
    void shouldRecordAFailureWithoutAMessage() throws IOException {
        failing = 1;
        wrong = null;
        assertEquals(
                List.of(new Failure("simple_iter, 10,000 in C", "IOException")),
                run(Recorded::new).failures());
    }

    @Test
    void shouldKeepTheTimesIfItsFilesCannotBeDeleted() throws IOException {
        isUndeletable = true;
        Results results = run(Recorded::new);
        assertEquals("close", events.get(events.size() - 1));
        assertEquals(1, results.measured().size());
        assertEquals(List.of(), results.failures());
        assertTrue(told.toString().contains("could not be deleted: field is in use"), told.toString());
    }

    @Test
    void shouldCountLoopsAsDoneWithoutACompiler() throws IOException {
        Results results = run(() -> {
            throw new IOException("no C compiler was found");
        });
        assertEquals("no C compiler was found", results.nativeTimes().missing());
        assertEquals(List.of("basalt", "artemis-odb", "float-array"), events);
        assertEquals(new Progress(1, 4, null), results.progress());
        assertEquals(List.of(), results.failures());
        assertEquals(true, Files.exists(folder.nativeTimes()));
    }
}
