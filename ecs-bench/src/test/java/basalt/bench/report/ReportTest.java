package basalt.bench.report;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.net.URISyntaxException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import picocli.CommandLine;

class ReportTest {
    private final ByteArrayOutputStream out = new ByteArrayOutputStream();
    private final StringWriter err = new StringWriter();

    @TempDir
    Path folder;

    private int run(Object... arguments) {
        CommandLine line = Report.commandLine(new PrintStream(out, true, StandardCharsets.UTF_8));
        line.setErr(new PrintWriter(err, true));
        return line.execute(List.of(arguments).stream().map(Object::toString).toArray(String[]::new));
    }

    private String printed() {
        return out.toString(StandardCharsets.UTF_8);
    }

    @Test
    void shouldReportInvalidArgumentsInOneLine() throws IOException {
        Path file = Files.writeString(folder.resolve("file"), "");
        for (List<Object> wrong : List.<List<Object>>of(
                List.of("--unknown"),
                List.of("--only"),
                List.of("--only", "nothing like it"),
                List.of("--from", folder, "--full"),
                List.of("--from", folder, "--list"),
                List.of("--from", folder, "--only", "SimpleIter"),
                List.of("--full", "--tiny"),
                List.of("--output", file),
                List.of("--output", file.resolve("deep")),
                List.of("--from", file),
                List.of("--from", folder.resolve("none")),
                List.of("surplus"))) {
            err.getBuffer().setLength(0);
            assertEquals(2, run(wrong.toArray()), wrong.toString());
            assertTrue(err.toString().matches("report: [^\\r\\n]+; try --help\\R"), wrong + ": " + err);
        }
    }

    @Test
    void shouldReportAFolderWithoutResults() {
        assertEquals(1, run("--from", folder));
        assertTrue(err.toString().matches("report: no report was measured in [^\\r\\n]+\\R"), err.toString());
    }

    @Test
    void shouldCheckOutputsBeforeMeasuring() throws IOException {
        Path page = Files.createSymbolicLink(folder.resolve("report.html"), folder);
        assertEquals(2, run("--tiny", "--output", folder));
        assertEquals(
                "report: --output must be a file, not a folder: " + page + "; name a file in it; try --help",
                err.toString().strip());
        assertEquals("", printed());
    }

    @Test
    void shouldKeepTheOldReportIfTheNewOneCannotBeWritten() throws IOException, URISyntaxException {
        Path earlier = measured(List.of());
        Path table = Files.writeString(earlier.resolve("README-table.md"), "old");
        Path page = Files.createDirectory(earlier.resolve("report.html"));
        assertEquals(2, run("--from", earlier));
        assertEquals(
                "report: --from must be a file, not a folder: " + page + "; name a file in it; try --help",
                err.toString().strip());
        assertEquals("old", Files.readString(table));
    }

    @Test
    void shouldNameAnUnreadableRawFile() throws IOException, URISyntaxException {
        Path earlier = measured(List.of());
        Path raw = Files.createDirectory(earlier.resolve("raw/02-AddRemove.json"));
        assertEquals(1, run("--from", earlier));
        assertEquals(
                "report: must be a file, not a folder: " + raw + "; name a file in it",
                err.toString().strip());
        Files.delete(raw);
        Files.writeString(raw, "[{,");
        err.getBuffer().setLength(0);
        assertEquals(1, run("--from", earlier));
        assertTrue(err.toString().startsWith("report: " + raw + " is not a file of JMH results: "), err::toString);
        assertEquals(1, err.toString().lines().count(), err::toString);
    }

    @Test
    void shouldListWithoutMeasuring() {
        assertEquals(0, run("--list", "--tiny", "--output", folder.resolve("new")));
        assertTrue(printed().contains("SimpleIter.run entities=10000 engine=basalt\n"), printed());
        assertTrue(printed().contains("simple_iter, 10,000 in C\n"), printed());
        assertTrue(printed().contains("26 measurements, about 1 min"), printed());
        assertFalse(Files.exists(folder.resolve("new")));
    }

    @Test
    void shouldCreateTheSameTableFromTheSameRawFiles() throws IOException, URISyntaxException {
        Path earlier = measured(List.of());
        Path again = folder.resolve("again");
        assertEquals(0, run("--from", earlier));
        assertEquals(0, run("--from", earlier, "--output", again));
        String table = Files.readString(earlier.resolve("README-table.md"));
        assertEquals(table, Files.readString(again.resolve("README-table.md")));
        assertTrue(table.contains("artemis-odb"), table);
        assertEquals(Files.readString(earlier.resolve("report.html")), Files.readString(again.resolve("report.html")));
        assertFalse(Files.exists(again.resolve("raw")));
        assertTrue(printed().contains("missed"), printed());
        assertFalse(printed().contains("unknown w"), printed());
    }

    @Test
    void shouldFailAfterAFailedMeasurement() throws IOException, URISyntaxException {
        Path earlier = measured(List.of(new Failure("Particles.run engine=fleks", "wrong answer")));
        assertEquals(1, run("--from", earlier));
        assertTrue(printed().contains("failed: Particles.run engine=fleks: wrong answer"), printed());
        assertTrue(Files.readString(earlier.resolve("report.html")).contains("Particles.run engine=fleks"));
    }

    @Test
    void shouldReportAFolderOfAnotherVersion() throws IOException, URISyntaxException {
        Path earlier = measured(List.of());
        Path nativeTimes = earlier.resolve("native.json");
        for (String other : List.of("[1, 2]", "{\"loops\": 1}", "{\"times\": [{\"name\": \"move\"}]}", "{}")) {
            Files.writeString(nativeTimes, other);
            assertOtherVersion(earlier, "native\\.json was made by another version of this program");
        }
        Files.delete(nativeTimes);
        Json.write(earlier.resolve("memory.json"), List.of(new EntityMemory("unknown", 10, 24, 0, 0)));
        assertOtherVersion(
                earlier, "earlier was made by another version of this program: it names an engine 'unknown'");
        Files.writeString(earlier.resolve("machine.json"), "{}");
        assertOtherVersion(earlier, "machine\\.json was made by another version of this program");
    }

    private void assertOtherVersion(Path earlier, String sentence) {
        err.getBuffer().setLength(0);
        assertEquals(1, run("--from", earlier));
        assertTrue(err.toString().matches("report: \\S+" + sentence + "\\R"), err.toString());
    }

    @Test
    void shouldFailAndReportEverywhereIfTheRunEndedEarly() throws IOException, URISyntaxException {
        Path earlier = measured(List.of());
        Json.write(earlier.resolve("progress.json"), new Progress(2, 3, null));
        assertSaid(earlier, "The run ended early: 2 of 3 measurements were done");
        Files.delete(earlier.resolve("progress.json"));
        assertSaid(earlier, "The folder does not say that the run was complete");
    }

    private void assertSaid(Path earlier, String sentence) throws IOException {
        assertEquals(1, run("--from", earlier));
        assertTrue(printed().contains(sentence), printed());
        for (String file : List.of("report.html", "README-table.md")) {
            assertTrue(Files.readString(earlier.resolve(file)).contains(sentence + "."), file);
        }
    }

    @Test
    void shouldReportMissingEnginesEverywhere() throws IOException, URISyntaxException {
        Path earlier = measured(List.of());
        Json.write(
                earlier.resolve("machine.json"),
                new Samples()
                        .expect(Samples.SIMPLE_ITER, "basalt")
                        .expect(Samples.SIMPLE_ITER, "dominion")
                        .setting());
        assertEquals(0, run("--from", earlier));
        for (String said : List.of(printed(), read(earlier, "report.html"), read(earlier, "README-table.md"))) {
            assertTrue(said.contains("not judged: dominion is missing"), said);
            assertTrue(
                    said.contains(
                            "dominion is missing, because it failed or the run ended before it: simple_iter, 10,000."),
                    said);
            assertTrue(said.contains("judged by that example"), said);
        }
    }

    private static String read(Path folder, String name) throws IOException {
        return Files.readString(folder.resolve(name));
    }

    private Path measured(List<Failure> failures) throws IOException, URISyntaxException {
        Path earlier = folder.resolve("earlier");
        Path raw = Files.createDirectories(earlier.resolve("raw"));
        Path recorded = Path.of(ReportTest.class.getResource("simple-iter.json").toURI());
        Files.copy(recorded, raw.resolve("01-SimpleIter.json"));
        Samples expected = new Samples();
        for (String engine : List.of("basalt", "artemis-odb", "float-array")) {
            expected.expect(Samples.SIMPLE_ITER, engine);
        }
        Json.write(earlier.resolve("machine.json"), expected.setting());
        Json.write(earlier.resolve("failures.json"), failures);
        Json.write(earlier.resolve("progress.json"), new Progress(3, 3, "2026-01-01T00:01:00Z"));
        return earlier;
    }
}
