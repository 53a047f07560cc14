package basalt.architecture;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;

final class KnotsTest {
    private static SourceFile file(String path, String code) {
        return SourceFile.of("basalt/" + path + ".java", code);
    }

    @Test
    void shouldFindFilesThatDependOnEachOther() {
        List<SourceFile> files = List.of(
                file("a/One", "class One { Two two; }"),
                file("a/Two", "class Two { Object o = new Three(); }"),
                file("a/Three", "class Three { One one; Four four; }"),
                file("a/Four", "class Four { Four next; }"),
                file("b/Five", "class Five { Six six; }"),
                file("b/Six", "record Six(Five five) {}"));

        assertEquals(
                Map.of(
                        "basalt/a", Set.of(Set.of("One", "Two", "Three")),
                        "basalt/b", Set.of(Set.of("Five", "Six"))),
                Knots.of(files));
    }

    @Test
    void shouldSeparateTwoKnotsOfOnePackage() {
        List<SourceFile> files = List.of(
                file("a/One", "class One { Two two; Three three; }"),
                file("a/Two", "class Two { One one; }"),
                file("a/Three", "class Three { Four four; }"),
                file("a/Four", "class Four { Three three; }"));

        assertEquals(
                Set.of(Set.of("One", "Two"), Set.of("Three", "Four")),
                Knots.of(files).get("basalt/a"));
    }

    @Test
    void shouldNotCountCommentsStringsAndOtherPackages() {
        List<SourceFile> files = List.of(
                file("a/One", "/** See {@link Two}. */ class One { String s = \"Two\"; } // Two"),
                file("a/Two", "class Two { One one; Three three; }"),
                file("b/Three", "class Three { Two two; }"));

        assertEquals(Map.of(), Knots.of(files));
    }
}
