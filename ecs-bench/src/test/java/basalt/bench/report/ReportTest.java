package basalt.bench.report;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import javax.imageio.ImageIO;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ReportTest {
    @TempDir
    Path folder;

    private final ByteArrayOutputStream printed = new ByteArrayOutputStream();

    private int report(String... arguments) {
        return new Report(folder, new PrintStream(printed, true, StandardCharsets.UTF_8)).run(arguments);
    }

    private String printed() {
        return printed.toString(StandardCharsets.UTF_8);
    }

    private String page() throws IOException {
        return Files.readString(folder.resolve("report.md"));
    }

    @Test
    void shouldCompareEngines() throws IOException {
        Path file = new Samples()
                .addWithBytes("engine.Move.run", "engine=BASALT entities=10000 moving=100", 2, 0.4)
                .addWithBytes("engine.Move.run", "engine=BASALT_BULK entities=10000 moving=100", 1, 0)
                .addWithBytes("engine.Move.run", "engine=ARTEMIS entities=10000 moving=100", 11, 24)
                .addWithBytes("engine.Move.run", "engine=ASHLEY entities=10000 moving=100", 12, 0)
                .add("engine.Move.run", "engine=C entities=10000 moving=100", 1.5)
                .add("engine.Move.run", "engine=C entities=20000 moving=100", 1.5)
                .write(folder);
        assertEquals(0, report("--from", file.toString()));
        String title = "| Move entities=10000 moving=100 | ";
        assertTrue(page().contains("- JDK 25, VM\n"), page());
        assertTrue(page().contains("| garbage | artemis-odb | Ashley | C |"), page());
        assertTrue(page().contains(title + "Basalt | 2.00 µs | 0 B | 5.50x | 6.00x | **▼ 0.75x** |"), page());
        assertTrue(page().contains(title + "Basalt, bulk | 1.00 µs | 0 B | 11.0x | 12.0x | 1.50x |"), page());
        assertFalse(page().contains("Move entities=20000"), page());
        assertTrue(printed()
                .contains("engine=RIVALS <= 0.2 | 2.00 µs, artemis-odb 11.0 µs | 0.18x | 0.18x to 0.18x | yes |"));
        assertTrue(printed().contains("engine=C <= 1.25 | 2.00 µs, C 1.50 µs | 1.33x | 1.33x to 1.33x | **no** |"));
        assertEquals(2200, ImageIO.read(folder.resolve("overview.png").toFile()).getWidth());
    }

    @Test
    void shouldShowMethodsBesideOneAnother() throws IOException {
        Path file = new Samples()
                .add("loop.Sum.array", "rows=10", 1, 2, 3)
                .add("loop.Sum.column", "rows=10", 4)
                .add("loop.Sum.column", "rows=20 bound=7", 5000)
                .write(folder);
        assertEquals(0, report("--from", file.toString()));
        String table = """
                ### loop.Sum

                | bound | rows | array | column |
                | --- | --- | --- | --- |
                |  | 10 | 2.00 µs (1.00 µs to 3.00 µs) | 4.00 µs (4.00 µs to 4.00 µs) |
                | 7 | 20 | – | 5.00 ms (5.00 ms to 5.00 ms) |
                """;
        assertTrue(page().contains(table), page());
        assertFalse(Files.exists(folder.resolve("overview.png")));
    }

    @Test
    void shouldShowNanosecondsOfRowsBesideTheFasterLoopInC() throws IOException {
        Path file = new Samples()
                .add("vectorising.PlainBodies.kernel", "body=MOVE present=100 rows=10000", 1)
                .add("vectorising.PlainBodies.kernel", "body=MOVE present=95 rows=10000", 9)
                .add("vectorising.PlainBodies.records", "body=MOVE present=95 rows=10000", 8)
                .add("vectorising.PlainBodies.cBits", "body=MOVE present=95 rows=10000", 5)
                .add("vectorising.PlainBodies.cMasks", "body=MOVE present=95 rows=10000", 4)
                .add("vectorising.PlainBodies.bails", "rare=0.1 present=100 rows=10000", 2)
                .write(folder);
        assertEquals(0, report("--from", file.toString()));
        String table = """
                ## Plain bodies: nanoseconds a row of the kernel / of C

                | body | rows | 100 % match | 95 % match |
                | --- | --- | --- | --- |
                | MOVE | 10000 | 0.100 | 0.900 / 0.400 |
                | MOVE, records | 10000 | – | 0.800 / 0.400 |
                | bails in 0.1 % | 10000 | 0.200 | – |
                """;
        assertTrue(page().contains(table), page());
    }

    @Test
    void shouldMeasureByForksInTurn() throws IOException {
        assertEquals(
                0,
                report(
                        "AddRemove",
                        "-f",
                        "0",
                        "-wi",
                        "0",
                        "-i",
                        "1",
                        "-r",
                        "10ms",
                        "-p",
                        "engine=BASALT,ARRAYS",
                        "-p",
                        "entities=100",
                        "-v",
                        "SILENT"));
        Scores scores = Scores.read(folder.resolve("jmh.json"));
        assertEquals(2, scores.all().size());
        assertTrue(page().contains("| AddRemove entities=100 | Basalt | "), page());
    }

    @Test
    void shouldReportTheOthersIfOneFails() throws IOException {
        assertEquals(1, report("AddRemove", "-f", "0", "-wi", "0", "-i", "1", "-p", "entities=none", "-v", "SILENT"));
        assertTrue(page().contains("- failed: engine.AddRemove.run "), page());
    }

    @Test
    void shouldListLines() {
        assertEquals(0, report("-l", "Serialize"));
        assertEquals(
                "engine.Serialize.run -f 2 -wi 4 -i 5 -w 150ms -r 150ms -prof gc" + System.lineSeparator(), printed());
        assertEquals(0, report("-h"));
        assertTrue(printed().contains("Usage: "));
    }

    @ParameterizedTest
    @CsvSource({"2, nothing-such", "2, -f", "1, --from missing.json", "2, Serialize -x 1"})
    void shouldRejectWrongArguments(int code, String arguments) {
        assertEquals(code, report(arguments.split(" ")));
    }
}
