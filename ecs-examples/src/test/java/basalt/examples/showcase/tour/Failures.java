package basalt.examples.showcase.tour;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;

import basalt.memory.NativeMemoryException;

/** Assertions after a game has failed. */
final class Failures {
    private static final long DEADLINE_MILLIS = 60_000;

    private Failures() {}

    /** Asserts that a failure and its causes have no suppressed exceptions, that is, that closing did not fail. */
    static void assertNothingHidden(Throwable failure) {
        for (Throwable each = failure; each != null; each = each.getCause()) {
            assertArrayEquals(new Throwable[0], each.getSuppressed(), each::toString);
        }
    }

    /** Asserts that a failure, and all exceptions suppressed by it or its causes, come from failed allocations. */
    static void assertRefused(Throwable failure) {
        assertInstanceOf(NativeMemoryException.class, root(failure), failure::toString);
        for (Throwable each = failure; each != null; each = each.getCause()) {
            for (Throwable added : each.getSuppressed()) {
                assertRefused(added);
            }
        }
    }

    /** The root cause. */
    private static Throwable root(Throwable failure) {
        Throwable root = failure;
        while (root.getCause() != null) {
            root = root.getCause();
        }
        return root;
    }

    /** Asserts that all threads of the game end; waits for them. */
    static void assertThreadsEnd() throws InterruptedException {
        for (Thread thread : Thread.getAllStackTraces().keySet()) {
            if (thread.getName().equals("chunk loader")) {
                thread.join(DEADLINE_MILLIS);
                assertFalse(thread.isAlive(), thread::getName);
            }
        }
    }
}
