package basalt.architecture;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Function;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Tests of the rules, with sources that break them. */
final class RulesTest {
    private static final Map<String, Function<SourceFile, List<String>>> RULES = Map.of(
            "import", Rules::importDirection,
            "raw", Rules::rawMemory,
            "proof", Rules::addressProofs,
            "print", Rules::printing,
            "name", Rules::names,
            "document", Rules::documentation,
            "internal", Rules::internalWords);

    private static SourceFile file(String path, String... lines) {
        return SourceFile.of(path, String.join("\n", lines) + "\n");
    }

    /** Each row: a rule, the lines of its breaches, a path below "basalt", and a source, in which "#" ends a line. */
    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '^',
            value = {
                "import | 2 | storage/A | package basalt.storage;#import basalt.query.Query;",
                "import | 1 | storage/A | import basalt.storage.access.Store;",
                "import | 1 | storage/A | class A { basalt.system.Schedule schedule; }",
                "import | 1 | storage/A | class A { Object o = basalt . world.World.create(); }",
                "import | 1 | storage/A | import basalt.other.Thing;",
                "import |   | storage/A | import basalt.memory.frame.FrameArena;",
                "import |   | storage/A | /** See {@link basalt.world.World}. */",
                "import |   | storage/A | class A { String s = \"basalt.world.World\"; }",
                "import |   | storage/A | import org.agrona.UnsafeApi;",
                "import | - | extra/A | class A {}",
                "import | 1 | memory/frame/A | import basalt.memory.tracking.MemoryTracker;",
                "import |   | component/A | import basalt.memory.frame.FrameArena;",
                "import | 1 | memory/allocator/A | import basalt.component.Component;",
                "import | 1 | component/layout/A | import basalt.component.Column;",
                "import |   | component/A | import basalt.component.layout.BlockLayout;",
                "raw |   | memory/allocator/A | import org.agrona.UnsafeApi;",
                "raw | 1 | query/memory/A | import org.agrona.UnsafeApi;",
                "raw | 1 | query/A | class A { long l = org.agrona.UnsafeApi.getLong(null, 0); }",
                "raw | 1 1 | world/A | import sun.misc.Unsafe;",
                "raw |   | storage/A | import sun.misc.Unsafe;",
                "raw |   | query/A | import org.agrona.concurrent.UnsafeBuffer;#// not through UnsafeApi",
                "proof | - | memory/A | class A { long l = UnsafeApi.getLong(null, 0); }",
                "proof |   | memory/A | // SAFETY: in range#class A { long l = UnsafeApi.getLong(null, 0); }",
                "proof |   | memory/A | // not by UnsafeApi.getLong",
                "print | 2 | world/A | #System.out.println(1);",
                "print | 1 | world/A | e.printStackTrace();",
                "print | 1 | world/A | foo(System.out::println);",
                "print |   | world/A | /* System.out.println(1); */#long time = System.nanoTime();",
                "print |   | world/A | String s = \"a \\\" System.out\"; char c = '\"'; // System.err",
                "print |   | world/A | String t = \"\"\"#    System.out.println(\"x\");#    \"\"\";",
                "print | 1 | world/A | /* a */ char c = '\\''; s = \"/*\" + \"\\\\\"; System.out.flush(); // */",
                "name | - | query/QueryUtil | class X {}",
                "name | - | util/Row | class X {}",
                "name | 2 | query/A | class A {#  private static final class RowHelper {}#}",
                "name |   | query/Implicit | class Implicit {}",
                "name |   | query/Utility | class Utility {}",
                "name |   | query/A | import org.agrona.BitUtil;#class A { BitUtil b; }",
                "document | 1 | query/A | public final class A {}",
                "document | 2 | query/A | // no javadoc#public class A {}",
                "document | 2 | query/A | /* no javadoc */#public class A {}",
                "document | 3 | query/A | /** For another type. */#import b.C;#public class A {}",
                "document | 3 | query/A | /** For a field. */#int a;#    public static final class A {}",
                "document | 1 | query/A | public @interface A {}",
                "document | 3 | query/A | /** Javadoc. */#/* Not the last. */#public enum A { B }",
                "document |   | query/A | /** Javadoc. */#public final class A {}",
                "document |   | query/A | /**# * {@code public class B}# */#@Deprecated // why#public interface A {}",
                "document |   | query/A | class A {}",
                "internal | 2 | query/A | /** A. */#/** Internal: makes a row. */",
                "internal | 1 | query/A | /** For the library's own use. */",
                "internal | 1 | world/A | /** For internal use only. */",
                "internal |   | query/A | // Internal: no javadoc#class A {}",
                "document | - | query/package-info | package basalt.query;"
            })
    void shouldFindEachBreach(String rule, String lines, String path, String source) {
        String file = "basalt/" + path + ".java";
        List<String> breaches = RULES.get(rule).apply(file(file, source.split("#")));
        List<String> expected = lines == null ? List.of() : List.of(lines.split(" "));
        assertEquals(expected.size(), breaches.size(), breaches::toString);
        for (int i = 0; i < expected.size(); i++) {
            String place = expected.get(i).equals("-") ? file + ": " : file + ":" + expected.get(i) + ": ";
            assertTrue(breaches.get(i).startsWith(place), breaches::toString);
        }
    }

    @Test
    void shouldFindLongFile() {
        String[] lines = new String[Rules.REVIEW_LINES + 1];
        Arrays.fill(lines, "int a;");
        assertEquals(1, Rules.length(file("basalt/query/A.java", lines)).size());
        lines[7] = "  // int a;";
        assertEquals(List.of(), Rules.length(file("basalt/query/A.java", lines)));
    }

    @ParameterizedTest
    @CsvSource({
        "0, exports basalt.memory; exports basalt.world;",
        "1, exports basalt.memory;",
        "1, exports basalt.memory; exports basalt.world; exports basalt.storage;",
        "2, exports basalt.memory; exports basalt.world to other;",
        "1, exports basalt.memory; exports basalt.world; opens basalt.world;",
        "1, exports basalt.memory; // exports basalt.world;"
    })
    void shouldCompareExports(int breaches, String lines) {
        SourceFile module = file("module-info.java", "module a {", lines, "}");
        assertEquals(
                breaches,
                Rules.exports(module, Set.of("basalt.memory", "basalt.world")).size());
        assertEquals(List.of(), Rules.importDirection(module));
    }
}
