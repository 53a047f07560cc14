package basalt.query;

import basalt.component.Component;
import basalt.component.TreeType;
import basalt.internal.Friend;
import basalt.internal.HiddenCopy;
import basalt.internal.Strict;
import basalt.runtime.CapturedState;
import basalt.runtime.KernelPlan;
import basalt.runtime.QueryPlan;

/**
 * A query's compiled loop over entities in trees, level by level: each parent before its children, or after them. Made
 * once by {@link Query#cascade}, {@link Query#cascadeSpans} or {@link Query#cascadeUp}, and run each tick.
 *
 * <pre>{@code
 * CascadeKernel place = scene.cascade(
 *         TreeType.DEFAULT,
 *         row -> row.set(Global.X, row.get(Local.X)),                             // roots
 *         (row, parent) -> row.set(Global.X, parent.get(Global.X) + row.get(Local.X)));
 * place.run();
 * }</pre>
 *
 * <p>An entity is visited if it and its parent match the query, or if it matches, has no parent, and there is a body
 * for entities without one. So a child is visited even if its matching parent was skipped because the next one above
 * does not match. The rows of a level are visited in ascending order.
 *
 * <p>The order is kept from run to run, on the heap: 28 to 56 bytes for each run of neighbouring rows with one parent,
 * and six kilobytes for each block. It is made again, in O(matching entities), after links have changed, rows have
 * moved, or other entities match. A cascade is fastest if the rows of siblings are side by side: see {@code
 * world.arrange(query).byTree(tree)}.
 *
 * <p>Each kernel has a driver class of its own, as {@link RowKernel} has. For the world's thread, and for systems that
 * a schedule runs. A system whose body runs it declares {@code reads(tree.childOf())} besides the components of the
 * query. Only one thread runs it at a time.
 */
public final class CascadeKernel {
    private final Query query;
    private final TreeType tree;
    private final QueryPlan plan;
    private final CascadeBody body;
    private final CascadeLoop driver;
    private final CascadeChanges changes;
    private final CascadeRun run;

    /** Strict mode: checks what the bodies change outside of their rows; null otherwise. */
    private final CapturedState captured;

    static {
        Friend.install(CascadeKernel.class, KernelPlan.class, new Friend<>() {
            @Override
            public KernelPlan internal(CascadeKernel kernel) {
                QueryPlan plan = kernel.plan;
                return new KernelPlan(
                        plan.runtime(),
                        plan.filter(),
                        null,
                        plan.declared(),
                        null,
                        false,
                        null,
                        kernel.run,
                        kernel.captured);
            }
        });
    }

    CascadeKernel(Query query, QueryPlan plan, TreeType tree, CascadeBody body) {
        this(query, plan, tree, body, CascadeDriver.specialised(body), null);
    }

    private CascadeKernel(
            Query query, QueryPlan plan, TreeType tree, CascadeBody body, CascadeLoop driver, CascadeChanges changes) {
        this.query = query;
        this.tree = tree;
        this.plan = plan;
        this.body = body;
        this.driver = driver;
        this.changes = changes;
        this.run = new CascadeRun(plan, tree, body, driver, changes);
        this.captured = Strict.ON ? new CapturedState(false, body.top(), body.below(), body.families()) : null;
    }

    /**
     * A kernel with the same bodies that visits only what has changed since its last run: the entities in which one of
     * some components was written, or one of the query's components was added, those that have got another parent or
     * none, those that have started to match, and all that is below one of these. The first run visits all. An entity
     * that is skipped because its parent does not match is visited later, when the parent matches again.
     *
     * <pre>{@code
     * CascadeKernel placeMoved = place.changedOnly(Local.TYPE);
     * }</pre>
     *
     * <p>It counts as writing only the entities that it visits. Its own writes are no changes to it. Those of other
     * kernels are: a kernel outside of a schedule counts as writing all components of its query, and a system those
     * that it declares to write. After a run that has thrown, and after one whose body has changed which entities
     * match, the next run visits all.
     *
     * <p>A run looks at the matching entities 64 at a time, and takes O(visited entities) otherwise. If most have
     * changed, the plain cascade is faster. After links have changed, rows have moved or other entities match, it also
     * takes O(rows of the world), for the order. The changes are recorded as for a query for changes, see {@link
     * Query}, until the query of this kernel is closed or this kernel is unreachable. The maps take eight bytes of heap
     * for each row of the world. Snapshots of the world's state contain what was visited; in a world that comes from a
     * file, and after a snapshot from before this kernel was made, the first run visits all.
     *
     * @param components components of the query
     * @return another kernel
     * @throws IllegalArgumentException if there is no component, or one is null or none of the query's
     * @throws IllegalStateException if this is a kernel of {@link Query#cascadeUp}, which needs all children of a
     *     parent; if the query is closed; on a wrong thread, or while a schedule runs systems
     * @throws basalt.memory.NativeMemoryException if there is no memory to record changes
     */
    public CascadeKernel changedOnly(Component<?>... components) {
        plan.store().checkOwner("cascade.changedOnly(...)", "make the kernel before the tick");
        if (body.isUp()) {
            throw new IllegalStateException("a cascade from children to parents visits all of them, because a parent"
                    + " needs the values of all its children; call changedOnly() on a kernel of cascade()");
        }
        CascadeChanges recorded = new CascadeChanges(plan.store(), query.forChanges(tree, components), tree);
        return new CascadeKernel(query, plan, tree, body, driver, recorded);
    }

    /**
     * Runs the bodies. It counts as writing the query's components in all matching entities, visited or not; see also
     * {@link #changedOnly}.
     *
     * <p>Entities that stop matching during the run, and children whose parents do, are skipped. Entities that start
     * matching are not visited, and changes of the tree have no effect on the order before the next run. An exception
     * of a body ends the run and reaches the caller.
     *
     * <p>Commands that a body records are applied at the end of the outermost run of the world's thread, or, in a
     * system, at the end of its stage. Commands of a run that throws are discarded.
     *
     * @throws IllegalStateException on a wrong thread; after the world or the query was closed; if the kernel is
     *     running; if a body writes a parent that is read-only, or leaves a cursor or a scope of the frame arena open;
     *     in strict mode on a forbidden access
     * @throws basalt.memory.NativeMemoryException if the frame arena has no memory for the snapshot: then nothing has
     *     run. If there is no memory for a command: then all others were applied
     */
    public void run() {
        plan.store().checkRead(tree.childOf());
        if (changes != null) {
            changes.query().plan().context(); // checks that the system may look for changes
        }
        plan.runLevels(run);
    }

    /**
     * The query of the kernel.
     *
     * @return the query
     */
    public Query query() {
        return query;
    }

    /**
     * The trees whose levels the kernel follows.
     *
     * @return their type
     */
    public TreeType tree() {
        return tree;
    }

    /**
     * Whether the kernel has a driver class of its own.
     *
     * @return false if the runtime cannot define hidden classes, or specialisation is switched off
     */
    public boolean isSpecialised() {
        return HiddenCopy.isCopy(driver);
    }
}
