package basalt.query;

import basalt.component.BlockLayout;
import basalt.component.Component;
import basalt.component.Entity;
import basalt.storage.Entities;
import basalt.storage.Store;
import basalt.storage.Strict;
import java.util.Collection;
import java.util.List;

/**
 * Selects rows by their components, and does things to them.
 *
 * <pre>{@code
 * Query moving = world.query().all(Position.TYPE, Velocity.TYPE).none(Frozen.TYPE).build();
 * RowKernel move = moving.kernel(row -> row.set(X, row.get(X) + row.get(DX) * time.dt()));
 * move.run();
 * }</pre>
 *
 * <p>Build a query once and keep it: it holds no rows, and each use evaluates it anew, 64 rows at a time. Every iteration is
 * in ascending order of the entities' indices. Entities that are disabled are not found unless the query includes them; a
 * disabled component counts as absent.
 *
 * <p>Each use takes a snapshot of the matching rows in the frame arena, some two kilobytes for each block that may have one,
 * and gives it back when it ends. Where the arena's cap or the memory source denies that, it throws {@link
 * basalt.memory.NativeMemoryException}, and nothing has happened.
 *
 * <p>For the world's thread only; after the world was closed every use throws {@link IllegalStateException}.
 */
public final class Query {
    private final Iterations iterations;
    private final Filter filter;
    private final List<Component<?>> declared;
    private final RowContext context;
    private final Reduction reduction;
    private final BulkChange bulk;

    Query(Iterations iterations, Filter filter, Collection<Component<?>> declared) {
        this.iterations = iterations;
        this.filter = filter;
        this.declared = List.copyOf(declared);
        this.context = RowContext.of(iterations.store(), this.declared);
        this.reduction = new Reduction(iterations, filter);
        this.bulk = new BulkChange(iterations, filter);
    }

    /**
     * Internal: starts a query. Users call {@code world.query()}.
     *
     * @param iterations the world's iterations
     * @return a builder
     */
    public static QueryBuilder in(Iterations iterations) {
        return new QueryBuilder(iterations);
    }

    /**
     * How many rows match.
     *
     * @return rows
     */
    public int count() {
        Matches matches = openMatches();
        try {
            return matches.countRows();
        } finally {
            iterations.close(matches);
        }
    }

    /**
     * Whether no row matches.
     *
     * @return true if {@link #first()} would find none
     */
    public boolean isEmpty() {
        return first() == Entity.NULL;
    }

    /**
     * The matching entity with the lowest index.
     *
     * @return its handle, or {@link Entity#NULL} if none matches
     */
    public long first() {
        Matches matches = openMatches();
        try {
            for (int i = 0; i < matches.count(); i++) {
                int row = Matches.nextMatch(matches.entry(i), 0);
                if (row < BlockLayout.ROWS) {
                    return Entities.handle(Matches.base(matches.entry(i)), row);
                }
            }
            return Entity.NULL;
        } finally {
            iterations.close(matches);
        }
    }

    /**
     * The only matching entity.
     *
     * @return its handle
     * @throws IllegalStateException if none matches, or more than one
     */
    public long single() {
        int count = count();
        if (count != 1) {
            throw new IllegalStateException("single() needs exactly one matching entity: count=" + count
                    + "; use first() where none or several may match");
        }
        return first();
    }

    /**
     * Opens a loop over the matching rows that the caller drives.
     *
     * @return a cursor before the first row; close it
     */
    public RowCursor rows() {
        Matches matches = openMatches();
        return matches.cursor().begin(this, runContext());
    }

    /**
     * Runs a body over the matching rows once. For cold code: the JIT does not specialise this loop.
     *
     * @param body what to do to a row
     * @throws IllegalArgumentException if the body is null
     * @throws IllegalStateException if the body leaves a cursor or a scope of the frame arena open
     */
    public void forEach(RowBody body) {
        run(new RowDriver(KernelDriver.require(body)), false);
    }

    /**
     * Runs a body over the spans of matching rows once. For cold code: the JIT does not specialise this loop.
     *
     * @param body what to do to a span
     * @throws IllegalArgumentException if the body is null
     * @throws IllegalStateException if the body leaves a cursor or a scope of the frame arena open
     */
    public void forEachSpan(SpanBody body) {
        run(new SpanDriver(KernelDriver.require(body)), false);
    }

    /**
     * Compiles a body into a loop over the matching rows. May cost a class: do it once, not each tick.
     *
     * @param body what to do to a row
     * @return the kernel
     * @throws IllegalArgumentException if the body is null
     */
    public RowKernel kernel(RowBody body) {
        store().checkOwner();
        return new RowKernel(this, KernelDriver.require(body), false);
    }

    /**
     * Compiles a pure body into a loop over the matching rows.
     *
     * <p>Pure is the caller's promise that the body reads and writes columns of its own row only (no references), cannot throw,
     * and has no other effect. The loop then also runs over rows without an entity, whose columns are nobody's, so that holes
     * which the dead left do not break it up. Strict mode checks the promise, by running the body twice.
     *
     * @param body what to do to a row
     * @return the kernel
     * @throws IllegalArgumentException if the body is null
     */
    public RowKernel pureKernel(RowBody body) {
        store().checkOwner();
        return new RowKernel(this, KernelDriver.require(body), true);
    }

    /**
     * Compiles a body into a loop over the spans of matching rows. May cost a class: do it once, not each tick.
     *
     * @param body what to do to a span
     * @return the kernel
     * @throws IllegalArgumentException if the body is null
     */
    public SpanKernel spanKernel(SpanBody body) {
        store().checkOwner();
        return new SpanKernel(this, KernelDriver.require(body));
    }

    /**
     * Sums, extremes and counts over the columns of the matching rows.
     *
     * @return the reductions of this query
     */
    public Reduction reduce() {
        return reduction;
    }

    /**
     * Structural changes of all matching rows at once, 64 a word.
     *
     * @return the bulk changes of this query
     */
    public BulkChange bulk() {
        return bulk;
    }

    Store store() {
        return iterations.store();
    }

    Filter filter() {
        return filter;
    }

    Iterations iterations() {
        return iterations;
    }

    List<Component<?>> declared() {
        return declared;
    }

    void run(KernelDriver driver, boolean pure) {
        store().checkOwner();
        RowContext run = runContext();
        try {
            iterations.run(driver, run, iterations.open(filter, pure));
        } finally {
            run.close();
        }
    }

    /** In strict mode each run has a context of its own, which dies with it. */
    RowContext runContext() {
        return Strict.ON ? RowContext.of(store(), declared) : context;
    }

    private Matches openMatches() {
        store().checkOwner();
        return iterations.open(filter, false);
    }
}
