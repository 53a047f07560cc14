package basalt.architecture;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Arrays;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Tests of the rules, with sources that break them. */
final class RulesTest {
    private static SourceFile file(String path, String... lines) {
        return SourceFile.of(path, String.join("\n", lines) + "\n");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "import basalt.query.Query;",
                "import basalt.storage.access.Store;",
                "import static basalt.world.World.create;",
                "import basalt.query.*;",
                "class A { basalt.system.Schedule schedule; }",
                "class A { Object o = basalt . world.World.create(); }",
                "import basalt.other.Thing;"
            })
    void shouldFindImportAgainstTheDirection(String line) {
        List<String> breaches = Rules.importDirection(file("basalt/storage/A.java", "package basalt.storage;", line));
        assertEquals(1, breaches.size(), breaches::toString);
        assertTrue(breaches.get(0).startsWith("basalt/storage/A.java:2: storage may not use "), breaches::toString);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "import basalt.memory.frame.FrameArena;",
                "import basalt.component.Component;",
                "import basalt.storage.Pools;",
                "/** See {@link basalt.world.World}. */",
                "// basalt.world comes later",
                "class A { String s = \"basalt.world.World\"; }",
                "import org.agrona.UnsafeApi;"
            })
    void shouldAllowImportInTheDirection(String line) {
        assertEquals(List.of(), Rules.importDirection(file("basalt/storage/A.java", "package basalt.storage;", line)));
    }

    @Test
    void shouldFindUnknownPackage() {
        assertEquals(
                1,
                Rules.importDirection(file("basalt/extra/A.java", "class A {}")).size());
        assertEquals(
                1, Rules.importDirection(file("basalt/A.java", "class A {}")).size());
        assertEquals(List.of(), Rules.importDirection(file("module-info.java", "module a { exports basalt.world; }")));
    }

    @Test
    void shouldFindImportAgainstTheDirectionWithinMemory() {
        String frame = "basalt/memory/frame/A.java";
        assertEquals(
                List.of(frame + ":1: memory.frame may not use memory.tracking"),
                Rules.importDirection(file(frame, "import basalt.memory.tracking.MemoryTracker;")));
        assertEquals(List.of(), Rules.importDirection(file(frame, "import basalt.memory.block.BumpArena;")));
    }

    @Test
    void shouldFindRawMemoryOutsideMemory() {
        String line = "import org.agrona.UnsafeApi;";
        assertEquals(List.of(), Rules.rawMemory(file("basalt/memory/allocator/A.java", line)));
        assertEquals(
                1, Rules.rawMemory(file("basalt/query/memory/A.java", line)).size());
        assertEquals(
                List.of(),
                Rules.importDirection(file("basalt/component/A.java", "import basalt.memory.frame.FrameArena;")));
        assertEquals(
                1,
                Rules.importDirection(file("basalt/memory/allocator/A.java", "import basalt.component.Component;"))
                        .size());
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "import org.agrona.UnsafeApi;",
                "class A { long l = org.agrona.UnsafeApi.getLong(null, 0); }",
                "import sun.misc.Unsafe;",
                "import org.agrona.UnsafeAccess;"
            })
    void shouldFindRawMemory(String line) {
        for (String layer : List.of("component", "query", "world", "system")) {
            assertTrue(
                    !Rules.rawMemory(file("basalt/" + layer + "/A.java", line)).isEmpty(), line);
        }
        assertEquals(List.of(), Rules.rawMemory(file("basalt/memory/A.java", line)));
        assertEquals(List.of(), Rules.rawMemory(file("basalt/storage/A.java", line)));
    }

    @Test
    void shouldFindAddressesWithoutProof() {
        String get = "class A { long l = UnsafeApi.getLong(null, 0); }";
        assertEquals(1, Rules.addressProofs(file("basalt/memory/A.java", get)).size());
        assertEquals(List.of(), Rules.addressProofs(file("basalt/memory/A.java", "// SAFETY: in range", get)));
        assertEquals(List.of(), Rules.addressProofs(file("basalt/memory/A.java", "// not by UnsafeApi.getLong")));
    }

    @Test
    void shouldAllowBuffersEverywhere() {
        assertEquals(
                List.of(),
                Rules.rawMemory(file(
                        "basalt/query/A.java",
                        "import org.agrona.concurrent.UnsafeBuffer;",
                        "// not through UnsafeApi",
                        "import org.agrona.DirectBuffer;")));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "System.out.println(1);",
                "System.err.print(1);",
                "var o = System . out;",
                "e.printStackTrace();",
                "foo(System.out::println);"
            })
    void shouldFindPrinting(String line) {
        assertEquals(List.of("basalt/world/A.java:2"), places(Rules.printing(file("basalt/world/A.java", "", line))));
    }

    @Test
    void shouldAllowPrintingInCommentsAndLiterals() {
        assertEquals(
                List.of(),
                Rules.printing(file(
                        "basalt/world/A.java",
                        "/* System.out.println(1); */",
                        "String s = \"a \\\" System.out\"; char c = '\"'; // System.err",
                        "String t = \"\"\"",
                        "    System.out.println(\"x\");",
                        "    \"\"\";",
                        "long time = System.nanoTime();")));
    }

    @Test
    void shouldSeeCodeAfterCommentsAndLiterals() {
        SourceFile file = file(
                "basalt/world/A.java",
                "/* a */ char c = '\\''; String s = \"/*\"; String t = \"\\\\\"; System.out.flush(); // */");
        assertEquals(1, Rules.printing(file).size());
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "basalt/query/QueryUtil.java",
                "basalt/query/RowUtils.java",
                "basalt/query/HelperRow.java",
                "basalt/query/BlockManager.java",
                "basalt/query/QueryImpl.java",
                "basalt/query/CommonRows.java",
                "basalt/util/Row.java",
                "basalt/query/impl/Row.java",
                "basalt/query/RowHelpers.java"
            })
    void shouldFindUnspecificNames(String path) {
        assertEquals(1, Rules.names(file(path, "class X {}")).size());
    }

    @Test
    void shouldFindUnspecificNamesOfNestedTypes() {
        SourceFile file = file("basalt/query/A.java", "class A {", "  private static final class RowHelper {}", "}");
        assertEquals(List.of("basalt/query/A.java:2"), places(Rules.names(file)));
        for (String kind : List.of("record PoolUtil() {}", "interface RowManager {}", "enum DBImpl { A }")) {
            assertEquals(1, Rules.names(file("basalt/query/A.java", kind)).size(), kind);
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"Implicit", "Utility", "Commons", "Managed", "Simple", "Helping"})
    void shouldAllowNamesWithASimilarPrefix(String name) {
        assertEquals(List.of(), Rules.names(file("basalt/query/" + name + ".java", "class " + name + " {}")));
    }

    @Test
    void shouldAllowUseOfForeignTypes() {
        assertEquals(
                List.of(),
                Rules.names(file("basalt/query/A.java", "import org.agrona.BitUtil;", "class A { BitUtil b; }")));
    }

    @Test
    void shouldTreatASubpackageAsASeparateLayer() {
        assertEquals(
                1,
                Rules.importDirection(file("basalt/component/layout/A.java", "import basalt.component.Column;"))
                        .size());
        assertEquals(
                List.of(),
                Rules.importDirection(file("basalt/component/A.java", "import basalt.component.layout.BlockLayout;")));
    }

    @Test
    void shouldFindLongFileThatIsNotListed() {
        String[] lines = new String[Rules.REVIEW_LINES + 1];
        Arrays.fill(lines, "int a;");
        assertEquals(1, Rules.length(file("basalt/query/A.java", lines)).size());
        assertEquals(List.of(), Rules.length(file("basalt/world/World.java", lines)));
        lines[7] = "  // int a;";
        assertEquals(List.of(), Rules.length(file("basalt/query/A.java", lines)));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "public final class A {}",
                "// no javadoc\npublic class A {}",
                "/* no javadoc */\npublic class A {}",
                "/** For another type. */\nimport b.C;\npublic class A {}",
                "/** For a field. */\nint a;\n    public static final class A {}",
                "public @interface A {}",
                "@Deprecated\npublic record A() {}",
                "/** Javadoc. */\n/* Not the last. */\npublic enum A { B }",
                "final public class A {}",
                "    protected interface A {}"
            })
    void shouldFindPublicTypeWithoutJavadoc(String text) {
        assertEquals(1, Rules.documentation(file("basalt/query/A.java", text)).size(), text);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "/** Javadoc. */\npublic final class A {}",
                "/**\n * Javadoc {@code public class B}.\n */\n@SuppressWarnings(\"a\") // "
                        + "why\n@FunctionalInterface\npublic interface A {}",
                "class A {}",
                "/** Javadoc. */\npublic sealed class A permits B {}",
                "/* public class A {} */",
                "/** Javadoc. */\npublic @interface A {}"
            })
    void shouldAllowDocumentedOrInternalTypes(String text) {
        assertEquals(List.of(), Rules.documentation(file("basalt/query/A.java", text)), text);
    }

    @Test
    void shouldFindPackageWithoutJavadoc() {
        assertEquals(
                1,
                Rules.documentation(file("basalt/query/package-info.java", "package basalt.query;"))
                        .size());
    }

    @Test
    void shouldCompareExports() {
        Set<String> expected = Set.of("basalt.memory", "basalt.world");
        assertEquals(List.of(), exports(expected, "exports basalt.memory;", "exports basalt.world;"));
        assertEquals(1, exports(expected, "exports basalt.memory;").size());
        assertEquals(
                1,
                exports(expected, "exports basalt.memory;", "exports basalt.world;", "exports basalt.storage;")
                        .size());
        assertEquals(
                2,
                exports(expected, "exports basalt.memory;", "exports basalt.world to other;")
                        .size());
        assertEquals(
                1,
                exports(expected, "exports basalt.memory;", "exports basalt.world;", "opens basalt.world;")
                        .size());
        assertEquals(
                1,
                exports(expected, "exports basalt.memory;", "// exports basalt.world;")
                        .size());
    }

    private static List<String> exports(Set<String> expected, String... lines) {
        return Rules.exports(file("module-info.java", "module a {", String.join("\n", lines), "}"), expected);
    }

    private static List<String> places(List<String> breaches) {
        return breaches.stream().map(b -> b.substring(0, b.indexOf(": "))).toList();
    }
}
