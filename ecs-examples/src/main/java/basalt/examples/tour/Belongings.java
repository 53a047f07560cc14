package basalt.examples.tour;

import java.util.ArrayDeque;
import java.util.Deque;
import org.agrona.CloseHelper;

/** What somebody has made, and has to close: the youngest first, and each whatever the others throw. */
final class Belongings implements AutoCloseable {
    private final Deque<AutoCloseable> youngestFirst = new ArrayDeque<>();

    /** Takes something in; returns it. */
    <B extends AutoCloseable> B add(B belonging) {
        youngestFirst.addFirst(belonging);
        return belonging;
    }

    /** Closes something because of a failure, which is what is to be told: what is thrown meanwhile is added to it. */
    static void closeAfter(Throwable failure, AutoCloseable belonging) {
        try {
            belonging.close();
        } catch (Throwable e) {
            if (e != failure) {
                failure.addSuppressed(e);
            }
        }
    }

    /** Closes all; then throws what was thrown first, with the rest added to it. Further calls do nothing. */
    @Override
    public void close() {
        try {
            CloseHelper.closeAll(youngestFirst);
        } finally {
            youngestFirst.clear();
        }
    }
}
