package basalt.world;

import basalt.component.Component;
import basalt.component.Entity;
import basalt.internal.NoState;
import basalt.internal.Strict;
import basalt.storage.access.AccessCheck.ReaderSystem;
import basalt.storage.access.Store;
import basalt.storage.change.RemovalLogs.RemovalCursor;
import java.util.function.LongConsumer;

/**
 * Reads which entities have lost a component, because it was removed or the entity destroyed: each loss once, in order.
 * Each reader keeps its own position, so several readers do not disturb each other.
 *
 * <pre>{@code
 * RemovedComponents gone = world.removed(Collider.class);      // once
 * while (gone.next()) {                                // each tick
 *     grid.remove(gone.entity());
 * }
 * }</pre>
 *
 * <p>Losses are in the order of the changes; those of several entities that are destroyed together are in no defined
 * order. A handle is that of the time of the loss: the entity may be dead, or have the component again. A disabled
 * component is not lost. Losses since the reader was made are kept, 8 bytes off heap each, until all readers of that
 * component have read them or are closed. So close a reader that is no longer read. While there is a reader, removing a
 * component or destroying an entity needs memory. If the memory source cannot give it, they throw {@link
 * basalt.memory.NativeMemoryException} and change nothing.
 *
 * <p>Makes no garbage. For the world's thread, and for one system that has declared to read the component; on another
 * thread, after the world was closed and after its own {@link #close()}, every method throws {@link
 * IllegalStateException}. In strict mode it also throws if a second system reads, until the schedule of the first is
 * closed, since each would miss losses that the other one has read.
 */
@NoState
public final class RemovedComponents implements AutoCloseable {
    private final Store store;
    private final Component<?> component;
    private final RemovalCursor cursor;
    private long entity = Entity.NULL;
    private boolean closed;

    /** The system that uses it; null outside of strict mode. */
    private final ReaderSystem system = Strict.ON ? new ReaderSystem("a reader of removals") : null;

    RemovedComponents(Store store, Component<?> component) {
        this.store = store;
        this.component = component;
        this.cursor = store.removals().open(component);
    }

    /** The component that the entities have lost. */
    public Component<?> component() {
        return component;
    }

    /**
     * Goes to the next entity. A loop also reaches losses that happen while it runs.
     *
     * @return false if all losses have been read
     */
    public boolean next() {
        begin();
        if (cursor.remaining() == 0) {
            entity = Entity.NULL;
            trim();
            return false;
        }
        entity = cursor.next();
        return true;
    }

    /**
     * The entity that was read last.
     *
     * @throws IllegalStateException before the first {@link #next()}, and after a call that returned false
     */
    public long entity() {
        checkOpen();
        if (entity == Entity.NULL) {
            throw new IllegalStateException(
                    "the reader is at no entity; call next() first, and continue while it returns true");
        }
        return entity;
    }

    /**
     * Reads all losses until now. The next call reads losses that the body itself causes. A loss counts as read when
     * the body is called with it, even if the body throws.
     *
     * @param body takes the handle of each entity
     */
    public void forEach(LongConsumer body) {
        if (body == null) {
            throw new IllegalArgumentException("body must not be null; skipAll() needs none");
        }
        begin();
        for (long left = remaining(); left > 0 && cursor.remaining() > 0; left--) {
            entity = cursor.next();
            body.accept(entity);
            checkOpen(); // the body may have closed the reader
        }
        entity = Entity.NULL;
        trim();
    }

    /** Skips all losses until now. */
    public long skipAll() {
        begin();
        long skipped = remaining();
        cursor.skip(skipped);
        entity = Entity.NULL;
        trim();
        return skipped;
    }

    /** The number of losses that have not been read. */
    public long remaining() {
        checkOpen();
        return cursor.remaining();
    }

    /** Ends the reader. Further calls do nothing. */
    @Override
    public void close() {
        if (!closed && !store.isClosed()) {
            store.checkOwner("removals.close()", "close the reader after the tick");
            store.removals().close(cursor);
        }
        closed = true;
    }

    /** Frees losses that all readers have read. Not while systems run, since other systems may be reading. */
    private void trim() {
        if (store.workerIndex() < 0 && cursor.remaining() == 0) {
            store.removals().trim(component.id());
        }
    }

    /** Checks that the system of the calling thread may read. */
    private void begin() {
        checkOpen();
        if (Strict.ON) {
            store.checkReader(system);
        }
    }

    private void checkOpen() {
        store.checkRead(component);
        store.checkShared("a reader of removals");
        if (closed) {
            throw new IllegalStateException("the reader is closed; make another one with world.removed(component)");
        }
    }
}
