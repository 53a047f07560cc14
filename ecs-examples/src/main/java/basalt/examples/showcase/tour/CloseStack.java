package basalt.examples.showcase.tour;

import basalt.examples.framework.program.Closing;
import java.util.ArrayDeque;
import java.util.Deque;

/** Resources that are closed together, in reverse order, each even if closing another fails. */
final class CloseStack implements AutoCloseable {
    private final Deque<AutoCloseable> lastFirst = new ArrayDeque<>();

    /** Adds a resource, and returns it. */
    <B extends AutoCloseable> B add(B resource) {
        lastFirst.addFirst(resource);
        return resource;
    }

    /** Closes all, then throws the first exception, with the later ones suppressed. Further calls do nothing. */
    @Override
    public void close() {
        try {
            Closing.all(lastFirst);
        } finally {
            lastFirst.clear();
        }
    }
}
