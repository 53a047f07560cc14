package basalt.examples.framework.render;

import java.util.ArrayDeque;
import java.util.Deque;

/** Objects that are closed together, in reverse order. */
final class GlObjects implements GlObject {
    private final Deque<GlObject> objects = new ArrayDeque<>();

    /** Adds an object. */
    <T extends GlObject> T add(T object) {
        objects.push(object);
        return object;
    }

    @Override
    public void close() {
        while (!objects.isEmpty()) {
            objects.pop().close();
        }
    }
}
