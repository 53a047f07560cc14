package basalt.runtime;

import basalt.component.Component;
import basalt.internal.Friend;
import basalt.match.Filter;
import basalt.match.MatchedRows;
import basalt.runtime.IterationContext.KernelDriver;
import basalt.storage.access.Store;
import java.util.Collection;
import java.util.List;

/**
 * A query inside the library: its world, which rows match, and which components may be accessed. Its kernels, cursors,
 * reductions and selections share it.
 */
public final class RowQuery {
    /** Makes what the query package has: builders of queries, and queries of records. */
    public abstract static class Maker<B, R> extends Friend<B, WorldRuntime> {
        /** A query whose bodies get the records of these classes. */
        public abstract R ofRecords(WorldRuntime runtime, List<Class<? extends Record>> types);
    }

    private final WorldRuntime runtime;
    private final Filter filter;
    private final List<Component<?>> declared;
    private final List<Component<?>> selectors;
    private final RowWrites writes;

    public RowQuery(
            WorldRuntime runtime,
            Filter filter,
            Collection<Component<?>> declared,
            Collection<Component<?>> selectors) {
        this.runtime = runtime;
        this.filter = filter;
        this.declared = List.copyOf(declared);
        this.selectors = List.copyOf(selectors);
        this.writes = new RowWrites(runtime.store(), filter.changeFilter(), this.declared);
    }

    public WorldRuntime runtime() {
        return runtime;
    }

    /** The rows of the query's world. */
    public Store store() {
        return runtime.store();
    }

    public Filter filter() {
        return filter;
    }

    public List<Component<?>> declared() {
        return declared;
    }

    public List<Component<?>> selectors() {
        return selectors;
    }

    public RowWrites writes() {
        return writes;
    }

    /** The context of the calling thread: the owner's, or that of a worker whose system may use this query. */
    public IterationContext context() {
        IterationContext here = runtime.current();
        filter.requireOpen();
        here.checkPresence(filter, selectors);
        here.checkChanges(filter, selectors);
        here.checkValues(filter);
        return here;
    }

    /** As {@link #context}, to find rows without a run, which changes a reader's notes of what matches. */
    public IterationContext readerContext() {
        IterationContext here = context();
        if (filter.changeFilter() != null && filter.changeFilter().reader() != null) {
            here.checkReader(filter);
        }
        return here;
    }

    /** The number of rows that match now. */
    public int count() {
        IterationContext here = readerContext();
        MatchedRows matches = here.open(filter);
        try {
            return matches.countRows();
        } finally {
            here.close(matches);
        }
    }

    /** Runs a loop over the matching rows, which records writes row by row. */
    public void run(KernelDriver driver) {
        IterationContext here = context();
        RowContext run = here.context(declared, filter);
        try {
            here.run(driver, run, here.take(filter), null);
        } finally {
            run.close();
        }
    }

    /** Records that a kernel runs over matching rows, and which components it may write. */
    void recordWrites(IterationContext here, MatchedRows matches, List<Component<?>> written) {
        matches.writes(written);
        for (int i = 0; i < written.size(); i++) {
            Component<?> component = written.get(i);
            if (store().changeTracker().isTracked(component.id(), filter.changeFilter()) && here.mayWrite(component)) {
                matches.recordWrite(store().changeTracker(), component);
            }
        }
    }
}
