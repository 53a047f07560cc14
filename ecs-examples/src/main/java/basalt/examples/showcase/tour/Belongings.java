package basalt.examples.showcase.tour;

import basalt.examples.framework.program.Closing;
import java.util.ArrayDeque;
import java.util.Deque;

/** What was made, and has to be closed: the youngest first, and each whatever the others throw. */
final class Belongings implements AutoCloseable {
    private final Deque<AutoCloseable> youngestFirst = new ArrayDeque<>();

    /** Takes something in; returns it. */
    <B extends AutoCloseable> B add(B belonging) {
        youngestFirst.addFirst(belonging);
        return belonging;
    }

    /** Closes all; then throws what was thrown first, with the rest added to it. Further calls do nothing. */
    @Override
    public void close() {
        try {
            Closing.all(youngestFirst);
        } finally {
            youngestFirst.clear();
        }
    }
}
