package basalt.bench.report;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.Set;
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

    private static final List<String> MEASURED = List.of(
            "failures.json",
            "machine.json",
            "memory.json",
            "native.json",
            "progress.json",
            "raw/01-SimpleIter.json",
            "raw/117-AddRemove.json");

    private static final List<String> PRESENTED = List.of(
            "README-table.md",
            "charts/create-1000000-world-used-before.png",
            "charts/fragmented-iter-26-x-20.png",
            "charts/memory.png",
            "charts/occupancy.png",
            "charts/scaling.png",
            "charts/simple-iter-10000.png",
            "overview.png",
            "report.html");

    private static final List<String> OTHERS = List.of(
            "README.md",
            "charts/holiday.png",
            "charts/simple-iter-10000.svg",
            "charts/simple-iter-of-mine.png",
            "holiday.png",
            "raw/01-SimpleIter.json.old",
            "raw/notes.json");

    private void writeAll() throws IOException {
        for (List<String> names : List.of(MEASURED, PRESENTED, OTHERS)) {
            for (String name : names) {
                write(name);
            }
        }
    }

    @Test
    void shouldRemoveOnlyTheRawResultsOfAnEarlierRun() throws IOException {
        writeAll();
        new ReportFolder(target).clear();
        assertEquals(Stream.concat(OTHERS.stream(), PRESENTED.stream()).sorted().toList(), files());
    }

    @Test
    void shouldRemoveChartsOfAnEarlierReport() throws IOException {
        writeAll();
        ReportFolder folder = new ReportFolder(target);
        folder.removeChartsBut(Set.of(folder.chart("memory"), folder.overview()));
        List<String> left = files();
        assertEquals(
                List.of("README-table.md", "charts/memory.png", "overview.png", "report.html"),
                left.stream().filter(PRESENTED::contains).toList());
        assertEquals(OTHERS, left.stream().filter(OTHERS::contains).toList());
        folder.removeChartsBut(Set.of());
        assertEquals(
                List.of("README-table.md", "report.html"),
                files().stream().filter(PRESENTED::contains).toList());
    }

    /** Folders in the place of files, also behind links, are reported before anything is deleted. */
    @Test
    void shouldRefuseFoldersInPlaceOfFilesAndRemoveNothing() throws IOException {
        writeAll();
        List<String> all = files();
        List<String> fixed =
                List.of("jmh.log", "machine.json", "report.html", "raw/01-SimpleIter.json", "charts/memory.png");
        for (String name : fixed) {
            Path file = target.resolve(name);
            Path aside = target.resolveSibling("aside");
            boolean there = Files.exists(file);
            if (there) {
                Files.move(file, aside);
            }
            Files.createSymbolicLink(file, target);
            IOException said = assertThrows(IOException.class, () -> new ReportFolder(target).clear());
            assertEquals("must be a file, not a folder: " + file + "; name a file in it", said.getMessage());
            Files.delete(file);
            if (there) {
                Files.move(aside, file);
            }
        }
        assertEquals(all, files());
    }

    @Test
    void shouldRefuseFilesAsFolders() throws IOException {
        for (String name : List.of("raw", "charts")) {
            Path folder = Files.createDirectory(target.resolve("no-" + name));
            Path file = Files.writeString(folder.resolve(name), "mine");
            IOException said = assertThrows(IOException.class, () -> new ReportFolder(folder).clear());
            assertEquals("must be a folder, not a file: " + file + "; name another", said.getMessage());
            assertEquals("mine", Files.readString(file));
        }
    }

    @Test
    void shouldWriteToTheTargetsOfLinks() throws IOException {
        Path elsewhere = Files.createDirectory(target.resolve("elsewhere"));
        ReportFolder folder = new ReportFolder(target);
        Path page = Files.createSymbolicLink(folder.page(), elsewhere.resolve("index.html"));
        Files.createSymbolicLink(target.resolve("charts"), elsewhere);
        folder.clear();
        new Presentation(Samples.field().results(), folder, Optional.of("no fonts")).write();
        assertTrue(Files.isSymbolicLink(page) && Files.isSymbolicLink(target.resolve("charts")));
        assertTrue(Files.readString(elsewhere.resolve("index.html")).contains("no fonts"));
    }

    @Test
    void shouldRecogniseTheNamesOfItsCharts() {
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
