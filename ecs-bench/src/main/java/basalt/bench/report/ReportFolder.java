package basalt.bench.report;

import basalt.bench.field.FieldRun;
import com.fasterxml.jackson.core.type.TypeReference;
import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Locale;

/** Where the files of a report lie: what was measured, and what was made of it. */
final class ReportFolder {
    private static final String JSON = "*.json";

    private final Path folder;

    ReportFolder(Path folder) {
        this.folder = folder;
    }

    /** Makes the folder, and removes what an earlier report has measured there. */
    void clear() throws IOException {
        Files.createDirectories(raw());
        for (Path file : rawFiles()) {
            Files.delete(file);
        }
        for (Path file : List.of(machine(), nativeTimes(), memory(), failures())) {
            Files.deleteIfExists(file);
        }
    }

    /** Where JMH's results of a run belong, which is the so-manieth. */
    Path rawFile(int number, FieldRun run) {
        String name = run.benchmark().substring(0, run.benchmark().indexOf('.'));
        return raw().resolve(String.format(Locale.ROOT, "%02d-%s.json", number, name));
    }

    private Path raw() {
        return folder.resolve("raw");
    }

    private List<Path> rawFiles() throws IOException {
        List<Path> files = new ArrayList<>();
        try (DirectoryStream<Path> stream = Files.newDirectoryStream(raw(), JSON)) {
            stream.forEach(files::add);
        }
        Collections.sort(files);
        return files;
    }

    Path log() {
        return folder.resolve("jmh.log");
    }

    Path machine() {
        return folder.resolve("machine.json");
    }

    Path nativeTimes() {
        return folder.resolve("native.json");
    }

    Path memory() {
        return folder.resolve("memory.json");
    }

    Path failures() {
        return folder.resolve("failures.json");
    }

    Path page() {
        return folder.resolve("report.html");
    }

    Path table() {
        return folder.resolve("README-table.md");
    }

    Path chart(String name) throws IOException {
        return Files.createDirectories(charts()).resolve(name + ".png");
    }

    private Path charts() {
        return folder.resolve("charts");
    }

    /** Removes charts that an earlier report has left. */
    void clearCharts() throws IOException {
        if (Files.isDirectory(charts())) {
            try (DirectoryStream<Path> stream = Files.newDirectoryStream(charts(), "*.png")) {
                for (Path file : stream) {
                    Files.delete(file);
                }
            }
        }
        Files.deleteIfExists(overview());
    }

    Path overview() {
        return folder.resolve("overview.png");
    }

    /**
     * Reads what was measured, as far as the run came.
     *
     * @return all of it
     * @throws IOException if there is no run, or a file cannot be read
     */
    Results read() throws IOException {
        if (!Files.isRegularFile(machine()) || !Files.isDirectory(raw())) {
            throw new IOException("no report was measured in " + folder + ": it has no machine.json and raw files");
        }
        List<Measured> measured = new ArrayList<>();
        for (Path file : rawFiles()) {
            measured.addAll(JmhFile.read(file));
        }
        NativeTimes none = new NativeTimes(null, "the run ended before it", List.of());
        return Results.of(
                Json.read(machine(), new TypeReference<Setting>() {}),
                measured,
                Files.exists(nativeTimes()) ? Json.read(nativeTimes(), new TypeReference<NativeTimes>() {}) : none,
                readOrEmpty(memory(), new TypeReference<List<EntityMemory>>() {}),
                readOrEmpty(failures(), new TypeReference<List<Failure>>() {}));
    }

    private static <T> List<T> readOrEmpty(Path file, TypeReference<List<T>> type) throws IOException {
        return Files.exists(file) ? Json.read(file, type) : List.of();
    }

    @Override
    public String toString() {
        return folder.toString();
    }
}
