package basalt.hostile;

import static org.junit.jupiter.api.Assertions.assertEquals;

import basalt.memory.ChildJvm;
import java.util.List;

/** Shared code of the attacks. */
final class Attacks {
    static final boolean STRICT = Boolean.getBoolean("basalt.strict");

    private Attacks() {}

    /**
     * Runs a main class in a separate JVM with the checks of this run. Fails if the exit code is not 0; a crash is a
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
                        "-Dbasalt.soak=" + Boolean.getBoolean("basalt.soak"),
                        "-cp",
                        System.getProperty("java.class.path")),
                main,
                arguments);
        assertEquals(0, child.exitCode(), child::output);
        return child;
    }
}
