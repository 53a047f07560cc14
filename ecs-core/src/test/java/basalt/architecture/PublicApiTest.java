package basalt.architecture;

import static org.junit.jupiter.api.Assertions.assertTrue;

import basalt.architecture.fixture.hidden.Secret;
import basalt.architecture.fixture.open.Further;
import basalt.architecture.fixture.open.Leaky;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

/** Checks that the API has no internal members. */
final class PublicApiTest {
    private static final List<SourceFile> FILES =
            SourceFile.under(Path.of(System.getProperty("basedir", ""), "src", "main", "java"));
    private static final Set<String> EXPORTED =
            Rules.EXPORTED.stream().map(name -> "basalt." + name).collect(Collectors.toSet());

    @Test
    void shouldExposeNoInternalMembers() {
        List<Class<?>> types = PublicApi.types(FILES, EXPORTED);
        assertTrue(types.size() > 100, () -> types.size() + " public types");
        List<String> breaches = PublicApi.breaches("basalt.", EXPORTED, types);
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
}
