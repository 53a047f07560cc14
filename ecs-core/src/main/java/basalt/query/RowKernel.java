package basalt.query;

import basalt.internal.Friend;
import basalt.internal.Strict;
import basalt.runtime.CapturedState;
import basalt.runtime.KernelDriver;
import basalt.runtime.KernelPlan;
import basalt.runtime.QueryPlan;
import java.util.Optional;

/**
 * A query's compiled loop over rows. Made once by {@link Query#kernel}, {@link Query#pureKernel} or {@link
 * Query#pairKernel}, and run each tick.
 *
 * <p>A kernel has a driver class of its own, into which the JIT inlines the body. Make a kernel once and keep it.
 * Kernels whose bodies have the same class and capture nothing share a driver class. A body that is too large to be
 * inlined costs a call for each row; it makes no garbage either.
 *
 * <p>For the world's thread, and for systems that a schedule runs.
 */
public final class RowKernel {
    private final Query query;
    private final QueryPlan plan;
    private final RowBody body;
    private final KernelDriver driver;
    private final boolean pure;
    private final Query partners;

    /** Strict mode: checks what the body changes outside of its rows, if it is pure or is split; null otherwise. */
    private final CapturedState captured;

    static {
        Friend.install(RowKernel.class, KernelPlan.class, new Friend<>() {
            @Override
            public KernelPlan internal(RowKernel kernel) {
                QueryPlan plan = kernel.plan;
                return new KernelPlan(
                        plan.runtime(),
                        plan.filter(),
                        kernel.body instanceof PairAdapter pairs ? pairs.filter() : null,
                        plan.declared(),
                        kernel.driver,
                        kernel.pure,
                        kernel.isChecked() ? kernel::run : null,
                        null,
                        kernel.captured);
            }
        });
    }

    RowKernel(Query query, QueryPlan plan, RowBody body, boolean pure) {
        this(query, plan, body, pure, null);
    }

    /** A kernel over pairs. */
    RowKernel(Query query, QueryPlan plan, PairAdapter body, Query partners) {
        this(query, plan, body, false, partners);
    }

    private RowKernel(Query query, QueryPlan plan, RowBody body, boolean pure, Query partners) {
        this.query = query;
        this.plan = plan;
        this.body = body;
        this.pure = pure;
        this.partners = partners;
        this.driver = RowDriver.specialised(body);
        this.captured = Strict.ON ? new CapturedState(pure, userBody(body)) : null;
    }

    private static Object userBody(RowBody body) {
        if (body instanceof CommandAdapter with) {
            return with.body();
        }
        return body instanceof PairAdapter pairs ? pairs.body() : body;
    }

    /**
     * Runs the body for each matching row, in ascending order of rows.
     *
     * <p>Rows that stop matching during the run are skipped, rows that start matching are not visited. An exception of
     * the body ends the run and reaches the caller.
     *
     * <p>Commands of the body are applied at the end of the outermost run of the world's thread, or, in a system, at
     * the end of its stage. Commands of a run that throws are discarded.
     *
     * @throws IllegalStateException on a wrong thread; after the world, the query or the partners' query was closed; if
     *     the body leaves a cursor or a scope of the frame arena open; in strict mode on a forbidden access, or if the
     *     body of a pure kernel is not pure
     * @throws basalt.memory.NativeMemoryException if the frame arena has no memory for the snapshot: then nothing has
     *     run. If there is no memory for a command: then all others were applied. In strict mode, if there is no memory
     *     for the copy of a block that a pure kernel needs: then the blocks before it were processed
     */
    public void run() {
        if (body instanceof PairAdapter pairs) {
            pairs.filter().requireOpen();
        }
        if (isChecked()) {
            new PureCheck(plan, driver, captured).run();
        } else {
            plan.runKernel(driver, pure);
        }
    }

    /**
     * Measures what the kernel costs, and whether the JIT has inlined and vectorised it. For tests, tools, and the
     * development of kernels: it takes about a second, calls the body about ten million times, and temporarily uses the
     * memory of one block.
     *
     * <p>The body runs on 4,096 temporary rows with all components that the query declares. They start with the values
     * of the matching rows, repeated, or with small numbers if no row matches. So the world's entities and components
     * stay as they are, and no query finds a change. Other effects of the body are real: it may change captured
     * objects, and write through a world or row that it has captured. The temporary entities are alive in no world,
     * their {@link Row#index} is greater than that of any entity, and they have no references.
     *
     * <p>It compares the kernel's loop with other loops over the same body: one that cannot be vectorised, and one that
     * calls the body. So it shows the state in this JVM, with the current profile of the body, but not the reason. If
     * the times are too close, or the body is too slow to be run often enough, the result is {@link
     * KernelExplanation.Finding#UNKNOWN}. It is always UNKNOWN in strict mode, where the accesses are checked.
     *
     * @return the result
     * @throws IllegalStateException on a wrong thread; after the world or the query was closed; during an iteration;
     *     for a kernel over pairs or with commands; if the body uses references, records commands or makes structural
     *     changes, which is detected after the first row, and the commands are discarded; in strict mode on a forbidden
     *     access
     * @throws basalt.memory.NativeMemoryException if there is no memory for the rows; nothing has run then
     */
    public KernelExplanation explain() {
        return explain(KernelTrial.MIN_NANOS, KernelTrial.MAX_NANOS);
    }

    /** As {@link #explain()}, with limits for the time of the trial. */
    KernelExplanation explain(long minNanos, long maxNanos) {
        if (body instanceof PairAdapter || body instanceof CommandAdapter) {
            throw new IllegalStateException("explain() runs a body on temporary rows, which have no "
                    + (body instanceof PairAdapter ? "partners" : "entities to record commands about")
                    + "; explain a kernel whose body has only the computation on columns");
        }
        return new KernelTrial(plan.context(), plan.filter(), plan.declared(), body, driver).run(minNanos, maxNanos);
    }

    /** Whether strict mode runs this kernel with {@link PureCheck}. */
    private boolean isChecked() {
        return pure && Strict.ON;
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
     * The query that partners must match.
     *
     * @return the query; empty unless the kernel is of {@link Query#pairKernel}
     */
    public Optional<Query> partners() {
        return Optional.ofNullable(partners);
    }

    /**
     * Whether the kernel has a driver class of its own.
     *
     * @return false if the runtime cannot define hidden classes, or specialisation is switched off
     */
    public boolean isSpecialised() {
        return Specialisation.isSpecialised(driver);
    }

    /**
     * Whether the body was declared pure.
     *
     * @return true for a kernel of {@link Query#pureKernel}
     */
    public boolean isPure() {
        return pure;
    }
}
