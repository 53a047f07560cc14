package basalt.query;

import basalt.component.Component;
import basalt.component.Entity;
import basalt.component.EntityLink;
import basalt.component.TreeType;
import basalt.internal.Friend;
import basalt.internal.NoState;
import basalt.match.Filter;
import basalt.match.MatchReader;
import basalt.match.MatchScan;
import basalt.runtime.IterationContext.KernelDriver;
import basalt.runtime.KernelWork.Touched;
import basalt.runtime.RowQuery;
import basalt.storage.Place;
import basalt.storage.access.Store;
import java.lang.ref.WeakReference;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import java.util.function.Function;
import java.util.function.Supplier;

/**
 * Selects rows by their components, and runs code over them.
 *
 * <pre>{@code
 * Query moving = world.query().all(Position.class, Velocity.class).none(Frozen.class).build();
 * RowKernel move = moving.kernel(row -> row.set(X, row.get(X) + row.get(DX) * time.deltaSeconds()));
 * move.run();
 * }</pre>
 *
 * <p>Build a query once and keep it: it is evaluated on each use, 64 rows at a time. Every iteration is in ascending
 * order of rows, which {@code world.rows().compact()} and {@code world.rows().arrange(query)} change. A query does not
 * find disabled entities unless it includes them; a disabled component counts as absent. {@link #where} restricts it to
 * rows with certain values.
 *
 * <p>Each use takes the matching rows in the frame arena, about two kilobytes for each block that may have one, and
 * releases it at its end. If there is no memory for it, the use throws {@link basalt.memory.NativeMemoryException}, and
 * nothing has happened.
 *
 * <p>A query for changes keeps the changes that it has not seen: two kilobytes off heap for each block with such a row.
 * It also makes each of these changes a little slower. {@link #close} ends this. So does the garbage collector, when
 * the query, its kernels and its selections are unreachable: the memory is released when the next query is built, or
 * when a tick ends. The world closes the remaining ones. {@code world.statistics().memory()} counts the open ones. Use
 * such a query in one system only, because a change that one system has seen is lost for another. Strict mode rejects a
 * second system until the schedule of the first is closed.
 *
 * <p>For the world's thread, and for systems that a schedule runs. On another thread, and after the world or the query
 * was closed, every use of the query, its kernels and its selections throws {@link IllegalStateException}.
 */
@NoState
public final class Query implements AutoCloseable, Conditional<Query> {
    private final RowQuery rowQuery;
    private final Function<Condition, Query> narrower;
    private final Function<Component<?>[], Query> ofChanges;
    private final Function<MatchReader.Kind, Query> reading;
    private final Supplier<String> text;
    private final Filter filter;
    private final Reduction reduction;
    private final BulkChange bulk;
    private boolean hasKernel;

    /** The queries for changes of its cascades; null for none. */
    private List<WeakReference<Query>> changesOfCascades;

    static {
        Friend.install(Query.class, RowQuery.class, new Friend<>() {
            @Override
            public RowQuery internal(Query query) {
                return query.rowQuery;
            }
        });
    }

    /**
     * A query.
     *
     * @param narrower builds the query with one more condition
     * @param ofChanges builds the query for changes of these components
     * @param reading builds the query that compares its rows with those of its last run
     * @param text makes the text that says which rows it selects
     */
    Query(
            RowQuery rowQuery,
            Function<Condition, Query> narrower,
            Function<Component<?>[], Query> ofChanges,
            Function<MatchReader.Kind, Query> reading,
            Supplier<String> text) {
        this.rowQuery = rowQuery;
        this.narrower = narrower;
        this.ofChanges = ofChanges;
        this.reading = reading;
        this.text = text;
        this.filter = rowQuery.filter();
        this.reduction = new Reduction(rowQuery);
        this.bulk = new BulkChange(rowQuery.runtime(), filter);
    }

    /**
     * Builds a query for those rows of this one whose values meet a condition. This query stays as it is. Build the new
     * one once and keep it:
     *
     * <pre>{@code
     * Query dying = living.where(Health.HP).atMost(0);
     * dying.bulk().destroy();
     * }</pre>
     *
     * <p>The rows also need the components of the condition. The values are read when a loop starts (for {@code first},
     * {@code single} and partners of a pair kernel: at the call), and values that change during the loop neither add
     * nor remove rows. In a schedule, the loop of a system's kernel starts with the system's stage, which therefore
     * comes after the systems that write the values. If this query looks for changes, the new one collects changes of
     * its own, from now on.
     *
     * @param condition what the values of a row must be
     * @return another query of the same world
     * @throws IllegalArgumentException if the condition is null, or this query excludes its component
     * @throws IllegalStateException if this query is closed, on a wrong thread, or after the world was closed
     * @throws basalt.memory.NativeMemoryException if the query looks for changes and there is no memory to record them
     */
    @Override
    public Query where(Condition condition) {
        store().checkOwner("query.where(...)", "build the query before the tick");
        filter.requireOpen();
        return narrower.apply(condition);
    }

    /**
     * Builds a query for those rows of this one that it did not have at its last run: its first run finds all rows that
     * match, and each later one those whose entities match now and did not match then. This query stays as it is. Build
     * the new one once and keep it, and its counterpart {@link #left()}:
     *
     * <pre>{@code
     * Query appearing = visible.entered();
     * LeftEntities gone = visible.left();
     * }</pre>
     *
     * <p>The difference is exact: the rows that match are compared, so that it does not matter what has changed them,
     * components, values or a bound of a condition, nor by what means. An entity that stops matching and matches again
     * between two runs has neither left nor entered; {@link QueryBuilder#added} finds one that has gained a component
     * again. If an entity is destroyed and its row used again for another one that matches, the first one has left and
     * the second one has entered. Rows that move change nothing.
     *
     * <p>The new query is one for changes, see {@link QueryBuilder#changed}: which calls count as runs, that it is for
     * one system, which is so for {@link #count}, {@link #first}, {@link #single} and {@link #isEmpty}, too, that it
     * has one kernel, and that it must be closed. A condition that is added to it makes another one, of the rows that
     * enter the narrower query. It takes 4,224 bytes off heap for each block with a matching row, 2,112 for each block
     * in which a component of a condition on values is written, for each such component, and, until the next run, 8
     * bytes for each entity that is destroyed; without memory for these, destroying an entity throws
     * {@link basalt.memory.NativeMemoryException} and changes nothing. A run looks at the blocks in which some entity
     * or component was added or removed since the last one, 64 rows at a time, and, for conditions on values, at the
     * words in which their components may have been written. What predicates of records say must depend on the records
     * alone.
     *
     * <p>What it has read is a part of snapshots and files, as for queries for changes: in a loaded world the first
     * reader of the same conditions takes over what the first one of the file has read, and so on; make them before
     * the first change. Conditions are told apart by their text: predicates, and bounds that vary, by order only. In a
     * snapshot from before the reader was made, nothing counts as read.
     *
     * @return another query of the same world
     * @throws IllegalStateException if this query looks for changes or is closed, on a wrong thread, or after the world
     *     was closed
     * @throws basalt.memory.NativeMemoryException if there is no memory for the reader
     */
    public Query entered() {
        return reading("query.entered()", MatchReader.Kind.ENTERED);
    }

    /**
     * As {@link #entered()}, but those rows that match at this moment count as read: the first run finds the ones that
     * have entered since.
     */
    public Query enteredFromNow() {
        return reading("query.enteredFromNow()", MatchReader.Kind.ENTERED_FROM_NOW);
    }

    /**
     * Makes a reader of the entities that leave the rows of this query from now on. See {@link #entered()}.
     *
     * @return a reader; keep it, and close it when it is no longer read
     */
    public LeftEntities left() {
        return new LeftEntities(reading("query.left()", MatchReader.Kind.LEFT));
    }

    private Query reading(String call, MatchReader.Kind kind) {
        store().checkOwner(call, "make the reader before the tick");
        filter.requireOpen();
        return reading.apply(kind);
    }

    /** The number of matching rows. */
    public int count() {
        return rowQuery.count();
    }

    /**
     * Counts the matching rows, and the words of 64 rows and the spans in which they lie, which shows whether they are
     * scattered. Needs no memory, and may be called during an iteration. Of a query for changes, the rows are those
     * that its next run would find; nothing is cleared.
     *
     * @return the counts of this moment
     * @throws IllegalStateException if the query is closed, on a wrong thread, and while a schedule runs systems
     */
    public Stats stats() {
        store().checkOwner("query.stats()", "call it after the tick, or declare the system exclusive()");
        filter.requireOpen();
        MatchScan.Counts counts = new MatchScan.Counts().count(filter, store().blocks());
        return new Stats(text.get(), counts.rows(), counts.words(), counts.fullWords(), counts.spans());
    }

    /**
     * Whether no row matches. Stops at the first match, and needs no memory.
     *
     * @return true if {@link #first()} would return {@link Entity#NULL}
     */
    public boolean isEmpty() {
        return first() == Entity.NULL;
    }

    /**
     * The matching entity with the lowest row. Stops there, and needs no memory.
     *
     * @return its handle, or {@link Entity#NULL} if none matches
     */
    public long first() {
        return first(0);
    }

    /** The first matching entity at or after a row. */
    private long first(int row) {
        rowQuery.readerContext();
        return filter.first(store().blocks(), row);
    }

    private int rowAfter(long entity) {
        return Place.rowOfWorld(store().entities().require(entity)) + 1;
    }

    /**
     * The only matching entity. Stops at the second match, and needs no memory.
     *
     * @throws IllegalStateException if none matches, or more than one
     */
    public long single() {
        long first = first(0);
        long second = first == Entity.NULL ? Entity.NULL : first(rowAfter(first));
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
        return new RowCursor(rowQuery).open();
    }

    /**
     * A closed cursor over the matching rows. Keep it and open it for each loop, so that loops make no garbage.
     *
     * @return a new, closed cursor
     * @throws IllegalStateException on a wrong thread, or after the world was closed
     */
    public RowCursor closedCursor() {
        store().checkAccess();
        return new RowCursor(rowQuery);
    }

    /**
     * Runs a body over the matching rows once. For cold code: each access is checked, the loop is not specialised, and
     * a call makes two small objects.
     *
     * @param body called for each row
     * @throws IllegalStateException if the body leaves a cursor or a scope of the frame arena open
     */
    public void forEach(RowBody body) {
        rowQuery.run(new RowDriver(KernelDriver.require(body), new CheckedRow(rowQuery.writes())));
    }

    /**
     * As {@link #forEach(RowBody)}, of a body that records commands.
     */
    public void forEach(Commands.Body body) {
        KernelDriver.require(body);
        Commands commands = Commands.of(rowQuery.runtime().currentQueue());
        forEach((Row row) -> body.accept(row, commands));
    }

    /**
     * As {@link #forEach(RowBody)}, over the spans of matching rows: the longest runs of neighbours within a block, in
     * ascending order of rows. It makes no garbage.
     */
    public void forEachSpan(Span.Body body) {
        SpanDriver.run(rowQuery, KernelDriver.require(body));
    }

    /**
     * Compiles a body into a loop over the matching rows. This may define a class: do it once, not each tick.
     *
     * @param body called for each row
     * @throws IllegalStateException if the query looks for changes and has a kernel already: each would miss the
     *     changes that the other has seen
     */
    public RowKernel kernel(RowBody body) {
        return kernel(body, () -> RowKernel.touched(RowDriver.kernelBody(body), this), body);
    }

    RowKernel kernel(RowBody body, Supplier<Touched> touched, Object userBody) {
        return new RowKernel(this, requireForKernel(body), touched, userBody);
    }

    /**
     * As {@link #kernel(RowBody)}, of a body that records commands.
     */
    public RowKernel kernel(Commands.Body body) {
        RowBody adapter = Commands.AsRowBody.of(body);
        return kernel(adapter, () -> RowKernel.touched(RowDriver.kernelBody(adapter), this), body);
    }

    /**
     * As {@link #kernel(RowBody)}, of a body over the rows and their partners, the entities in one of their columns.
     * See {@link PairQuery}.
     *
     * <pre>{@code
     * RowKernel follow = followers.pairKernel(Follower.LEADER, moving, (row, leader) ->
     *         row.set(Position.X, leader.get(Position.X) - 1));
     * }</pre>
     *
     * <p>In a schedule, the kernel is divided among workers unless its system writes a component that the partners'
     * query names.
     *
     * @param link a scalar column that this query requires, or a relation by one
     * @param partners what partners must match; a query of the same world, perhaps this one, that does not look for
     *     changes
     * @param body called for each row and its partner
     * @throws IllegalArgumentException if this query does not require the column, or it is a vector; if the partners'
     *     query is null, of another world, or looks for changes; if the body is null
     * @throws IllegalStateException if either query is closed, or on a wrong thread
     */
    public RowKernel pairKernel(EntityLink link, Query partners, PairQuery.Body body) {
        store().checkOwner("a query's kernel(...)", "make the kernel before the tick");
        return PairQuery.of(this, link, partners).kernel(body);
    }

    /**
     * The pairs of this query's rows and the entities in a column of theirs, such as that of a relation. Make them once
     * and keep them:
     *
     * <pre>{@code
     * PairQuery attacks = followers.pairs(Follower.LEADER, enemies);
     * attacks.forEach((row, enemy) -> row.set(Mood.FEAR, enemy.get(Health.POINTS)));
     * }</pre>
     *
     * <p>The column and the partners' query are as for {@link #pairKernel}.
     */
    public PairQuery pairs(EntityLink link, Query partners) {
        store().checkOwner("query.pairs(...)", "make the pairs before the tick");
        filter.requireOpen();
        return PairQuery.of(this, link, partners);
    }

    /**
     * As {@link #cascade(TreeType, RowBody, PairQuery.Body)}, but entities without a parent are not visited: they hold
     * what their children start from.
     */
    public CascadeKernel cascade(TreeType tree, PairQuery.Body below) {
        return kernel(tree, new CascadeKernel.Body(null, KernelDriver.require(below), false));
    }

    /**
     * Compiles two bodies into a loop over entities in trees, parents before their children. This may define a class:
     * do it once, not each tick. See {@link CascadeKernel}.
     *
     * <pre>{@code
     * CascadeKernel place = scene.cascade(
     *         TreeType.DEFAULT,
     *         row -> row.set(Global.X, row.get(Local.X)),
     *         (row, parent) -> row.set(Global.X, parent.get(Global.X) + row.get(Local.X)));
     * }</pre>
     *
     * <p>An entity that matches while its parent does not is skipped, so that it keeps its values.
     *
     * @param tree the type of the trees
     * @param top called for each entity without a parent, in a tree or not
     * @param below called for each entity whose parent matches too, and that parent, which is read-only
     * @throws IllegalArgumentException if an argument is null, or the query looks for changes
     * @throws IllegalStateException if the query is closed, or on a wrong thread
     */
    public CascadeKernel cascade(TreeType tree, RowBody top, PairQuery.Body below) {
        return kernel(tree, new CascadeKernel.Body(KernelDriver.require(top), KernelDriver.require(below), false));
    }

    /**
     * Compiles a body into a loop over children in trees, children before their parents: for sums, counts and bounds.
     * This may define a class: do it once, not each tick. See {@link CascadeKernel}.
     *
     * <pre>{@code
     * RowKernel own = parts.kernel(row -> row.set(Mass.TOTAL, row.get(Mass.OWN)));
     * CascadeKernel sum = parts.cascadeUp(TreeType.DEFAULT, (row, parent) ->
     *         parent.set(Mass.TOTAL, parent.get(Mass.TOTAL) + row.get(Mass.TOTAL)));
     * }</pre>
     *
     * <p>The children of an entity have all been visited before it is visited itself. The body may write the parent
     * too.
     */
    public CascadeKernel cascadeUp(TreeType tree, PairQuery.Body body) {
        return kernel(tree, new CascadeKernel.Body(null, KernelDriver.require(body), true));
    }

    CascadeKernel kernel(TreeType tree, CascadeKernel.Body body) {
        store().checkOwner("a query's kernel(...)", "make the kernel before the tick");
        filter.requireOpen();
        if (looksForChanges()) {
            throw new IllegalArgumentException("the query of a cascade must not look for changes, which would skip what"
                    + " is below an entity that has not changed; leave added() and changed() out of it");
        }
        return CascadeKernel.of(this, tree, body);
    }

    /** Sums, minima, maxima and counts over the columns of the matching rows. */
    public Reduction reduce() {
        return reduction;
    }

    /** Structural changes of all matching rows at once, 64 a word. */
    public BulkChange bulk() {
        return bulk;
    }

    /** The components that bodies may access: those of all(), any() and optional(). */
    public List<Component<?>> components() {
        return rowQuery.declared();
    }

    /** The components whose presence decides which rows match, those of none() included. */
    public List<Component<?>> selectors() {
        return rowQuery.selectors();
    }

    /**
     * Whether the query looks for changes, by {@link QueryBuilder#added}, {@link QueryBuilder#changed} or {@link
     * #entered()}.
     *
     * @return true if it has such a condition
     */
    public boolean looksForChanges() {
        return filter.changeFilter() != null;
    }

    /**
     * Closes the query and releases its memory. Further calls do nothing. Close a query for changes that is not used
     * any more; other queries need not be closed.
     *
     * @throws IllegalStateException during an iteration of the query, on a wrong thread, and while a schedule runs
     *     systems; nothing has happened then
     */
    @Override
    public void close() {
        if (!filter.isClosed() && !store().isClosed()) {
            store().checkOwner("query.close()", "close the query after the tick");
            rowQuery.runtime().release(filter);
            if (changesOfCascades != null) {
                changesOfCascades.stream()
                        .map(WeakReference::get)
                        .filter(Objects::nonNull)
                        .forEach(Query::close);
            }
        }
        filter.close();
    }

    /**
     * Builds a query for changes of some of the components, or of the parents in trees. Closed with this query.
     *
     * @throws IllegalArgumentException if there is no component, or one is null or none of this query's
     */
    Query forChanges(TreeType tree, Component<?>... components) {
        filter.requireOpen();
        if (components == null || components.length == 0) {
            throw new IllegalArgumentException(
                    "changedOnly() needs at least one component whose changes make rows visited");
        }
        for (Component<?> component : components) {
            if (component == null || !components().contains(component)) {
                throw new IllegalArgumentException("changedOnly() got component "
                        + (component == null ? "null" : component.name())
                        + ", which the query does not have; its components are " + components());
            }
        }
        Component<?>[] withParent = Arrays.copyOf(components, components.length + 1);
        withParent[components.length] = tree.childOf();
        Query made = ofChanges.apply(withParent);
        if (changesOfCascades == null) {
            changesOfCascades = new ArrayList<>();
        }
        changesOfCascades.removeIf(query -> query.get() == null);
        changesOfCascades.add(new WeakReference<>(made));
        return made;
    }

    /** Throws unless another kernel is allowed: a query for changes has at most one, which sees all changes. */
    <B> B requireForKernel(B body) {
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

    RowQuery rowQuery() {
        return rowQuery;
    }

    private Store store() {
        return rowQuery.store();
    }

    /**
     * How the rows of a query lie in memory. Loops are fast where all 64 rows of a word match, and slow where a word
     * has few: see {@link #rowsPerWord}.
     *
     * <p>The rows are those that {@link Query#count} would count at that moment. A word is 64 neighbouring rows of a
     * block.
     *
     * @param query which rows the query selects, such as {@code all(Position, Velocity), none(Frozen)}
     * @param matchingRows the rows that match
     * @param words the words that have a matching row: the ones that a loop visits
     * @param fullWords the words in which all 64 rows match
     * @param spans the runs of matching rows that are neighbours, each in one block, as many as {@link
     *     Query#forEachSpan} passes to its body
     */
    public record Stats(String query, int matchingRows, int words, int fullWords, int spans) {
        /**
         * The mean number of matching rows in the words that have one. Where it is low, the rows are scattered.
         *
         * @return from 1 to 64; 0 if no row matches
         */
        public double rowsPerWord() {
            return words == 0 ? 0 : (double) matchingRows / words;
        }

        /**
         * The number of words that the rows would need if they were neighbours. If {@link #words} is many times as
         * high, the rows are scattered.
         *
         * @return words, at most {@code words}
         */
        public int wordsNeeded() {
            return (matchingRows >>> 6) + ((matchingRows & 63) != 0 ? 1 : 0);
        }
    }
}
