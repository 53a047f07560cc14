package basalt.bench.report;

import static org.junit.jupiter.api.Assertions.assertDoesNotThrow;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import basalt.bench.field.FieldRun;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Runs measurements in other JVMs, for some milliseconds. */
class MeasuringTest {
    @TempDir
    Path folder;

    private static Plan plan() {
        Plan tiny = Plan.tiny().only("SimpleIter");
        FieldRun run = tiny.runs().get(0);
        Map<String, List<String>> parameters = new LinkedHashMap<>(run.parameters());
        parameters.put(FieldRun.ENGINE, List.of("unknown", "basalt"));
        FieldRun some = new FieldRun(
                run.benchmark(),
                parameters,
                2,
                run.warmupIterations(),
                run.iterations(),
                run.milliseconds(),
                run.jvmArguments());
        return new Plan("tiny", null, List.of(some), tiny.nativeRuns(), List.of("unknown"), 100);
    }

    @Test
    void shouldRecordFailuresAndMeasureTheRest() throws IOException {
        ByteArrayOutputStream text = new ByteArrayOutputStream();
        ReportFolder target = new ReportFolder(folder);
        PrintStream out = new PrintStream(text, true, StandardCharsets.UTF_8);
        measure(target, out);

        Results results = target.read();
        assertEquals(
                List.of("basalt"),
                results.measured().stream().map(Measured::engine).toList(),
                () -> results.failures() + readLog());
        assertTrue(results.measured().get(0).garbage().isPresent());
        assertEquals(2 * 3, results.measured().get(0).nanos().count());
        assertEquals(
                List.of("SimpleIter.run engine=unknown, JVM 1 of 2", "MemoryPerEntity unknown"),
                results.failures().stream()
                        .map(failure -> failure.what().replace(" entities=10000", ""))
                        .toList());
        String reason = results.failures().get(0).message();
        assertTrue(reason.startsWith("SimpleIter.run"), reason);
        assertTrue(reason.contains("engine must be one of"), reason);
        assertEquals("no C compiler was found", results.nativeTimes().missing());
        assertTrue(Files.exists(folder.resolve("raw").resolve("01-SimpleIter.json")));
        assertTrue(Files.readString(folder.resolve("jmh.log")).contains("engine=unknown"));
        assertTrue(
                text.toString(StandardCharsets.UTF_8)
                        .contains("[1/7] SimpleIter.run entities=10000 engine=unknown, JVM 1 of 2 FAILED"),
                text.toString(StandardCharsets.UTF_8));
        assertFalse(results.setting().jvmFlags().isEmpty());
        assertEquals(Runtime.version().feature(), results.setting().jdkFeature());

        assertEquals(
                List.of(new Lineup(Samples.SIMPLE_ITER, List.of("unknown", "basalt", "c"))),
                results.setting().lineups());
        assertTrue(results.progress().hasEnded());
        assertEquals(7, results.progress().done());

        target.clear();
        assertFalse(Files.exists(folder.resolve("raw").resolve("01-SimpleIter.json")));
        assertFalse(Files.exists(folder.resolve("machine.json")));
    }

    private static void measure(ReportFolder target, PrintStream out) throws IOException {
        new Measuring(
                        plan(),
                        target,
                        () -> {
                            throw new IOException("no C compiler was found");
                        },
                        out)
                .run();
    }

    @Test
    void shouldKeepResultsIfTheRunEndsEarly() {
        ReportFolder target = new ReportFolder(folder);
        PrintStream out = new PrintStream(OutputStream.nullOutputStream()) {
            @Override
            public PrintStream printf(Locale locale, String format, Object... arguments) {
                if (arguments[0].equals(2)) {
                    throw new IllegalStateException("the end");
                }
                return this;
            }
        };
        assertThrows(IllegalStateException.class, () -> measure(target, out));
        Results results = assertDoesNotThrow(target::read);
        assertEquals(new Progress(2, 7, null), results.progress());
        assertEquals(
                List.of("basalt"),
                results.measured().stream().map(Measured::engine).toList());
        assertEquals(1, results.failures().size());
        assertEquals(
                "The run ended early: 2 of 7 measurements were done",
                Notes.ending(results).orElseThrow());
    }

    private String readLog() {
        try {
            return Files.readString(folder.resolve("jmh.log"));
        } catch (IOException unreadable) {
            return unreadable.toString();
        }
    }

    @Test
    void shouldReadAllVersionsFromTheBuild() throws IOException {
        Map<String, String> versions = SettingDetector.versions();
        for (String name : List.of("basalt", "artemis-odb", "dominion", "ashley", "zay-es", "fleks", "jmh")) {
            assertTrue(versions.get(name).matches("\\d+\\.\\d+.*"), name + ": " + versions.get(name));
        }
    }
}
