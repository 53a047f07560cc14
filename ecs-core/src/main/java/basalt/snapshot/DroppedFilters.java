package basalt.snapshot;

import basalt.storage.change.ChangeTracker;
import java.lang.ref.Reference;
import java.lang.ref.ReferenceQueue;
import java.lang.ref.WeakReference;

/**
 * Ends the filters of queries for changes that nothing refers to any more, as if they had been closed. A query, its
 * kernels and selections share a {@link Filter}, and the readers of changes do not refer to that: so it is collected
 * when the last of them is. For the world's thread.
 */
public final class DroppedFilters {
    private DroppedFilters() {}

    /**
     * A query for changes was made: from now on it can be released.
     *
     * @param filter the query's
     * @param changes what its readers are registered with
     */
    public static void watch(Filter filter, ChangeTracker changes) {
        filter.changeFilter().belongsTo(new FilterReference(filter, changes.dropped()));
    }

    /**
     * Gives back what queries have kept that were dropped. Not while a snapshot is taken.
     *
     * @param changes what their readers are registered with
     */
    public static void release(ChangeTracker changes) {
        Reference<?> dropped = changes.dropped().poll();
        while (dropped != null) {
            ((FilterReference) dropped).changeFilter.close(changes); // does nothing if the query was closed
            dropped = changes.dropped().poll();
        }
    }

    private static final class FilterReference extends WeakReference<Filter> {
        private final ChangeFilter changeFilter;

        FilterReference(Filter filter, ReferenceQueue<Object> queue) {
            super(filter, queue);
            changeFilter = filter.changeFilter();
        }
    }
}
