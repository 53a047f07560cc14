package basalt.runtime;

import basalt.component.Component;
import basalt.snapshot.Filter;
import basalt.snapshot.MatchSnapshot;
import basalt.storage.access.Store;
import java.util.Collection;
import java.util.List;

/**
 * What the parts of a query need to know of it: its world, which rows match, and which components may be touched. The
 * query, its kernels, cursors, reductions and selections share one.
 */
public final class QueryPlan {
    private final WorldRuntime runtime;
    private final Filter filter;
    private final List<Component<?>> declared;
    private final List<Component<?>> selectors;
    private final RowWrites writes;

    /**
     * The plan of a query.
     *
     * @param runtime what the query's world runs with
     * @param filter which rows match
     * @param declared the components that its rows may be asked for
     * @param selectors the components whose presence decides which rows match
     */
    public QueryPlan(
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

    /**
     * What the query's world runs with.
     *
     * @return the runtime
     */
    public WorldRuntime runtime() {
        return runtime;
    }

    /**
     * The rows of the query's world.
     *
     * @return the store
     */
    public Store store() {
        return runtime.store();
    }

    /**
     * Which rows match.
     *
     * @return the filter
     */
    public Filter filter() {
        return filter;
    }

    /**
     * The components that the query's rows may be asked for.
     *
     * @return an unmodifiable list
     */
    public List<Component<?>> declared() {
        return declared;
    }

    /**
     * The components whose presence decides which rows match.
     *
     * @return an unmodifiable list
     */
    public List<Component<?>> selectors() {
        return selectors;
    }

    /**
     * How checked rows of the query record what they write.
     *
     * @return always the same object
     */
    public RowWrites writes() {
        return writes;
    }

    /**
     * What the calling thread iterates with: the world's, or a worker that runs a system which may look for such rows.
     *
     * @return the context
     * @throws IllegalStateException if the query is closed, on a wrong thread, and in strict mode if the system has not
     *     declared what it looks for
     */
    public IterationContext context() {
        IterationContext here = runtime.current();
        filter.requireOpen();
        here.checkSeen(filter, selectors);
        here.checkChanges(filter, selectors);
        return here;
    }

    /**
     * How many rows match now.
     *
     * @return rows
     */
    public int count() {
        IterationContext here = context();
        MatchSnapshot matches = here.open(filter, false);
        try {
            return matches.countRows();
        } finally {
            here.close(matches);
        }
    }

    /**
     * Runs a loop over the rows that match, which records what it writes row by row.
     *
     * @param driver the loop
     */
    public void run(KernelDriver driver) {
        IterationContext here = context();
        RowContext run = here.context(declared, filter);
        try {
            here.run(driver, run, here.take(filter, false));
        } finally {
            run.close();
        }
    }

    /**
     * Runs a kernel's loop over the rows that match. It counts as writing, in all of them, whatever the query declares.
     *
     * @param driver the loop
     * @param pure whether it may run over rows without an entity
     */
    public void runKernel(KernelDriver driver, boolean pure) {
        IterationContext here = context();
        RowContext run = here.context(declared, filter);
        try {
            MatchSnapshot matches = here.take(filter, pure);
            try {
                recordWrites(here, matches);
            } catch (Throwable e) {
                here.close(matches);
                throw e;
            }
            here.run(driver, run, matches);
        } finally {
            run.close();
        }
    }

    /**
     * From now on a kernel runs over a snapshot, and writes whatever the query declares.
     *
     * @param here what the calling thread iterates with
     * @param matches the snapshot
     */
    public void recordWrites(IterationContext here, MatchSnapshot matches) {
        matches.writes(declared);
        for (int i = 0; i < declared.size(); i++) {
            Component<?> component = declared.get(i);
            if (store().changes().isTracked(component.id(), filter.changeFilter()) && here.mayWrite(component)) {
                matches.recordWrite(store().changes(), component);
            }
        }
    }
}
