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

    /** Comments, strings, the file itself and other packages do not count. */
    @Test
    void shouldFindFilesThatDependOnEachOther() {
        List<SourceFile> files = List.of(
                file("a/One", "class One { Two two; }"),
                file("a/Two", "class Two { Object o = new Three(); }"),
                file("a/Three", "class Three { One one; Four four; }"),
                file("a/Four", "class Four { Four next; Five five; }"),
                file("a/Five", "class Five { Six six; Seven other; }"),
                file("a/Six", "record Six(Five five) {}"),
                file("b/Seven", "/** See {@link Eight}. */ class Seven { String s = \"Eight\"; Four four; } // Eight"),
                file("b/Eight", "class Eight { Seven seven; }"));

        assertEquals(Map.of("basalt/a", Set.of(Set.of("One", "Two", "Three"), Set.of("Five", "Six"))), Knots.of(files));
    }
}
