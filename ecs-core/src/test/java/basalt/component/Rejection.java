package basalt.component;

import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.function.Executable;

/** Asserts that a call throws IllegalArgumentException with a message that mentions certain parts. */
public final class Rejection {
    private Rejection() {}

    public static IllegalArgumentException assertRejects(Executable attempt, String... mentioned) {
        IllegalArgumentException rejection = assertThrows(IllegalArgumentException.class, attempt);
        assertMentions(rejection, mentioned);
        return rejection;
    }

    public static void assertMentions(Throwable thrown, String... mentioned) {
        for (String part : mentioned) {
            assertTrue(thrown.getMessage().contains(part), () -> "\"" + part + "\" is not in: " + thrown.getMessage());
        }
    }
}
