package basalt.runtime;

import basalt.component.Column;
import basalt.component.Component;
import basalt.component.TreeType;
import basalt.internal.HiddenCopy;
import basalt.internal.Strict;
import basalt.match.ChangeFilter;
import basalt.match.Filter;
import basalt.match.MatchedRows;
import java.util.List;
import java.util.Set;
import java.util.function.Predicate;

/** What a kernel does: the query whose rows its body gets, and how it visits them. */
public abstract sealed class KernelWork {
    final RowQuery query;
    final CapturedState captured;
    private final RowQuery partners;

    private KernelWork(RowQuery query, RowQuery partners, CapturedState captured) {
        this.query = query;
        this.partners = partners;
        this.captured = captured;
    }

    /**
     * A kernel over the rows of a query, in ascending order.
     *
     * @param partners the query that the rows' partners match; null if they have none
     * @param isPure whether the loop may run over rows that do not match; strict mode checks it
     * @param body the user's body, for the check that it changes no captured state while it is split
     */
    public static KernelWork of(RowQuery query, RowQuery partners, KernelDriver driver, boolean isPure, Object body) {
        CapturedState captured = Strict.ON ? new CapturedState(isPure, body) : null;
        return isPure && Strict.ON
                ? new Whole(query, driver, captured)
                : new Loop(query, partners, driver, isPure, captured);
    }

    /** A kernel that visits trees level by level. */
    public static KernelWork of(CascadeRun cascade, TreeType tree, Object... bodies) {
        return new Levels(cascade, tree, Strict.ON ? new CapturedState(false, bodies) : null);
    }

    /** Runs it now, in the calling thread. */
    public abstract void run();

    /** An object for the runs of a schedule, in which the kernel may write the columns that the predicate accepts. */
    public abstract KernelRun newRun(Predicate<Column> mayWrite);

    /** Whether the body has a driver class of its own. */
    public abstract boolean isSpecialised();

    /** The conditions on changes that decide which rows the body gets; null if there are none. */
    public ChangeFilter changes() {
        return query.filter().changeFilter();
    }

    /** Whether a schedule that has opened a run has consumed changes, which no later run will find. */
    public boolean takesChanges() {
        return query.filter().changeFilter() != null;
    }

    /** The links that it reads besides the components of its queries. */
    public Set<Component<?>> links() {
        return Set.of();
    }

    /** Whether several threads may share its rows. */
    public boolean isDivisible() {
        return true;
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
    static final class Loop extends KernelWork {
        final KernelDriver driver;
        final boolean isPure;

        private Loop(RowQuery query, RowQuery partners, KernelDriver driver, boolean isPure, CapturedState captured) {
            super(query, partners, captured);
            this.driver = driver;
            this.isPure = isPure;
        }

        @Override
        public void run() {
            if (partners() != null) {
                partners().filter().requireOpen();
            }
            IterationContext here = query.context();
            RowContext run = here.context(query.declared(), query.filter());
            try {
                MatchedRows matches =
                        isPure ? here.takePure(query.filter(), query.declared()) : here.take(query.filter());
                try {
                    query.recordWrites(here, matches);
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
        public KernelRun newRun(Predicate<Column> mayWrite) {
            return new KernelRun.OfLoop(this, mayWrite);
        }

        @Override
        public boolean isSpecialised() {
            return HiddenCopy.isCopy(driver);
        }
    }

    /** A pure kernel in strict mode: it runs as one piece, with matching rows of its own, and is checked. */
    static final class Whole extends KernelWork {
        private final KernelDriver driver;

        private Whole(RowQuery query, KernelDriver driver, CapturedState captured) {
            super(query, null, captured);
            this.driver = driver;
        }

        @Override
        public void run() {
            new PureCheck(query, driver, captured).run();
        }

        @Override
        public KernelRun newRun(Predicate<Column> mayWrite) {
            return new KernelRun.OfWhole(this);
        }

        @Override
        public boolean takesChanges() {
            return false; // the check takes them itself
        }

        @Override
        public boolean isSpecialised() {
            return HiddenCopy.isCopy(driver);
        }
    }

    /** A loop level by level. It keeps the order of its rows, so there is one run at a time. */
    public static final class Levels extends KernelWork {
        private final CascadeRun cascade;
        private final TreeType tree;

        private Levels(CascadeRun cascade, TreeType tree, CapturedState captured) {
            super(cascade.query(), null, captured);
            this.cascade = cascade;
            this.tree = tree;
        }

        @Override
        public void run() {
            query.store().checkRead(tree.childOf());
            cascade.runNow();
        }

        @Override
        public KernelRun newRun(Predicate<Column> mayWrite) {
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
}
