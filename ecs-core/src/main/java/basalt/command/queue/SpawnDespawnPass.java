package basalt.command.queue;

import basalt.memory.NativeMemoryException;
import basalt.storage.Place;
import basalt.storage.RowAllocator;
import basalt.storage.access.Store;
import basalt.storage.change.DestroyWaves;

/** The pass that spawns and destroys entities. */
final class SpawnDespawnPass extends Pass {
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
        boolean isAlone = isLinked(entity);
        if (isAlone) {
            flush();
        }
        collect(from, entity, code);
        if (isAlone) {
            flush();
        }
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
        } catch (NativeMemoryException | OutOfMemoryError e) {
            counter.failed(1, e);
        }
    }

    @Override
    void change(CommandStream from, long code, long base, int word, long rows) {
        store.structure().destroy(base, word, rows);
    }
}
