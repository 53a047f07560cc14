package basalt.query;

import basalt.compiler.KernelBody;
import basalt.compiler.KernelBody.Partners;
import basalt.compiler.VectorKernel;
import basalt.component.Component;
import basalt.component.TreeType;
import basalt.runtime.CascadeChanges;
import basalt.runtime.CascadeRun;
import basalt.runtime.KernelWork;
import basalt.runtime.KernelWork.Touched;
import basalt.storage.access.Store;
import java.util.Arrays;
import java.util.List;
import java.util.function.Supplier;

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
 * <p>An entity is visited if it and its parent match the query, or if it matches, has no parent, and there is a body
 * for entities without one. So a child is visited even if its matching parent was skipped because the next one above
 * does not match. The rows of a level are visited in ascending order.
 *
 * <p>The order is kept from run to run, on the heap: 56 to 112 bytes for each run of neighbouring rows with one parent,
 * up to 40 for 256 neighbouring rows of a level, six kilobytes for each block, and four bytes for each row of the
 * world. After links have changed, or other entities match, the runs of the 256 rows around each change are found
 * again, and all are sorted again, in O(runs). After rows have moved all are found again, in O(rows of the world).
 * A cascade is fastest if the rows of siblings are side by side: see {@code world.rows().arrange(query).byTree(tree)}.
 *
 * <p>A system whose body runs it declares {@code reads(tree.childOf())} besides the components of the query. Only one
 * thread runs it at a time.
 */
public final class CascadeKernel extends Kernel {
    private final TreeType tree;
    private final Body body;
    private final CascadeRun.Loops loops;

    /** The query for the changes, which is kept because its parent closes it; null if all rows are visited. */
    private final Query changed;

    /**
     * What a cascade does with its rows. A record, because the JIT trusts that the fields of records are final.
     *
     * @param top called for each row without a parent; null if those are not visited
     * @param below called for each other row and its parent
     * @param isUp whether children come before their parents, and the parent may be written
     * @param topCode what the compiler gets for {@code top}; null if it has no form for that, as {@code belowCode}
     * @param userBodies what the user wrote
     */
    record Body(
            RowBody top,
            PairQuery.Body below,
            boolean isUp,
            KernelBody topCode,
            KernelBody belowCode,
            Supplier<Touched> touched,
            List<Object> userBodies) {
        Body(RowBody top, PairQuery.Body below, boolean isUp) {
            this(
                    top,
                    below,
                    isUp,
                    top == null ? null : RowDriver.kernelBody(top),
                    PairQuery.kernelBody(below),
                    Touched::unknown,
                    Arrays.asList(top, below));
        }

        /** With what the compiler must know about parents. Where the body may write these, it gets nothing. */
        private Body withParents(Partners parents) {
            KernelBody code = isUp || belowCode == null ? null : belowCode.withPartners(parents);
            return new Body(top, below, isUp, topCode, code, touched, userBodies);
        }
    }

    /** A kernel that visits all. */
    static CascadeKernel of(Query query, TreeType tree, Body body) {
        TreeType known = query.rowQuery().store().trees().of(tree).type(); // throws if it is null
        Body ofTree = body.withParents(new Partners(
                known.childOf().entity("parent"), null, query.rowQuery().filter()));
        return new CascadeKernel(query, tree, ofTree, CascadeDriver.specialised(ofTree), null, null);
    }

    private CascadeKernel(
            Query query, TreeType tree, Body body, CascadeRun.Loops loops, Query changed, CascadeChanges changes) {
        super(
                query,
                KernelWork.of(
                        new CascadeRun(query.rowQuery(), tree, loops, body.top() != null, body.isUp(), changes),
                        tree,
                        body.touched(),
                        body.userBodies().toArray()));
        this.tree = tree;
        this.body = body;
        this.loops = loops;
        this.changed = changed;
    }

    /**
     * A kernel with the same bodies that visits only what has changed since its last run: the entities in which one of
     * some components was written, or one of the query's components was added, those that have got another parent or
     * none, those that have started to match, and all that is below one of these. The first run visits all. An entity
     * that is skipped because its parent does not match is visited later, when the parent matches again.
     *
     * <pre>{@code
     * CascadeKernel placeMoved = place.changedOnly(Local.class);
     * }</pre>
     *
     * <p>It counts as writing only the entities that it visits. Its own writes are no changes to it. Those of other
     * kernels are: a kernel counts as writing what {@link Kernel#run} and {@link QueryBuilder#changed} say. After a run
     * that has thrown, and after one whose body has changed which entities match, the next run visits all.
     *
     * <p>A run looks at the matching entities 64 at a time, and takes O(visited entities) otherwise. If most have
     * changed, the plain cascade is faster. After links have changed, rows have moved or other entities match, it also
     * takes O(rows of the world), for the maps. The changes are recorded as for a query for changes, see {@link
     * Query}, until the query of this kernel is closed or this kernel is unreachable. The maps take eight bytes of heap
     * for each row of the world. Snapshots of the world's state contain what was visited; in a world that comes from a
     * file, and after a snapshot from before this kernel was made, the first run visits all.
     *
     * @param components components of the query
     * @throws IllegalArgumentException if there is no component, or one is null or none of the query's
     * @throws IllegalStateException if this is a kernel of {@link Query#cascadeUp}, which needs all children of a
     *     parent; if the query is closed; on a wrong thread, or while a schedule runs systems
     * @throws basalt.memory.NativeMemoryException if there is no memory to record changes
     */
    public CascadeKernel changedOnly(Component<?>... components) {
        query().rowQuery().store().checkOwner("cascade.changedOnly(...)", "make the kernel before the tick");
        if (body.isUp()) {
            throw new IllegalStateException("a cascade from children to parents visits all of them, because a parent"
                    + " needs the values of all its children; call changedOnly() on a kernel of cascade()");
        }
        Query found = query().forChanges(tree, components);
        try {
            CascadeChanges changes = new CascadeChanges(found.rowQuery(), tree);
            return new CascadeKernel(query(), tree, body, loops, found, changes);
        } catch (RuntimeException e) {
            found.close();
            throw e;
        }
    }

    /** As {@link #changedOnly(Component...)}, by the records' classes. */
    @SafeVarargs
    public final CascadeKernel changedOnly(Class<? extends Record>... types) {
        return changedOnly(Store.components(types));
    }

    /**
     * Says which loop the kernel runs over children, and why: as {@link RowKernel#explain}. Where fewer than 16 of 256
     * neighbouring rows are of a level, and in {@link Query#cascadeUp}, the body is always called for each row.
     */
    public KernelExplanation explain() {
        Object userBody = body.userBodies().get(body.userBodies().size() - 1);
        return KernelExplanation.of(loops.below(), body.belowCode(), userBody);
    }

    /**
     * Compiles the loop of vectors of the body for children at once, and runs only that from now on. For tests.
     *
     * @return null, or why there is none
     */
    String translateNow() {
        return VectorKernel.translateNow(loops.below());
    }

    /** The trees whose levels the kernel follows. */
    public TreeType tree() {
        return tree;
    }
}
