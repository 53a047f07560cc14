package basalt.memory;

import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.function.Executable;

/** Checks what users are told. */
public final class Refusal {
    private Refusal() {}

    /** A call throws, with a message that contains some texts; returns the exception. */
    public static <E extends Throwable> E assertThrowsWith(Class<E> type, Executable call, String... parts) {
        E thrown = assertThrows(type, call);
        for (String part : parts) {
            assertTrue(thrown.getMessage().contains(part), thrown.getMessage());
        }
        return thrown;
    }

    /** A call throws an IllegalStateException, with a message that contains some texts. */
    public static void assertIllegal(Executable call, String... parts) {
        assertThrowsWith(IllegalStateException.class, call, parts);
    }
}
