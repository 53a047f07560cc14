package basalt.system;

import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.function.Executable;

/** Asserts that something is rejected as a bad argument, and that the message has the expected parts. */
final class Rejection {
    private Rejection() {}

    static IllegalArgumentException assertRejects(Executable attempt, String... mentioned) {
        IllegalArgumentException rejection = assertThrows(IllegalArgumentException.class, attempt);
        for (String part : mentioned) {
            assertTrue(
                    rejection.getMessage().contains(part),
                    () -> "\"" + part + "\" is not in: " + rejection.getMessage());
        }
        return rejection;
    }
}
