package basalt.memory;

import static org.junit.jupiter.api.Assertions.assertDoesNotThrow;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import basalt.memory.frame.FrameArena;
import java.util.List;
import java.util.stream.Stream;
import org.agrona.UnsafeApi;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class NativeAccessTest {
    private static final String CLASS_PATH_FLAG = "--add-opens java.base/jdk.internal.misc=ALL-UNNAMED";
    private static final String MODULE_PATH_FLAG = "--add-opens java.base/jdk.internal.misc=org.agrona";

    @Test
    void shouldPassInThisJvm() {
        assertDoesNotThrow(NativeAccess::require);
    }

    @Test
    void shouldQuoteFlagForTheClassPath() {
        assertEquals(
                CLASS_PATH_FLAG,
                NativeAccess.flag(ClassLoader.getSystemClassLoader().getUnnamedModule()));
    }

    @Test
    void shouldQuoteFlagForTheModulePath() {
        assertEquals("--add-opens java.base/jdk.internal.misc=java.base", NativeAccess.flag(Object.class.getModule()));
    }

    @ParameterizedTest
    @ValueSource(strings = {"source", "arena", "require", "afterAgrona"})
    void shouldQuoteFlagEachTimeInJvmWithoutIt(String use) {
        ChildJvm child = ChildJvm.run(onClassPath(), Main.class, use);

        String error =
                "IllegalStateException: Basalt cannot reach native memory: start the JVM with " + CLASS_PATH_FLAG;
        assertEquals(error + "\n" + error + "\n", child.output().replace("\r", ""));
    }

    @Test
    void shouldWorkWithTheQuotedFlagOnTheClassPath() {
        List<String> flags = List.of(CLASS_PATH_FLAG.split(" "));
        ChildJvm child = ChildJvm.run(concat(flags, onClassPath()), Main.class, "source");

        assertEquals("fine\nfine\n", child.output().replace("\r", ""));
    }

    @Test
    void shouldQuoteFlagForAgronaOnTheModulePath() {
        ChildJvm child = ChildJvm.run(onModulePath(), Main.class, "source");

        assertTrue(child.output().contains(MODULE_PATH_FLAG), child.output());
        assertFalse(child.output().contains("ALL-UNNAMED"), child.output());
    }

    @Test
    void shouldWorkWithTheQuotedFlagOnTheModulePath() {
        List<String> flags = List.of(MODULE_PATH_FLAG.split(" "));
        ChildJvm child = ChildJvm.run(concat(flags, onModulePath()), Main.class, "source");

        assertEquals("fine\nfine\n", child.output().replace("\r", ""));
    }

    private static List<String> onClassPath() {
        return List.of("-cp", ChildJvm.pathOf(NativeAccess.class, Main.class, UnsafeApi.class));
    }

    private static List<String> onModulePath() {
        return List.of(
                "-p",
                ChildJvm.pathOf(UnsafeApi.class),
                "--add-modules",
                "org.agrona",
                "-cp",
                ChildJvm.pathOf(NativeAccess.class, Main.class));
    }

    private static List<String> concat(List<String> first, List<String> second) {
        return Stream.concat(first.stream(), second.stream()).toList();
    }

    /** Uses the library twice and prints the outcome. */
    static final class Main {
        public static void main(String[] arguments) {
            for (int i = 0; i < 2; i++) {
                try {
                    use(arguments[0]);
                    System.out.println("fine");
                } catch (Throwable e) {
                    System.out.println(e.getClass().getSimpleName() + ": " + e.getMessage());
                }
            }
        }

        private static void use(String what) {
            switch (what) {
                case "source" ->
                    MemorySource.direct().free(MemorySource.direct().allocate(64, 8), 64);
                case "arena" -> new FrameArena(null).close();
                case "require" -> NativeAccess.require();
                case "afterAgrona" -> {
                    try {
                        UnsafeApi.pageSize();
                    } catch (LinkageError e) {
                        // Other code was first: from now on the JVM throws NoClassDefFoundError.
                    }
                    NativeAccess.require();
                }
                default -> throw new IllegalArgumentException(what);
            }
        }
    }
}
