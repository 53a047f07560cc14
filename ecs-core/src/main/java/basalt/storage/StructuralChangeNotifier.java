package basalt.storage;

import static basalt.component.BlockLayout.present;
import static basalt.component.BlockLayout.presentSummary;

import basalt.component.Component;
import basalt.memory.NativeMemoryException;

/**
 * The structural changes of a store while they are watched: by iterations, readers of changes, and hooks. The
 * pools and the entity pool come here only then, so that this costs nothing where they are not.
 *
 * <p>The memory to tell of a change is taken before anything has changed.
 */
final class StructuralChangeNotifier {
    private final Pools pools;
    private final Changes changes;
    private final RemovalLogs removals;
    private final Hooks hooks;
    private final ObservedChange change;

    StructuralChangeNotifier(Pools pools, Changes changes, RemovalLogs removals, Hooks hooks, ObservedChange change) {
        this.pools = pools;
        this.changes = changes;
        this.removals = removals;
        this.hooks = hooks;
        this.change = change;
    }

    /** Whether they are watched, apart from iterations. */
    boolean isNeeded() {
        return changes.isTracking() || removals.count() > 0 || hooks.isActive() || change.isCalling();
    }

    /** Throws inside of a hook. */
    void requireOutside() {
        change.requireOutside();
    }

    long add(long base, int word, long rows, Component<?> component) {
        change.begin();
        long added;
        try {
            added = pools.addUnwatched(base, word, rows, component);
            if (added != 0) {
                marked(base, word, added, component.id());
                hooks.added(component.id(), base, word, added);
            }
        } catch (Throwable e) {
            change.endAfter(e);
            throw e;
        }
        change.end();
        return added;
    }

    long add(long base, int word, long rows, RowImage values, Store store) {
        change.begin();
        long added;
        try {
            int id = values.component().id();
            added = pools.addUnwatched(base, word, rows, values.component());
            if (added != 0) {
                marked(base, word, added, id);
                values.write(base, word, added, store); // after the marks, because the heap may be full
                hooks.added(id, base, word, added);
            }
        } catch (Throwable e) {
            change.endAfter(e);
            throw e;
        }
        change.end();
        return added;
    }

    private void marked(long base, int word, long added, int id) {
        changes.gained(id, Blocks.index(base), word, added);
        pools.changed(base, word, added);
    }

    long remove(long base, int word, long rows, int id) {
        change.begin();
        long losing = rows & RowBits.word(base + presentSummary(id), base + present(id), word);
        try {
            if (losing != 0) {
                long structure = pools.structureWithDeaths();
                removals.reserve(id, Long.bitCount(losing));
                requireSame(structure);
                hooks.removing(id, base, word, losing);
                pools.erase(base, word, losing, id);
                removals.lost(id, base, word, losing);
                pools.changed(base, word, losing);
            }
        } catch (Throwable e) {
            change.endAfter(e);
            throw e;
        }
        change.end();
        return losing;
    }

    void destroy(long base, int word, long rows, Entities entities) {
        change.begin();
        try {
            long structure = pools.structureWithDeaths();
            removals.reserveDeaths(base, word, rows);
            requireSame(structure);
            hooks.destroying(base, word, rows);
            removals.died(base, word, rows); // now, while the handles and the components are there
            entities.destroyUnwatched(base, word, rows);
            pools.changed(base, word, rows);
        } catch (Throwable e) {
            change.endAfter(e);
            throw e;
        }
        change.end();
    }

    /** Throws if a memory source has called what changes structure, while memory was taken for a loss. */
    private void requireSame(long structureBefore) {
        try {
            pools.requireSame(structureBefore);
        } catch (NativeMemoryException e) {
            removals.unreserve();
            throw e;
        }
    }

    /** New rows have their components and values. No iteration goes over them yet. */
    void born(Prototype prototype, long base, int word, long rows) {
        int block = Blocks.index(base);
        for (int id : prototype.ids()) {
            changes.gained(id, block, word, rows);
        }
    }
}
