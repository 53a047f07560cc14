package basalt.bench.report;

import basalt.bench.field.FieldRun;
import com.fasterxml.jackson.core.type.TypeReference;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.function.Predicate;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/** Where the files of a report lie: what was measured, and what was made of it. */
final class ReportFolder {
    private static final Pattern RAW = Pattern.compile("[0-9]{2,}-[A-Za-z]+\\.json");
    private static final Pattern RAW_PART = Pattern.compile(RAW + "\\.part");

    private final Path folder;

    ReportFolder(Path folder) {
        this.folder = folder;
    }

    /** Makes the folder, and removes what an earlier report has measured there, and made of it. Files with other names stay. */
    void clear() throws IOException {
        clearPresentation();
        Files.createDirectories(raw());
        for (Path file : files(raw(), RAW.asMatchPredicate().or(RAW_PART.asMatchPredicate()))) {
            Files.delete(file);
        }
        for (Path file : List.of(machine(), nativeTimes(), memory(), failures(), progress())) {
            Files.deleteIfExists(file);
            Files.deleteIfExists(Json.part(file));
        }
    }

    /** Removes page, table and charts that an earlier report has made. Files with other names stay. */
    void clearPresentation() throws IOException {
        for (Path file : List.of(page(), table(), overview())) {
            Files.deleteIfExists(file);
        }
        if (Files.isDirectory(charts())) {
            for (Path file : files(charts(), ChartName::isKnown)) {
                Files.delete(file);
            }
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
        return files(raw(), RAW.asMatchPredicate());
    }

    private static List<Path> files(Path folder, Predicate<String> isOurs) throws IOException {
        try (Stream<Path> files = Files.list(folder)) {
            return files.filter(file -> isOurs.test(file.getFileName().toString()))
                    .sorted()
                    .toList();
        }
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

    Path progress() {
        return folder.resolve("progress.json");
    }

    Path page() {
        return folder.resolve("report.html");
    }

    Path table() {
        return folder.resolve("README-table.md");
    }

    Path chart(String name) throws IOException {
        return Files.createDirectories(charts()).resolve(ChartName.file(name));
    }

    private Path charts() {
        return folder.resolve("charts");
    }

    Path overview() {
        return folder.resolve("overview.png");
    }

    /**
     * Reads what was measured, as far as the run came.
     *
     * @return all of it
     * @throws IOException if there is no run, a file cannot be read, or another version of this program has made it
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
        Results results = Results.of(
                Json.read(machine(), new TypeReference<Setting>() {}),
                measured,
                Files.exists(nativeTimes()) ? Json.read(nativeTimes(), new TypeReference<NativeTimes>() {}) : none,
                readOrEmpty(memory(), new TypeReference<List<EntityMemory>>() {}),
                readOrEmpty(failures(), new TypeReference<List<Failure>>() {}),
                Files.exists(progress()) ? Json.read(progress(), new TypeReference<Progress>() {}) : Progress.UNKNOWN);
        checkEngines(results);
        return results;
    }

    private void checkEngines(Results results) throws IOException {
        List<String> engines = new ArrayList<>(results.engines());
        results.memory().forEach(memory -> engines.add(memory.engine()));
        for (String engine : engines) {
            if (!Engines.isKnown(engine)) {
                throw new IOException(folder + Json.OTHER_VERSION + ": it names an engine '" + engine + "'");
            }
        }
    }

    private static <T> List<T> readOrEmpty(Path file, TypeReference<List<T>> type) throws IOException {
        return Files.exists(file) ? Json.read(file, type) : List.of();
    }

    @Override
    public String toString() {
        return folder.toString();
    }
}
