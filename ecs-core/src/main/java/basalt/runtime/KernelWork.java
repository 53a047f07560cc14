package basalt.runtime;

import static basalt.component.layout.BlockLayout.ROWS;
import static basalt.component.layout.BlockLayout.WORDS;

import basalt.command.CommandQueue;
import basalt.component.Column;
import basalt.component.Component;
import basalt.component.Entity;
import basalt.component.TreeType;
import basalt.internal.HiddenCopy;
import basalt.internal.Strict;
import basalt.match.ChangeFilter;
import basalt.match.Filter;
import basalt.match.MatchedRows;
import basalt.match.MatchedRows.MatchedBlock;
import basalt.runtime.IterationContext.KernelDriver;
import basalt.storage.BlockContents.BlockCopy;
import basalt.storage.Entities;
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

    /**
     * Strict mode's check that the body of a pure kernel is pure. The body runs on the matching rows, and then on a
     * copy of the block, where it runs over all rows of the words with a match. Both runs must leave the same values in
     * the matching rows, bit for bit, and must not change what the body has captured.
     */
    static final class PureCheck {
        private final RowQuery query;
        private final IterationContext context;
        private final KernelDriver driver;
        private final CapturedState captured;

        /** Whether no other system runs, so that a change of a captured object was made by this kernel. */
        private final boolean isAlone;

        /** A change that the body has made outside of its rows, as text; null if there is none. */
        private String change;

        PureCheck(RowQuery query, KernelDriver driver, CapturedState captured) {
            this.query = query;
            this.context = query.context();
            this.driver = driver;
            this.captured = captured;
            this.isAlone = !query.store().changeTracker().isShared();
        }

        void run() {
            MatchedRows matches = context.take(query.filter());
            Throwable thrown = null;
            try {
                query.recordWrites(context, matches);
                for (int i = 0; i < matches.count(); i++) {
                    if (MatchedBlock.nextMatch(matches.entry(i), 0) < ROWS) {
                        runBlock(matches, matches.entry(i));
                    }
                }
            } catch (Throwable e) {
                thrown = e;
                throw e;
            } finally {
                context.end(matches, thrown);
            }
        }

        private void runBlock(MatchedRows matches, long entry) {
            try (BlockCopy copy =
                    new BlockCopy(query.store().blockPool(), MatchedBlock.base(entry), query.declared())) {
                long structure = query.store().structureVersion();
                long recorded = context.queue().position();
                run(matches, entry, false);
                requireSame(structure, recorded);
                runCopy(entry, copy);
                requireSame(structure, recorded);
                for (Component<?> component : query.declared()) {
                    for (Column column : component.columns()) {
                        if (context.mayWrite(column)) {
                            requireSame(entry, copy, column);
                        }
                    }
                }
            }
            if (change != null) {
                throw new IllegalStateException("while a pure kernel ran, " + change + " changed; a pure kernel changes"
                        + " columns only, and captures what does not change; use kernel() instead of pureKernel()");
            }
        }

        private static void requireSame(long entry, BlockCopy copy, Column column) {
            int from = MatchedBlock.nextMatch(entry, 0);
            while (from < ROWS) {
                int to = MatchedBlock.endOfRun(entry, from);
                int different = copy.firstDifference(column, from, to);
                if (different < to) {
                    long entity = Entities.handle(MatchedBlock.base(entry), different);
                    throw new IllegalStateException("a pure kernel gave component "
                            + column.component().name() + " of entity "
                            + Entity.toString(entity) + " another value in a second run, so it depends on more than"
                            + " its own row; use kernel() instead of pureKernel()");
                }
                from = MatchedBlock.nextMatch(entry, to);
            }
        }

        private void requireSame(long structure, long recorded) {
            if (query.store().structureVersion() != structure) {
                throw new IllegalStateException(
                        "a pure kernel spawned or destroyed entities or changed their components, or tried to;"
                                + " use kernel() instead of pureKernel()");
            }
            CommandQueue commands = context.queue();
            if (commands.position() != recorded) {
                commands.forget(recorded);
                throw new IllegalStateException(
                        "a pure kernel recorded commands; use kernel() instead of pureKernel()");
            }
        }

        private void runCopy(long entry, BlockCopy copy) {
            MatchedRows withOthers = context.openEmpty(query.filter(), 1);
            Throwable thrown = null;
            try {
                for (int word = MatchedBlock.nextWord(entry, 0);
                        word < WORDS;
                        word = MatchedBlock.nextWord(entry, word + 1)) {
                    if (MatchedBlock.word(entry, word) != 0) {
                        withOthers.add(copy.base(), word, -1L);
                    }
                }
                run(withOthers, withOthers.entry(0), true);
            } catch (RuntimeException e) {
                thrown = new IllegalStateException(
                        "a pure kernel threw in a second run, with rows that do not match and rows without an"
                                + " entity; use"
                                + " kernel() instead of pureKernel()",
                        e);
                throw (IllegalStateException) thrown;
            } catch (Throwable e) {
                thrown = e;
                throw e;
            } finally {
                context.end(withOthers, thrown);
            }
        }

        private void run(MatchedRows matches, long entry, boolean otherRows) {
            RowContext run = context.context(query.declared(), query.filter()).ofKernel();
            run.pure(otherRows);
            List<CapturedState.FieldState> before = captured.read(isAlone);
            try {
                driver.run(run, matches, entry, 0, WORDS);
            } finally {
                run.close();
            }
            if (change == null) {
                change = captured.firstChange(before, isAlone);
            }
        }
    }
}
