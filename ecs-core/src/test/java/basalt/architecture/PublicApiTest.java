package basalt.architecture;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import basalt.architecture.fixture.hidden.Secret;
import basalt.architecture.fixture.open.Further;
import basalt.architecture.fixture.open.Leaky;
import basalt.world.World;
import java.net.URISyntaxException;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

/** Checks that the API has no internal members. */
final class PublicApiTest {
    private static final Path SOURCE = Path.of(System.getProperty("basedir", ""), "src", "main", "java");
    private static final Pattern EXPORTS = Pattern.compile("\\bexports\\s+([\\w.]+)\\s*;");

    private static Set<String> exported() {
        SourceFile moduleInfo = SourceFile.under(SOURCE).stream()
                .filter(file -> file.path().equals("module-info.java"))
                .findFirst()
                .orElseThrow();
        Set<String> packages = new TreeSet<>();
        Matcher matcher = EXPORTS.matcher(moduleInfo.code());
        while (matcher.find()) {
            packages.add(matcher.group(1));
        }
        return packages;
    }

    private static Path classes() throws URISyntaxException {
        return Path.of(
                World.class.getProtectionDomain().getCodeSource().getLocation().toURI());
    }

    @Test
    void shouldExposeNoInternalMembers() throws URISyntaxException {
        List<Class<?>> types = PublicApi.types(classes(), exported());
        assertTrue(types.size() > 100, () -> types.size() + " public types");
        List<String> breaches = PublicApi.breaches("basalt.", exported(), types);
        assertTrue(breaches.isEmpty(), () -> "\n" + String.join("\n", breaches));
    }

    @Test
    void shouldNotDocumentExportedMembersAsInternal() {
        Set<String> exported = exported();
        List<String> breaches = SourceFile.under(SOURCE).stream()
                .flatMap(file -> PublicApi.internalWords(file, exported).stream())
                .toList();
        assertTrue(breaches.isEmpty(), () -> "\n" + String.join("\n", breaches));
    }

    @Test
    void shouldFindEachKindOfBreach() {
        String open = Leaky.class.getPackageName();
        String root = "basalt.architecture.fixture.";
        String leaky = Leaky.class.getName();
        List<String> breaches = PublicApi.breaches(root, Set.of(open), List.of(Leaky.class));
        for (String expected : List.of(
                leaky + ": names " + Secret.class.getName() + ", whose package is not exported",
                leaky + ".address: is a raw address",
                "parameter baseAddress: is a raw address",
                leaky + ".poke() parameter address: is a raw address",
                leaky + ".base(): is a raw address",
                leaky + ".secret(): names " + Secret.class.getName(),
                leaky + ".takeAll(): names " + Secret.class.getName(),
                leaky + ".take(): names " + Secret.class.getName(),
                leaky + ".secrets(): names " + Secret.class.getName(),
                leaky + ".unreachable(): names " + leaky + "$PackagePrivate, which is not public",
                leaky + "$Nested.poke() parameter address: is a raw address",
                Further.class.getName() + ".poke() parameter base: is a raw address")) {
            assertTrue(breaches.stream().anyMatch(breach -> breach.contains(expected)), () -> expected + breaches);
        }
        for (String fine : List.of("addressUnchecked", "database", "close()", "$PackagePrivate.poke")) {
            assertTrue(breaches.stream().noneMatch(breach -> breach.contains(fine)), () -> fine + breaches);
        }
    }

    @Test
    void shouldFindJavadocThatCallsAMemberInternal() {
        Set<String> exported = Set.of("basalt.query");
        String[] words = {"Internal: makes a row.", "For the library's own use.", "For internal use only."};
        for (String word : words) {
            SourceFile file = SourceFile.of(
                    "basalt/query/A.java", "/** A. */\nclass A {\n    /** " + word + " */\n    int a;\n}");
            assertEquals(1, PublicApi.internalWords(file, exported).size(), word);
            assertTrue(PublicApi.internalWords(file, exported).get(0).startsWith("basalt/query/A.java:3: "), word);
            assertEquals(List.of(), PublicApi.internalWords(file, Set.of("basalt.world")), word);
        }
        SourceFile comment = SourceFile.of("basalt/query/A.java", "// Internal: no javadoc\nclass A {}");
        assertEquals(List.of(), PublicApi.internalWords(comment, exported));
    }
}
