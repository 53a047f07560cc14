package basalt.query;

import basalt.command.Commands;
import basalt.component.Component;
import basalt.component.Entity;
import basalt.component.EntityColumn;
import basalt.friend.Friend;
import basalt.runtime.KernelDriver;
import basalt.runtime.QueryPlan;
import basalt.snapshot.Filter;
import basalt.storage.access.Store;
import java.util.List;

/**
 * Selects rows by their components, and does things to them.
 *
 * <pre>{@code
 * Query moving = world.query().all(Position.TYPE, Velocity.TYPE).none(Frozen.TYPE).build();
 * RowKernel move = moving.kernel(row -> row.set(X, row.get(X) + row.get(DX) * time.deltaSeconds()));
 * move.run();
 * }</pre>
 *
 * <p>Build a query once and keep it: it is evaluated when it is used, 64 rows at a time. Every iteration is in
 * ascending order of the entities' indices. Entities that are disabled are not found unless the query includes them; a
 * disabled component counts as absent.
 *
 * <p>A use takes a snapshot of the matching rows in the frame arena, some two kilobytes for each block that may have
 * one, and gives it back when it ends. Where the arena's cap or the memory source denies that, it throws {@link
 * basalt.memory.NativeMemoryException}, and nothing has happened.
 *
 * <p>A query that looks for changes keeps what it has not seen, in two kilobytes off heap for each block that has had
 * such a row, and makes each such change a little slower: {@link #close} ends that. Where neither the query nor a
 * kernel or selection of it is reachable any more, that ends too, some time after the garbage collector has found it:
 * when the next query is built, or a tick ends. The world closes what is left. {@code world.memory()} tells how many
 * there are. It is for one system of a schedule: strict mode refuses another one than the first that has run it, until
 * the schedule of that is closed, since each would miss what the other one has seen.
 *
 * <p>For the world's thread, and, while a schedule runs, for the systems it runs; on another thread and after the world
 * was closed, or the query was, every use throws {@link IllegalStateException}; so does every use of its kernels and
 * selections.
 */
public final class Query implements AutoCloseable {
    private final QueryPlan plan;
    private final Filter filter;
    private final Reduction reduction;
    private final BulkChange bulk;
    private boolean hasKernel;

    static {
        Friend.install(Query.class, QueryPlan.class, new Friend<>() {
            @Override
            public QueryPlan inside(Query query) {
                return query.plan;
            }
        });
    }

    Query(QueryPlan plan) {
        this.plan = plan;
        this.filter = plan.filter();
        this.reduction = new Reduction(plan);
        this.bulk = new BulkChange(plan.runtime(), filter);
    }

    /**
     * How many rows match.
     *
     * @return rows
     */
    public int count() {
        return plan.count();
    }

    /**
     * Whether no row matches. Looks no further than the first one, and needs no memory.
     *
     * @return true if {@link #first()} would find none
     */
    public boolean isEmpty() {
        return first() == Entity.NULL;
    }

    /**
     * The matching entity with the lowest index. Looks no further, and needs no memory.
     *
     * @return its handle, or {@link Entity#NULL} if none matches
     */
    public long first() {
        return first(0);
    }

    /** The first one whose entity has that index or a higher one. */
    private long first(int index) {
        plan.context();
        return filter.first(store().blocks(), index);
    }

    /**
     * The only matching entity. Looks no further than the second one, and needs no memory.
     *
     * @return its handle
     * @throws IllegalStateException if none matches, or more than one
     */
    public long single() {
        long first = first(0);
        long second = first == Entity.NULL ? Entity.NULL : first(Entity.index(first) + 1);
        if (first == Entity.NULL || second != Entity.NULL) {
            throw new IllegalStateException("single() needs exactly one matching entity, and there is "
                    + (first == Entity.NULL ? "none" : Entity.toString(first) + " and also " + Entity.toString(second))
                    + "; use first() where none or several may match");
        }
        return first;
    }

    /**
     * Opens a loop over the matching rows that the caller drives.
     *
     * @return a cursor before the first row; close it
     */
    public RowCursor cursor() {
        return new RowCursor(plan).open();
    }

    /**
     * A cursor over the matching rows: to keep, and to open for each loop, which makes no garbage.
     *
     * @return a new cursor, which is closed as yet
     * @throws IllegalStateException on a wrong thread, or after the world was closed
     */
    public RowCursor closedCursor() {
        store().checkAccess();
        return new RowCursor(plan);
    }

    /**
     * Runs a body over the matching rows once. For cold code: each access is checked, the JIT does not specialise this
     * loop, and a call makes two small objects.
     *
     * @param body what to do to a row
     * @throws IllegalArgumentException if the body is null
     * @throws IllegalStateException if the body leaves a cursor or a scope of the frame arena open
     */
    public void forEach(RowBody body) {
        plan.run(new RowDriver(KernelDriver.require(body), new CheckedRow(plan.writes())));
    }

    /**
     * Runs a body that records commands over the matching rows once. For cold code: the JIT does not specialise this
     * loop, and a call makes a few small objects.
     *
     * @param body what to do to a row
     * @throws IllegalArgumentException if the body is null
     * @throws IllegalStateException if the body leaves a cursor or a scope of the frame arena open
     */
    public void forEach(CommandBody body) {
        KernelDriver.require(body);
        Commands commands = plan.runtime().currentCommands();
        forEach((Row row) -> body.accept(row, commands));
    }

    /**
     * Runs a body over the spans of matching rows once. For cold code: the JIT does not specialise this loop, and a
     * call may make a few small objects.
     *
     * @param body what to do to a span
     * @throws IllegalArgumentException if the body is null
     * @throws IllegalStateException if the body leaves a cursor or a scope of the frame arena open
     */
    public void forEachSpan(SpanBody body) {
        plan.run(new SpanDriver(KernelDriver.require(body), plan.writes()));
    }

    /**
     * Compiles a body into a loop over the matching rows. May cost a class: do it once, not each tick.
     *
     * @param body what to do to a row
     * @return the kernel
     * @throws IllegalArgumentException if the body is null
     * @throws IllegalStateException if the query looks for changes and has a kernel: what one has seen, the other would
     *     miss
     */
    public RowKernel kernel(RowBody body) {
        return new RowKernel(this, plan, requireForKernel(body), false);
    }

    /**
     * Compiles a body that records commands into a loop over the matching rows. May cost a class: do it once, not each
     * tick.
     *
     * @param body what to do to a row
     * @return the kernel
     * @throws IllegalArgumentException if the body is null
     * @throws IllegalStateException if the query looks for changes and has a kernel: what one has seen, the other would
     *     miss
     */
    public RowKernel kernel(CommandBody body) {
        return kernel(WithCommands.of(body));
    }

    /**
     * Compiles a pure body into a loop over the matching rows.
     *
     * <p>Pure is the caller's promise that the body
     *
     * <ul>
     *   <li>reads columns of its own row that the query declares (no references), and values that it has captured, or
     *       that are reached from there, and do not change while it runs, such as a {@code Time} or a table,
     *   <li>writes columns of its own row, and nothing else: no variable, array, object or command,
     *   <li>reads nothing that it changes but these columns, cannot throw, and does the same whenever it sees the same
     *       values.
     * </ul>
     *
     * <p>The loop then also runs over rows without an entity, whose columns belong to nothing, so that holes which the
     * dead left do not break it up.
     *
     * <p>Strict mode checks the promise by running the body twice, the second time on a copy and with the rows without
     * an entity. It is an error if the two runs leave different values, change structure or record commands, if the
     * second one throws, or if something changes that the body has captured:
     *
     * <ul>
     *   <li>a field of the body itself, if it is an object of a class with fields,
     *   <li>elements of an array of up to 65,536, the value of an atomic or an adder, the size of a collection, map or
     *       {@code StringBuilder} that it has captured,
     *   <li>the fields of an object that it has captured, and what these refer to, as above; but not in a system that
     *       runs beside others, which may change other fields of that object.
     * </ul>
     *
     * <p>Nothing finds static fields, objects further away, longer arrays, fields of classes in a named module that
     * does not open their package to this one, and effects outside of the program. Do not let other threads change what
     * is captured meanwhile.
     *
     * @param body what to do to a row
     * @return the kernel
     * @throws IllegalArgumentException if the body is null
     * @throws IllegalStateException if the query looks for changes and has a kernel: what one has seen, the other would
     *     miss
     */
    public RowKernel pureKernel(RowBody body) {
        return new RowKernel(this, plan, requireForKernel(body), true);
    }

    /**
     * Compiles a body into a loop over the spans of matching rows. May cost a class: do it once, not each tick.
     *
     * @param body what to do to a span
     * @return the kernel
     * @throws IllegalArgumentException if the body is null
     * @throws IllegalStateException if the query looks for changes and has a kernel: what one has seen, the other would
     *     miss
     */
    public SpanKernel spanKernel(SpanBody body) {
        return new SpanKernel(this, plan, requireForKernel(body));
    }

    /**
     * Compiles a body over pairs into a loop over the matching rows: each with its partner, which is the entity that a
     * column of the row names. May cost a class: do it once, not each tick.
     *
     * <pre>{@code
     * RowKernel follow = followers.pairKernel(Follower.LEADER, moving, (row, leader) ->
     *         row.set(Position.X, leader.get(Position.X) - 1));
     * }</pre>
     *
     * <p>A row is skipped if what its column names is not alive, or does not match the partners' query, when the row's
     * turn comes. So a run takes no snapshot of the partners, and what the body does to them counts at once. Several
     * rows may have one partner, and a row may be its own. The body may write to partners as well, in the order of the
     * rows. {@code Selection.join} joins the rows of a selection, in their order.
     *
     * <p>In a schedule, the kernel is divided among workers unless its system writes a component that the partners'
     * query names.
     *
     * @param column a scalar column that this query requires
     * @param partners what partners must match; a query of the same world, perhaps this one, that does not look for
     *     changes
     * @param body what to do to a row and its partner
     * @return the kernel
     * @throws IllegalArgumentException if this query does not require the column, or it is a vector; if the partners'
     *     query is null, of another world, or looks for changes; if the body is null
     * @throws IllegalStateException if either query is closed, or on a wrong thread
     */
    public RowKernel pairKernel(EntityColumn column, Query partners, PairBody body) {
        store().checkOwner("a query's kernel(...)", "make the kernel before the tick");
        filter.requireScalar(column, "pair kernels");
        if (partners == null || partners.store() != store()) {
            throw new IllegalArgumentException("the partners' query must be of the same world: partners=" + partners);
        }
        partners.filter.requireOpen();
        if (partners.filter.changeFilter() != null) {
            throw new IllegalArgumentException(
                    "the partners' query must not look for changes; leave added() and changed() out"
                            + " of it, or join a selection");
        }
        return new RowKernel(
                this, plan, new WithPartner(requireForKernel(body), column, partners.plan, plan.writes()), partners);
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

    /**
     * The components that the query's rows may be asked for: those of all(), any() and optional().
     *
     * @return an unmodifiable list
     */
    public List<Component<?>> components() {
        return plan.declared();
    }

    /**
     * The components whose presence decides which rows match, those of none() included.
     *
     * @return an unmodifiable list
     */
    public List<Component<?>> selectors() {
        return plan.selectors();
    }

    /**
     * Whether the query looks for changes, by {@link QueryBuilder#added} or {@link QueryBuilder#changed}.
     *
     * @return true if it finds a row once for each change
     */
    public boolean looksForChanges() {
        return filter.changeFilter() != null;
    }

    /**
     * Ends the query, and gives back what it keeps. Further calls do nothing. A query that looks for changes and is not
     * run any more should be closed; others may be.
     *
     * @throws IllegalStateException while the query is iterated over, on a wrong thread, and while a schedule runs
     *     systems; nothing has happened then
     */
    @Override
    public void close() {
        if (!filter.isClosed() && !store().isClosed()) {
            store().checkOwner("query.close()", "close the query after the tick");
            plan.runtime().release(filter);
        }
        filter.close();
    }

    /** Throws unless a kernel may be made: of a query that looks for changes there is one, which sees all of them. */
    private <B> B requireForKernel(B body) {
        store().checkOwner("a query's kernel(...)", "make the kernel before the tick");
        filter.requireOpen();
        KernelDriver.require(body);
        if (looksForChanges() && hasKernel) {
            throw new IllegalStateException(
                    "the query looks for changes and has a kernel already, and each would miss what the other has seen;"
                            + " build another query for this kernel");
        }
        hasKernel = true;
        return body;
    }

    private Store store() {
        return plan.store();
    }
}
