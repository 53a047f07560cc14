package basalt.query;

import basalt.component.TreeType;
import basalt.friend.Friend;
import basalt.runtime.KernelPlan;
import basalt.runtime.QueryPlan;
import basalt.runtime.RowContext;
import basalt.runtime.SnapshotLoop;
import basalt.snapshot.MatchSnapshot;
import basalt.specialise.HiddenCopy;
import java.util.concurrent.atomic.AtomicBoolean;

/**
 * A query's compiled loop over entities in trees, level by level: each parent before its children, or after them. Made
 * once by {@link Query#cascade} or {@link Query#cascadeUp}, and run each tick.
 *
 * <pre>{@code
 * CascadeKernel place = scene.cascade(
 *         TreeType.DEFAULT,
 *         row -> row.set(Global.X, row.get(Local.X)),                             // roots
 *         (row, parent) -> row.set(Global.X, parent.get(Global.X) + row.get(Local.X)));
 * place.run();
 * }</pre>
 *
 * <p>An entity is visited if it and its parent match the query, or if it matches and has no parent. So a child is
 * visited even if its matching parent was skipped because the next one above does not match. The rows of a level are
 * visited in ascending order.
 *
 * <p>The order is kept from run to run, on the heap: 28 to 56 bytes for each run of neighbouring rows with one parent,
 * and two kilobytes for each block. It is made again, in O(matching entities), after links have changed, rows have
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
    private final CascadeLoop driver;
    private final CascadeOrder order;
    private final SnapshotLoop loop = this::run;
    private final AtomicBoolean isRunning = new AtomicBoolean();

    static {
        Friend.install(CascadeKernel.class, KernelPlan.class, new Friend<>() {
            @Override
            public KernelPlan internal(CascadeKernel kernel) {
                QueryPlan plan = kernel.plan;
                return new KernelPlan(
                        plan.runtime(), plan.filter(), null, plan.declared(), null, false, kernel::run, null);
            }
        });
    }

    CascadeKernel(Query query, QueryPlan plan, TreeType tree, CascadeBody body) {
        this.query = query;
        this.tree = tree;
        this.plan = plan;
        this.order = new CascadeOrder(plan.store(), plan.store().trees().of(tree), body);
        this.driver = CascadeDriver.specialised(body);
    }

    /**
     * Runs the bodies. It counts as writing the query's components in all matching entities, visited or not.
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
        plan.runKernel(loop, false);
    }

    private void run(RowContext context, MatchSnapshot matches) {
        if (!isRunning.compareAndSet(false, true)) {
            throw new IllegalStateException("the cascade is running: its body, or a system beside this one, runs it;"
                    + " make another kernel of the query");
        }
        try {
            order.update(matches);
            driver.run(context, matches, order, plan.store().blocks());
        } finally {
            isRunning.set(false);
        }
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
