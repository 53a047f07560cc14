package basalt.inspect.web;

import basalt.component.Column;
import basalt.component.Component;
import basalt.inspect.view.ComponentNames;
import basalt.inspect.view.KnownComponents;
import basalt.inspect.view.QueryText;
import basalt.inspect.view.QueryTextException;
import basalt.inspect.view.Questions;
import java.util.List;
import java.util.concurrent.locks.ReentrantLock;

/** The names of the components that the world has had, as of a moment ago. For all threads. */
final class NameCache {
    private static final long FRESH_NANOS = 500_000_000;
    private static final long WAIT_NANOS = 2_000_000_000;

    private final Questions questions;
    private final ReentrantLock lock = new ReentrantLock();
    private volatile ComponentNames names = ComponentNames.of(List.of());
    private long askedAt;
    private volatile boolean isKnown;

    NameCache(Questions questions) {
        this.questions = questions;
    }

    /** The names; those of before if the world does not answer. */
    ComponentNames names() {
        return names(FRESH_NANOS);
    }

    /** One thread asks; the others take the names of before meanwhile, if there are any. */
    private ComponentNames names(long freshNanos) {
        if (isKnown && !lock.tryLock()) {
            return names;
        }
        if (!lock.isHeldByCurrentThread()) {
            lock.lock();
        }
        try {
            return update(freshNanos);
        } finally {
            lock.unlock();
        }
    }

    private ComponentNames update(long freshNanos) {
        long now = System.nanoTime();
        if (!isKnown || now - askedAt > freshNanos) {
            askedAt = now;
            KnownComponents known = new KnownComponents(false);
            if (questions.ask(known) && known.await(WAIT_NANOS)) {
                names = ComponentNames.of(known.components());
                isKnown = true;
            } else {
                known.drop();
            }
        }
        if (!isKnown) {
            throw new ApiException(503, "the world's thread does not answer; see the status for what it does");
        }
        return names;
    }

    QueryText.Parsed query(String text) {
        try {
            return QueryText.parse(text, names());
        } catch (QueryTextException e) {
            // the world may have got a component meanwhile
        }
        try {
            return QueryText.parse(text, names(0));
        } catch (QueryTextException e) {
            throw new ApiException(400, e.getMessage(), e.at(), e.length());
        }
    }

    Component<?> component(String name) {
        Component<?> known = names().tryFind(name);
        if (known != null) {
            return known;
        }
        try {
            return names(0).component(name);
        } catch (IllegalArgumentException e) {
            throw new ApiException(404, e.getMessage());
        }
    }

    /** A field as {@code Health.hp}. */
    Column column(String text) {
        int dot = text.lastIndexOf('.');
        if (dot < 0) {
            throw new ApiException(400, "a column is a component and a field, as Health.hp: " + text);
        }
        return column(text.substring(0, dot), text.substring(dot + 1));
    }

    Column column(String component, String field) {
        Component<?> found = component(component);
        return found.columns().stream()
                .filter(column -> column.field().equals(field))
                .findFirst()
                .orElseThrow(() -> new ApiException(404, "component " + component + " has no field " + field));
    }
}
