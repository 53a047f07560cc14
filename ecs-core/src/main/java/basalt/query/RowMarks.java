package basalt.query;

import basalt.component.Component;
import basalt.runtime.Unseen;
import basalt.storage.Blocks;
import basalt.storage.Changes;
import java.util.List;

/**
 * Marks what cold code writes, row by row, for all who look for changes but the query that writes. The rows of kernels have none:
 * what a kernel writes is marked for its whole snapshot.
 */
final class RowMarks {
    private final Changes changes;
    private final Unseen own;
    private final List<Component<?>> declared;

    /**
     * Marks for a query.
     *
     * @param changes who looks for changes
     * @param own what the query itself looks for; null for nothing
     * @param declared the components that it declares
     */
    RowMarks(Changes changes, Unseen own, List<Component<?>> declared) {
        this.changes = changes;
        this.own = own;
        this.declared = declared;
    }

    void written(long base, int row, Component<?> component) {
        changes.written(component.id(), Blocks.index(base), row >>> 6, 1L << row, own);
    }

    /** Marks the rows from {@code from} to {@code to} - 1. */
    void written(long base, int from, int to, Component<?> component) {
        if (changes.isTracked(component.id(), own)) {
            int block = Blocks.index(base);
            for (int row = from; row < to; row = (row | 63) + 1) {
                long rows = -1L << row;
                if (row >>> 6 == to >>> 6) {
                    rows &= (1L << to) - 1;
                }
                changes.written(component.id(), block, row >>> 6, rows, own);
            }
        }
    }

    /** Marks the rows from {@code from} to {@code to} - 1 for each component that the query declares. */
    void writtenDeclared(long base, int from, int to) {
        for (int i = 0; i < declared.size(); i++) {
            written(base, from, to, declared.get(i));
        }
    }
}
