package basalt.query;

import basalt.component.Component;
import basalt.component.TreeType;
import basalt.match.ChangeFilter;
import basalt.match.MatchSnapshot;
import basalt.runtime.IterationContext;
import basalt.runtime.LevelLoop;
import basalt.runtime.QueryPlan;
import basalt.runtime.RowContext;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;

/** The runs of a cascade, one at a time: it finds the rows to visit, splits them into pieces, and visits them. */
final class CascadeRun implements LevelLoop {
    private final QueryPlan plan;
    private final CascadeLoop driver;
    private final boolean isUp;
    private final CascadeOrder order;
    private final CascadeChanges changes;
    private final CascadePieces pieces = new CascadePieces();
    private final AtomicBoolean isOpen = new AtomicBoolean();

    /** The pieces that have not been run to their ends. */
    private final AtomicInteger left = new AtomicInteger();

    private MatchSnapshot matches;
    private int strikes;
    private CascadeRuns runs;

    /**
     * A cascade before its first run.
     *
     * @param changes finds the rows to visit; null for all
     */
    CascadeRun(QueryPlan plan, TreeType tree, CascadeBody body, CascadeLoop driver, CascadeChanges changes) {
        this.plan = plan;
        this.driver = driver;
        this.isUp = body.isUp();
        this.order = new CascadeOrder(plan.store(), plan.store().trees().of(tree), body);
        this.changes = changes;
    }

    @Override
    public void open(IterationContext here, MatchSnapshot all) {
        if (!isOpen.compareAndSet(false, true)) {
            throw new IllegalStateException("the cascade is running: its body, or a system beside this one, runs it;"
                    + " make another kernel of the query");
        }
        try {
            matches = all;
            order.update(all);
            strikes = all.strikes;
            runs = changes == null ? order.runs() : changes.select(here, order);
            pieces.whole(runs);
            left.set(pieces.count());
        } catch (Throwable e) {
            failed();
            isOpen.set(false);
            throw e;
        }
    }

    @Override
    public int rows() {
        return runs.rows();
    }

    @Override
    public ChangeFilter changes() {
        return changes == null ? null : changes.filter();
    }

    @Override
    public void recordWrites(Component<?> component) {
        if (changes == null) {
            matches.recordWrite(plan.store().changeTracker(), component);
        } else {
            changes.recordWrites(component);
        }
    }

    @Override
    public void cut(int rowsPerPiece) {
        pieces.cut(runs, rowsPerPiece);
        left.set(pieces.count());
    }

    @Override
    public int pieces() {
        return pieces.count();
    }

    @Override
    public int endOfPhase(int piece) {
        return pieces.endOfPhase(piece);
    }

    @Override
    public void run(RowContext context, int piece) {
        driver.run(
                context,
                matches,
                strikes,
                runs,
                pieces.start(piece),
                pieces.end(piece),
                plan.store().blocks());
        left.decrementAndGet();
    }

    @Override
    public void run(RowContext context, MatchSnapshot all) {
        try {
            for (int piece = 0; piece < pieces.count(); piece++) {
                run(context, piece);
            }
        } finally {
            close();
        }
    }

    @Override
    public void close() {
        if (left.get() > 0 || matches.strikes != strikes) {
            failed();
        } else if (changes != null) {
            changes.succeeded(order);
        }
        isOpen.set(false);
    }

    @Override
    public void failed() {
        if (changes != null) {
            changes.failed();
        }
    }

    @Override
    public boolean isDivisible() {
        return !isUp; // children in several pieces would write one parent
    }
}
