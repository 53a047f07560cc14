package basalt.runtime;

import basalt.component.Component;
import basalt.component.ComponentInfo;
import basalt.internal.Friend;
import basalt.internal.Strict;
import basalt.match.ChangeFilter;
import basalt.storage.Blocks;
import basalt.storage.access.Store;
import basalt.storage.change.ChangeTracker;
import java.util.List;

/**
 * Records the writes of checked rows and spans, row by row, for all queries for changes except the query that writes.
 * Also holds the world, and the components that strict mode permits. Kernels do not use this: their writes are recorded
 * for all matches.
 */
public final class RowWrites {
    private final Store store;
    private final ChangeTracker changes;
    private final ChangeFilter own;
    private final List<Component<?>> declared;

    /**
     * Records the writes of a query's rows.
     *
     * @param own the query's own conditions on changes; null for none
     * @param declared the components that the query declares; null for rows of no query, which may access all
     */
    public RowWrites(Store store, ChangeFilter own, List<Component<?>> declared) {
        this.store = store;
        this.changes = store.changeTracker();
        this.own = own;
        this.declared = declared;
    }

    /** Makes what the query package has: kernels over the rows of a spawn, and rows. */
    public abstract static class Maker<K, R> extends Friend<K, BulkSpawner.Initialiser> {
        public abstract R row(RowWrites writes, long entity);
    }

    public Store store() {
        return store;
    }

    /** Strict mode's check that the query has declared a component. */
    public void checkDeclared(ComponentInfo component) {
        if (Strict.ON) {
            RowContext.checkDeclared(declared, component);
        }
    }

    public long written(long base, int row, ComponentInfo component) {
        int block = Blocks.index(base);
        changes.recordWritten(component.id(), block, row >>> 6, 1L << row, own);
        return store.blocks().base(block);
    }

    public void written(long base, int from, int to, ComponentInfo component) {
        if (changes.isTracked(component.id(), own)) {
            int block = Blocks.index(base);
            for (int row = from; row < to; row = (row | 63) + 1) {
                long rows = -1L << row;
                if (row >>> 6 == to >>> 6) {
                    rows &= (1L << to) - 1;
                }
                changes.recordWritten(component.id(), block, row >>> 6, rows, own);
            }
        }
    }

    /** Records a write of rows for each component that the query declares. */
    public void writtenDeclared(long base, int from, int to) {
        for (int i = 0; i < declared.size(); i++) {
            written(base, from, to, declared.get(i));
        }
    }
}
