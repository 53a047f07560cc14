package basalt.architecture;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** Checks the library's source against the {@link Rules}. */
final class ArchitectureTest {
    private static final Path ROOT = Path.of(System.getProperty("basedir", ""), "src", "main", "java");
    private static final List<SourceFile> FILES = SourceFile.under(ROOT);

    @Test
    void shouldFindTheSource() {
        assertTrue(FILES.size() > 50, () -> FILES.size() + " files under " + ROOT.toAbsolutePath());
        Set<String> layers = FILES.stream().map(SourceFile::layer).collect(Collectors.toCollection(TreeSet::new));
        assertTrue(
                layers.containsAll(Set.of("memory", "component", "storage", "command", "query", "world", "system")),
                layers::toString);
    }

    @Test
    void shouldImportInOneDirection() {
        assertNoBreach(Rules::importDirection);
    }

    @Test
    void shouldTouchRawMemoryInMemoryAndStorageOnly() {
        assertNoBreach(Rules::rawMemory);
    }

    @Test
    void shouldSayWhyEachAddressIsInRange() {
        assertNoBreach(Rules::addressProofs);
    }

    @Test
    void shouldNotPrint() {
        assertNoBreach(Rules::printing);
    }

    @Test
    void shouldHaveSpecificNames() {
        assertNoBreach(Rules::names);
    }

    @Test
    void shouldListLongFilesWithAReason() {
        assertNoBreach(Rules::length);
    }

    @Test
    void shouldHaveNoKnotOfMoreThanEightFiles() {
        List<String> breaches = Knots.of(FILES).entrySet().stream()
                .flatMap(knots -> knots.getValue().stream()
                        .filter(knot -> knot.size() > Rules.MAX_KNOT)
                        .map(knot -> knots.getKey() + ": " + knot.size() + " files in a cycle: " + knot))
                .toList();
        assertTrue(breaches.isEmpty(), () -> "\n" + String.join("\n", breaches));
    }

    @Test
    void shouldDocumentEachPublicType() {
        assertNoBreach(Rules::documentation);
    }

    @Test
    void shouldNotDocumentExportedMembersAsInternal() {
        assertNoBreach(Rules::internalWords);
    }

    @Test
    void shouldDescribeEachPackage() {
        Set<String> described = FILES.stream()
                .filter(file -> file.name().equals("package-info"))
                .map(SourceFile::folder)
                .collect(Collectors.toSet());
        assertNoBreach(file -> file.folder().isEmpty() || described.contains(file.folder())
                ? List.of()
                : List.of(file.path() + ": its package has no package-info.java"));
    }

    @Test
    void shouldExportWhatUsersNeedAndNothingElse() {
        SourceFile moduleInfo = FILES.stream()
                .filter(file -> file.path().equals("module-info.java"))
                .findFirst()
                .orElseThrow();
        Set<String> expected =
                Rules.EXPORTED.stream().map(name -> "basalt." + name).collect(Collectors.toSet());
        assertEquals(List.of(), Rules.exports(moduleInfo, expected));
    }

    /** Exempt: text blocks with program input or output, and test resources that are broken on purpose. */
    @Test
    void shouldHaveNoLineOver120ColumnsInAnyModule() throws IOException {
        Path repository = Path.of(System.getProperty("basedir", ""), "..");
        List<Path> files = new ArrayList<>();
        for (String source : List.of(".ci", ".mvn", "pom.xml")) {
            files.addAll(textFiles(repository.resolve(source)));
        }
        for (String module : List.of("ecs-core", "ecs-examples", "ecs-bench")) {
            files.addAll(textFiles(repository.resolve(module).resolve("pom.xml")));
            files.addAll(textFiles(repository.resolve(module).resolve("src")));
        }
        for (String ending : List.of(".java", ".kt", ".c", ".xml", ".json", ".properties", "run")) {
            assertTrue(files.stream().anyMatch(file -> file.toString().endsWith(ending)), ending);
        }
        List<String> tooLong = new ArrayList<>();
        for (Path file : files) {
            boolean isTextBlock = false;
            for (String line : Files.readAllLines(file)) {
                if (line.length() > 120 && !isTextBlock) {
                    tooLong.add(repository.relativize(file) + ": " + line);
                }
                isTextBlock ^= line.split("\"\"\"", -1).length % 2 == 0;
            }
        }
        assertEquals(List.of(), tooLong);
    }

    private static List<Path> textFiles(Path root) throws IOException {
        Set<Path> broken = Set.of(Path.of("broken"), Path.of("hostile"));
        try (Stream<Path> files = Files.walk(root)) {
            return files.filter(Files::isRegularFile)
                    .filter(file -> !file.getFileName().toString().startsWith("."))
                    .filter(file -> !file.toString().endsWith(".basalt")) // saved worlds
                    .filter(file -> file.toString().endsWith(".java")
                            || !broken.contains(file.getParent().getFileName()))
                    .sorted()
                    .toList();
        }
    }

    private static void assertNoBreach(Function<SourceFile, List<String>> rule) {
        List<String> breaches =
                FILES.stream().flatMap(file -> rule.apply(file).stream()).toList();
        assertTrue(breaches.isEmpty(), () -> "\n" + String.join("\n", breaches));
    }
}
