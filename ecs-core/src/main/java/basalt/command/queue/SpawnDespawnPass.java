package basalt.command.queue;

import basalt.component.HasChildrenException;
import basalt.memory.NativeMemoryException;
import basalt.storage.Place;
import basalt.storage.RowAllocator;
import basalt.storage.access.Store;
import basalt.storage.change.DestroyWaves;
import org.agrona.collections.LongArrayList;

/** The pass that spawns and destroys entities. */
final class SpawnDespawnPass extends Pass {
    /** The entities whose destruction was refused, in order. */
    private final LongArrayList refused = new LongArrayList();

    private final LongArrayList again = new LongArrayList();
    private HasChildrenException refusal;

    SpawnDespawnPass(Store store, CommandCounter counter) {
        super(store, counter, true);
    }

    @Override
    public void accept(CommandStream from, long entity, long code, long value) {
        int operation = Op.operation(code);
        if (operation == Op.DESTROY) {
            destroy(from, entity, code);
        } else if (operation == Op.SPAWN) {
            flush(); // spawns and destructions keep the order of recording
            activate((RowAllocator) from.object(Op.argument(code)), entity);
        }
    }

    /** An entity with links is destroyed by itself, because that may be refused. */
    private void destroy(CommandStream from, long entity, long code) {
        if (isLinked(entity)) {
            flush();
            destroyLinked(entity, refused);
        } else {
            collect(from, entity, code);
        }
    }

    /** Destroys an entity, or adds it to a list if that is refused because of its children. */
    private void destroyLinked(long entity, LongArrayList ifRefused) {
        long place = store.entities().tryLocate(entity);
        if (place == 0) {
            counter.dropped(1);
            return;
        }
        try {
            store.structure().destroy(Place.base(place), Place.row(place));
            counter.applied(1);
        } catch (HasChildrenException e) {
            if (store.entities().isAlive(entity)) {
                refusal = e;
                ifRefused.addLong(entity);
            } else {
                counter.failed(1, e); // of one that an observer has linked to it
            }
        } catch (NativeMemoryException | OutOfMemoryError | IllegalStateException e) {
            counter.failed(1, e);
        }
    }

    boolean hasRefused() {
        return !refused.isEmpty();
    }

    /** Makes the pending change, and tries again what was refused, as children may have been destroyed since. */
    void settle() {
        flush();
        int before;
        do {
            before = refused.size();
            for (int i = before - 1; i >= 0; i--) {
                destroyLinked(refused.getLong(i), again);
            }
            refused.clear();
            for (int i = again.size() - 1; i >= 0; i--) {
                refused.addLong(again.getLong(i));
            }
            again.clear();
        } while (refused.size() < before);
        if (before > 0) {
            counter.failed(before, refusal);
        }
        forgetRefused();
    }

    void forgetRefused() {
        refused.clear();
        again.clear();
        refusal = null;
    }

    @Override
    void end() {
        settle();
        super.end();
    }

    private boolean isLinked(long entity) {
        DestroyWaves waves = store.structure().waves();
        try {
            waves.update();
        } catch (NativeMemoryException | OutOfMemoryError e) {
            return true; // the destruction tries again, and fails alone
        }
        long place = waves.isLinked() ? store.entities().tryLocate(entity) : 0;
        return place != 0 && waves.linked(Place.base(place), Place.word(place), Place.bit(place)) != 0;
    }

    private void activate(RowAllocator rowAllocator, long entity) {
        try {
            if (rowAllocator.promised() != null) {
                rowAllocator.promised().activate(entity);
            } else {
                store.structure().activate(rowAllocator, entity);
            }
            counter.applied(1);
        } catch (NativeMemoryException | OutOfMemoryError | IllegalStateException e) {
            counter.failed(1, e);
        }
    }

    @Override
    void change(CommandStream from, long code, long base, int word, long rows) {
        store.structure().destroy(base, word, rows);
    }
}
