package basalt.bench.report;

import basalt.bench.field.FieldRun;
import basalt.examples.framework.program.OutputFile;
import com.fasterxml.jackson.core.type.TypeReference;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.function.Predicate;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/** The folder of a report: the raw results, and the files created from them. */
final class ReportFolder {
    private static final Pattern RAW = Pattern.compile("[0-9]{2,}-[A-Za-z]+\\.json");

    private final Path folder;

    ReportFolder(Path folder) {
        this.folder = folder;
    }

    /**
     * Requires that raw results and report can be written here, before the run, and creates the folders. Changes no
     * file.
     *
     * @throws IOException if not; the message names the file or folder and the remedy
     */
    void requireMeasurable() throws IOException {
        requirePresentable();
        OutputFile.requireFolder(raw());
        requireWritable(List.of(log(), machine(), nativeTimes(), memory(), failures(), progress()));
        requireWritable(rawFiles());
    }

    /**
     * Requires that page, table and charts can be written here, and creates the folders. Changes no file.
     *
     * @throws IOException if not; the message names the file or folder and the remedy
     */
    void requirePresentable() throws IOException {
        OutputFile.requireFolder(folder);
        OutputFile.requireFolder(charts());
        requireWritable(List.of(page(), table(), overview()));
        requireWritable(files(charts(), ChartName::isKnown));
    }

    private static void requireWritable(List<Path> files) throws IOException {
        for (Path file : files) {
            OutputFile.require(file);
        }
    }

    /**
     * Creates the folder, and deletes the raw results of an earlier run. Its page, table and charts stay until they are
     * replaced. Files with other names stay.
     */
    void clear() throws IOException {
        requireMeasurable();
        for (Path file : rawFiles()) {
            Files.delete(file);
        }
        for (Path file : List.of(machine(), nativeTimes(), memory(), failures(), progress())) {
            Files.deleteIfExists(file);
        }
    }

    /** Deletes the charts of an earlier report that this one does not have. Files with other names stay. */
    void removeChartsBut(Set<Path> made) throws IOException {
        if (!made.contains(overview())) {
            Files.deleteIfExists(overview());
        }
        for (Path file : files(charts(), ChartName::isKnown)) {
            if (!made.contains(file)) {
                Files.delete(file);
            }
        }
    }

    /** The file for JMH's results of the run with this number. */
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

    Path chart(String name) {
        return charts().resolve(ChartName.file(name));
    }

    private Path charts() {
        return folder.resolve("charts");
    }

    Path overview() {
        return folder.resolve("overview.png");
    }

    /**
     * Reads the results, as far as the run got.
     *
     * @return the results
     * @throws IOException if there is no run, a file cannot be read, or another version of this program wrote it
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
