package basalt.examples.showcase.tour;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;

import basalt.memory.NativeMemoryException;

/** What is to be true after a game has failed. */
final class Failures {
    private static final long DEADLINE_MILLIS = 60_000;

    private Failures() {}

    /**
     * That neither a failure nor what has caused it has another one added to it: then something went wrong on closing,
     * too.
     */
    static void assertNothingHidden(Throwable failure) {
        for (Throwable each = failure; each != null; each = each.getCause()) {
            assertArrayEquals(new Throwable[0], each.getSuppressed(), each::toString);
        }
    }

    /** That a failure, and each that was added to it or to a cause of it, comes of memory that was refused. */
    static void assertRefused(Throwable failure) {
        assertInstanceOf(NativeMemoryException.class, root(failure), failure::toString);
        for (Throwable each = failure; each != null; each = each.getCause()) {
            for (Throwable added : each.getSuppressed()) {
                assertRefused(added);
            }
        }
    }

    /** The first cause. */
    private static Throwable root(Throwable failure) {
        Throwable root = failure;
        while (root.getCause() != null) {
            root = root.getCause();
        }
        return root;
    }

    /** That no thread of a game goes on; one that is just ending is waited for. */
    static void assertThreadsEnd() throws InterruptedException {
        for (Thread thread : Thread.getAllStackTraces().keySet()) {
            if (thread.getName().startsWith("job worker") || thread.getName().equals("chunk loader")) {
                thread.join(DEADLINE_MILLIS);
                assertFalse(thread.isAlive(), thread::getName);
            }
        }
    }
}
