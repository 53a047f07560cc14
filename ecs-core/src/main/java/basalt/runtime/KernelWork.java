package basalt.runtime;

import basalt.component.Component;
import basalt.component.TreeType;
import basalt.match.ChangeFilter;
import basalt.match.Filter;
import basalt.match.MatchedRows;
import basalt.runtime.IterationContext.KernelDriver;
import basalt.storage.space.CellTable;
import basalt.storage.space.NeighbourPass;
import java.util.List;
import java.util.Set;
import java.util.function.Supplier;

/** What a kernel does: the query whose rows its body gets, and how it visits them. */
public abstract sealed class KernelWork permits KernelWork.Loop, KernelWork.Levels, KernelWork.Groups, GridBuild {
    private static final int ALIGNMENT = 64;

    final RowQuery query;
    final CapturedState captured;
    private final RowQuery partners;
    private final Supplier<Touched> finder;

    /** Null until it is first needed. */
    private volatile Touched touched;

    KernelWork(RowQuery query, RowQuery partners, Supplier<Touched> finder, CapturedState captured) {
        this.query = query;
        this.partners = partners;
        this.finder = finder;
        this.captured = captured;
    }

    /**
     * The values that a body reads and writes: whole components, and columns of others. All are null if they are not
     * known.
     *
     * @param writesOfRow the components of what is written in the rows of the kernel's query, not in partners
     */
    public record Touched(Set<?> reads, Set<?> writes, List<Component<?>> writesOfRow) {
        private static final Touched UNKNOWN = new Touched(null, null, null);

        /** It is not known. */
        public static Touched unknown() {
            return UNKNOWN;
        }
    }

    /**
     * A kernel over the rows of a query, in ascending order.
     *
     * @param partners the query that the rows' partners match; null if they have none
     * @param body the user's body, whose captured values are looked at
     */
    public static KernelWork of(
            RowQuery query, RowQuery partners, KernelDriver driver, Supplier<Touched> touched, Object body) {
        return new Loop(query, partners, driver, touched, new CapturedState(body));
    }

    /** A kernel that visits trees level by level. */
    public static KernelWork of(CascadeRun cascade, TreeType tree, Supplier<Touched> touched, Object... bodies) {
        return new Levels(cascade, tree, touched, new CapturedState(bodies));
    }

    /**
     * A kernel over the points of a grid.
     *
     * @param driver runs over groups of points
     * @param grid what the schedule knows the grid by
     * @param others the query of the neighbours; null if it is the same
     */
    public static KernelWork of(
            RowQuery query,
            RowQuery others,
            NeighbourPass pass,
            KernelDriver driver,
            Object grid,
            Supplier<Touched> touched,
            Object body) {
        return new Groups(query, others, pass, driver, grid, touched, new CapturedState(body));
    }

    /** Runs it now, in the calling thread. */
    public abstract void run();

    /** An object for the runs of a schedule. */
    public abstract KernelRun newRun();

    /** Whether the body has a driver class of its own. */
    public abstract boolean isSpecialised();

    /** The conditions on changes that decide which rows the body gets; null if there are none. */
    public ChangeFilter changes() {
        return query.filter().changeFilter();
    }

    /** Whether a schedule that has opened a run has consumed changes, which no later run will find. */
    public final boolean takesChanges() {
        return query.filter().changeFilter() != null;
    }

    /** The links that it reads besides the components of its queries. */
    public Set<Component<?>> links() {
        return Set.of();
    }

    /** The grid that it reads or builds; null if there is none. */
    public Object grid() {
        return null;
    }

    public boolean isDivisible() {
        return true;
    }

    private Touched touched() {
        if (touched == null) {
            touched = finder.get(); // of two threads both find the same
        }
        return touched;
    }

    /** Whether it is known what the body reads and writes. */
    public final boolean isKnown() {
        return touched().reads() != null;
    }

    /** The components and columns that the body reads, conditions included; null if they are not known. */
    public final Set<?> reads() {
        return touched().reads();
    }

    /** The components and columns that the body writes, in rows or partners; null if they are not known. */
    public final Set<?> writes() {
        return touched().writes();
    }

    /** The values of a type that the user's bodies have captured. */
    public final <T> List<T> captured(Class<T> type) {
        return captured.values(type);
    }

    /** The components that the body may write in the rows of the query. */
    final List<Component<?>> writesOfRow() {
        return isKnown() ? touched.writesOfRow() : query.declared();
    }

    /** Whether the body may write a component of its system in the rows of the query. */
    final boolean mayWriteRows(Component<?> component) {
        return !isKnown() || touched.writesOfRow().contains(component);
    }

    public final RowQuery query() {
        return query;
    }

    /** The query that the rows' partners match; null if they have none. */
    public final RowQuery partners() {
        return partners;
    }

    /** The filters of all rows that the body gets: one, or two if the rows have partners. */
    public final List<Filter> filters() {
        return partners == null ? List.of(query.filter()) : List.of(query.filter(), partners.filter());
    }

    /** Throws if a query of the kernel was closed. */
    public final void requireOpen() {
        query.filter().requireOpen();
        if (partners != null) {
            partners.filter().requireOpen();
        }
    }

    /** A loop that a schedule splits into pieces. */
    public static final class Loop extends KernelWork {
        final KernelDriver driver;

        private Loop(
                RowQuery query,
                RowQuery partners,
                KernelDriver driver,
                Supplier<Touched> touched,
                CapturedState captured) {
            super(query, partners, touched, captured);
            this.driver = driver;
        }

        @Override
        public void run() {
            if (partners() != null) {
                partners().filter().requireOpen();
            }
            IterationContext here = query.context();
            RowContext run = here.context(query.declared(), query.filter());
            try {
                MatchedRows matches = here.take(query.filter());
                try {
                    query.recordWrites(here, matches, writesOfRow());
                } catch (Throwable e) {
                    here.close(matches);
                    throw e;
                }
                here.run(driver, run, matches, null);
            } finally {
                run.close();
            }
        }

        @Override
        public KernelRun newRun() {
            return new KernelRun.OfLoop(this);
        }

        @Override
        public boolean isSpecialised() {
            return driver.isSpecialised();
        }
    }

    /** A loop level by level. It keeps the order of its rows, so there is one run at a time. */
    public static final class Levels extends KernelWork {
        private final CascadeRun cascade;
        private final TreeType tree;

        private Levels(CascadeRun cascade, TreeType tree, Supplier<Touched> touched, CapturedState captured) {
            super(cascade.query(), null, touched, captured);
            this.cascade = cascade;
            this.tree = tree;
        }

        @Override
        public void run() {
            query.store().checkRead(tree.childOf());
            cascade.runNow(writesOfRow());
        }

        @Override
        public KernelRun newRun() {
            return new KernelRun.OfLevels(this, cascade);
        }

        @Override
        public ChangeFilter changes() {
            return cascade.changes();
        }

        @Override
        public Set<Component<?>> links() {
            return Set.of(tree.childOf());
        }

        @Override
        public boolean isDivisible() {
            return cascade.isDivisible();
        }

        @Override
        public boolean isSpecialised() {
            return cascade.isSpecialised();
        }
    }

    /** A loop over the groups of a grid's points. There is one run at a time. */
    public static final class Groups extends KernelWork {
        private final NeighbourPass pass;
        private final KernelDriver driver;
        private final Object grid;
        private final CellTable.Matches filter;
        private final CellTable.Matches filterOfOthers;
        private final IterationContext.Loop allGroups = (context, matches) -> visit(context, matches, 0, 1);

        private Groups(
                RowQuery query,
                RowQuery others,
                NeighbourPass pass,
                KernelDriver driver,
                Object grid,
                Supplier<Touched> touched,
                CapturedState captured) {
            super(query, others, touched, captured);
            this.pass = pass;
            this.driver = driver;
            this.grid = grid;
            this.filter = query.filter()::matches;
            this.filterOfOthers = others == null ? null : others.filter()::matches;
        }

        @Override
        public void run() {
            IterationContext here = query.context();
            RowContext run = here.context(query.declared(), query.filter());
            try {
                MatchedRows matches = here.take(query.filter());
                try {
                    query.recordWrites(here, matches, writesOfRow());
                    open(here, matches);
                } catch (Throwable e) {
                    here.close(matches);
                    throw e;
                }
                try {
                    here.run(allGroups, run, matches, null);
                } finally {
                    pass.close();
                }
            } finally {
                run.close();
            }
        }

        /** Makes room for the values of points, of which there are at most as many as rows, unless the grid is old. */
        void open(IterationContext here, MatchedRows matches) {
            refresh(pass.table(), filter);
            int points = Math.max(matches.countRows(), pass.table().count());
            if (partners() != null) {
                refresh(pass.others(), filterOfOthers);
                points = Math.max(
                        points, Math.max(partners().count(), pass.others().count()));
            }
            long bytes = pass.bytes(points);
            pass.open(bytes == 0 ? 0 : here.arena().allocateUnchecked(bytes, ALIGNMENT), bytes, points);
        }

        private void refresh(CellTable table, CellTable.Matches matching) {
            table.refresh(query.store().structureVersion(), query.store().entities(), matching);
        }

        void close() {
            pass.close();
        }

        private boolean isBuilt(CellTable table) {
            return table.version() == query.store().structureVersion();
        }

        /** Runs over one of so many parts of the groups. */
        void visit(RowContext context, MatchedRows matches, int part, int parts) {
            CellTable table = pass.table();
            if (!isBuilt(table) || !isBuilt(pass.others()) || !table.hasSameBuckets(pass.others())) {
                throw new IllegalStateException("the grid of the kernel was not built"
                        + (table.version() < 0 ? "" : " since entities have changed")
                        + ": add it to the schedule before the kernel, or call its rebuild()");
            }
            int from = (int) ((long) table.groups() * part / parts);
            int to = (int) ((long) table.groups() * (part + 1) / parts);
            if (from == to) {
                return;
            }
            table.beginLoop();
            pass.others().beginLoop();
            try {
                driver.run(context, matches, 0, from, to);
            } finally {
                pass.others().endLoop();
                table.endLoop();
            }
        }

        @Override
        public KernelRun newRun() {
            return new KernelRun.OfGroups(this);
        }

        @Override
        public Object grid() {
            return grid;
        }

        @Override
        public boolean isSpecialised() {
            return driver.isSpecialised();
        }
    }
}
