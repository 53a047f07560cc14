package basalt.examples.showcase.tour;

import basalt.examples.framework.program.Closing;
import java.util.ArrayDeque;
import java.util.Deque;

/** Resources that are closed together, in reverse order, each even if closing another fails. */
final class Belongings implements AutoCloseable {
    private final Deque<AutoCloseable> youngestFirst = new ArrayDeque<>();

    /** Adds a resource, and returns it. */
    <B extends AutoCloseable> B add(B belonging) {
        youngestFirst.addFirst(belonging);
        return belonging;
    }

    /** Closes all, then throws the first exception, with the later ones suppressed. Further calls do nothing. */
    @Override
    public void close() {
        try {
            Closing.all(youngestFirst);
        } finally {
            youngestFirst.clear();
        }
    }
}
