package basalt.bench.report;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ReportFolderTest {
    @TempDir
    Path target;

    private void write(String name) throws IOException {
        Path file = target.resolve(name);
        Files.createDirectories(file.getParent());
        Files.writeString(file, name);
    }

    private List<String> files() throws IOException {
        try (Stream<Path> files = Files.walk(target)) {
            return files.filter(Files::isRegularFile)
                    .map(file -> target.relativize(file).toString().replace('\\', '/'))
                    .sorted()
                    .toList();
        }
    }

    @Test
    void shouldRemoveWhatAnEarlierReportHasLeftAndNothingElse() throws IOException {
        List<String> own = List.of(
                "charts/create-1000000-world-used-before.png",
                "charts/fragmented-iter-26-x-20.png",
                "charts/memory.png",
                "charts/occupancy.png",
                "charts/scaling.png",
                "charts/simple-iter-10000.png",
                "README-table.md",
                "failures.json",
                "machine.json",
                "memory.json",
                "memory.json.part",
                "native.json",
                "overview.png",
                "progress.json",
                "raw/01-SimpleIter.json",
                "raw/02-AddRemove.json.part",
                "raw/117-AddRemove.json",
                "report.html");
        List<String> others = List.of(
                "README.md",
                "charts/holiday.png",
                "charts/simple-iter-10000.svg",
                "charts/simple-iter-of-mine.png",
                "holiday.png",
                "raw/notes.json",
                "raw/01-SimpleIter.json.old");
        for (String name : own) {
            write(name);
        }
        for (String name : others) {
            write(name);
        }
        new ReportFolder(target).clear();
        assertEquals(others.stream().sorted().toList(), files());
    }

    @Test
    void shouldKnowTheNamesOfItsCharts() {
        for (Plan plan : List.of(Plan.full(), Plan.quick(), Plan.tiny())) {
            for (Lineup lineup : plan.lineups()) {
                String title = lineup.workload().title();
                assertTrue(ChartName.isKnown(ChartName.file(ChartName.of(title))), title);
            }
        }
        assertEquals("occupancy-1000000-50", ChartName.of("occupancy, 1,000,000, 50 %"));
        assertFalse(ChartName.isKnown("simple-iter-10000"));
        assertFalse(ChartName.isKnown("simple.png"));
    }
}
