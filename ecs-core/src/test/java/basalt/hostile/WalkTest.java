package basalt.hostile;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import basalt.memory.ChildJvm;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Attacks on all public members. Each runs in a separate JVM, so that a crash ends no other test. */
class WalkTest {
    @Tag("slow")
    @ParameterizedTest
    @CsvSource({
        "basalt.hostile.WrongArguments, '', 8_000",
        "basalt.hostile.WrongMoments, thread, 300",
        "basalt.hostile.WrongMoments, closed, 300",
        "basalt.hostile.StaleSlices, '', 4_000",
        "basalt.hostile.Races, '', 3"
    })
    void shouldRejectAttacks(Class<?> attacks, String argument, String least) {
        assertManyAttacks(attacks, "256m", argument, least);
    }

    @Tag("long")
    @ParameterizedTest
    @CsvSource({
        "basalt.hostile.Callbacks, 256m, 500",
        "basalt.hostile.StrictAttacks, 256m, 1_500",
        "basalt.hostile.RandomCalls, 256m, 4_000",
        "basalt.hostile.SmallHeap, 32m, 1"
    })
    void shouldStayUsableAfterLongAttacks(Class<?> attacks, String heap, String least) {
        assertManyAttacks(attacks, heap, "", least);
    }

    /** Runs attacks with the checks of this run. Fails if the exit code is not 0; a crash is a failure too. */
    private static void assertManyAttacks(Class<?> main, String heap, String argument, String least) {
        List<String> flags = List.of(
                "--add-opens",
                "java.base/jdk.internal.misc=ALL-UNNAMED",
                "-Xmx" + heap,
                "-XX:+ExitOnOutOfMemoryError",
                "-XX:-CreateCoredumpOnCrash",
                "-XX:ErrorFile=" + System.getProperty("java.io.tmpdir") + "/basalt-hostile-%p.log",
                "-Dbasalt.strict=" + Walk.STRICT,
                "-Dbasalt.soak=" + Boolean.getBoolean("basalt.soak"),
                "-cp",
                System.getProperty("java.class.path"));
        ChildJvm child = ChildJvm.run(flags, main, argument.isEmpty() ? new String[0] : new String[] {argument});
        assertEquals(0, child.exitCode(), child::output);
        int made = child.output()
                .lines()
                .filter(line -> line.startsWith("attacks="))
                .mapToInt(line -> Integer.parseInt(line.substring("attacks=".length())))
                .findFirst()
                .orElse(0);
        assertTrue(made > Integer.parseInt(least.replace("_", "")), () -> "too few attacks: " + made);
    }
}
