package basalt.hostile;

import static org.junit.jupiter.api.Assertions.assertEquals;

import basalt.memory.ChildJvm;
import java.util.List;

/** What attacks have in common. */
final class Attacks {
    static final boolean STRICT = Boolean.getBoolean("basalt.strict");

    private Attacks() {}

    /**
     * Runs a main class with the checks of this run in a JVM of its own, and fails unless it ends with 0: a crash is a
     * failure too.
     */
    static ChildJvm inAnotherJvm(Class<?> main, String heap, String... arguments) {
        ChildJvm child = ChildJvm.run(
                List.of(
                        "--add-opens",
                        "java.base/jdk.internal.misc=ALL-UNNAMED",
                        "-Xmx" + heap,
                        "-XX:+ExitOnOutOfMemoryError",
                        "-XX:-CreateCoredumpOnCrash",
                        "-XX:ErrorFile=" + System.getProperty("java.io.tmpdir") + "/basalt-hostile-%p.log",
                        "-Dbasalt.strict=" + STRICT,
                        "-cp",
                        System.getProperty("java.class.path")),
                main,
                arguments);
        assertEquals(0, child.exitCode(), child::output);
        return child;
    }
}
