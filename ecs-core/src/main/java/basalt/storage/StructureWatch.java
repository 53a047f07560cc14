package basalt.storage;

import static basalt.component.BlockLayout.present;
import static basalt.component.BlockLayout.presentSummary;

import basalt.component.Component;

/**
 * The structural changes of a store while somebody wants to know of them: whoever iterates, and the readers of changes. The pools
 * and the entity pool come here only then, so that this costs nothing where nobody does.
 */
final class StructureWatch {
    private final Pools pools;
    private final Changes changes;
    private final RemovalLogs removals;

    StructureWatch(Pools pools, Changes changes, RemovalLogs removals) {
        this.pools = pools;
        this.changes = changes;
        this.removals = removals;
    }

    /** Whether anybody wants to know, apart from who iterates. */
    boolean isNeeded() {
        return changes.isTracking() || removals.count() > 0;
    }

    long add(long base, int word, long rows, Component<?> component) {
        long added = pools.addUnwatched(base, word, rows, component);
        if (added != 0) {
            changes.gained(component.id(), Blocks.index(base), word, added);
            pools.changed(base, word, added);
        }
        return added;
    }

    long add(long base, int word, long rows, RowImage values, Store store) {
        Component<?> component = values.component();
        long added = pools.addUnwatched(base, word, rows, component);
        if (added != 0) {
            changes.gained(component.id(), Blocks.index(base), word, added);
            pools.changed(base, word, added);
            values.write(base, word, added, store); // last, because the heap may be full
        }
        return added;
    }

    long remove(long base, int word, long rows, int id) {
        long losing = rows & RowBits.word(base + presentSummary(id), base + present(id), word);
        if (losing == 0) {
            return 0;
        }
        removals.reserve(id, Long.bitCount(losing)); // first, because memory may be lacking
        pools.erase(base, word, losing, id);
        removals.lost(id, base, word, losing);
        pools.changed(base, word, losing);
        return losing;
    }

    void destroy(long base, int word, long rows, Entities entities) {
        removals.reserveDeaths(base, word, rows); // first, because memory may be lacking
        removals.died(base, word, rows); // now, while the handles and the components are there
        entities.destroyUnwatched(base, word, rows);
        pools.changed(base, word, rows);
    }

    /** New rows have their components and values. Nobody iterates over them yet. */
    void born(Prototype prototype, long base, int word, long rows) {
        int block = Blocks.index(base);
        for (int id : prototype.ids()) {
            changes.gained(id, block, word, rows);
        }
    }
}
