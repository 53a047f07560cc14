package basalt.match;

import basalt.storage.change.ChangeTracker;
import java.lang.ref.Reference;
import java.lang.ref.ReferenceQueue;
import java.lang.ref.WeakReference;

/**
 * Closes the filters of unreachable queries for changes. A query, its kernels and selections share a {@link Filter}.
 * The readers of changes do not refer to it, so the garbage collector finds it when the last of them is unreachable.
 * For the world's thread.
 */
public final class DroppedFilters {
    private DroppedFilters() {}

    public static void register(Filter filter, ChangeTracker changes) {
        filter.changeFilter().setUser(new FilterReference(filter, changes.dropped()));
    }

    /** Releases the memory of unreachable filters. Must not be called while a snapshot is taken. */
    public static void release(ChangeTracker changes) {
        Reference<?> dropped = changes.dropped().poll();
        while (dropped != null) {
            ((FilterReference) dropped).changeFilter.close(changes); // does nothing if it was closed before
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
