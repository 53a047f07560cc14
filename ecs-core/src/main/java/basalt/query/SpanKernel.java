package basalt.query;

import basalt.internal.Friend;
import basalt.internal.Strict;
import basalt.runtime.CapturedState;
import basalt.runtime.KernelDriver;
import basalt.runtime.KernelPlan;
import basalt.runtime.QueryPlan;

/**
 * A query's compiled loop over spans. Made once by {@link Query#spanKernel}, and run each tick. Spans are the longest
 * runs of matching rows within a block, in ascending order of rows.
 *
 * <p>Structural change inside the body affects only later spans: the current span keeps its rows, even if the body
 * destroys their entities.
 *
 * <p>A schedule splits the rows of a kernel among workers, at any multiple of 64 rows, and so cuts spans. A body whose
 * result depends on where spans begin and end needs a system that is not split, such as one that declares {@code
 * touchesOthers()}. Nothing detects a missing declaration.
 *
 * <p>{@link Span#row} returns an object, which the JIT does not allocate if it inlines the body. Do not share a body
 * between a kernel and {@link Query#forEachSpan}: on JDK 17 it may become too large to be inlined, and then allocates
 * 32 bytes a row.
 *
 * <p>For the world's thread, and for systems that a schedule runs.
 */
public final class SpanKernel {
    private final Query query;
    private final QueryPlan plan;
    private final KernelDriver driver;

    /** Strict mode: checks what the body changes outside of its rows in a schedule; null otherwise. */
    private final CapturedState captured;

    static {
        Friend.install(SpanKernel.class, KernelPlan.class, new Friend<>() {
            @Override
            public KernelPlan internal(SpanKernel kernel) {
                QueryPlan plan = kernel.plan;
                return new KernelPlan(
                        plan.runtime(),
                        plan.filter(),
                        null,
                        plan.declared(),
                        kernel.driver,
                        false,
                        null,
                        null,
                        kernel.captured);
            }
        });
    }

    SpanKernel(Query query, QueryPlan plan, SpanBody body) {
        this.query = query;
        this.plan = plan;
        this.driver = SpanDriver.specialised(body);
        this.captured = Strict.ON ? new CapturedState(false, body) : null;
    }

    /**
     * Runs the body for each span. An exception of the body ends the run and reaches the caller.
     *
     * @throws IllegalStateException on a wrong thread, after the world was closed, if the body leaves a cursor or a
     *     scope of the frame arena open, and in strict mode on a forbidden access
     * @throws basalt.memory.NativeMemoryException if the frame arena has no memory for the snapshot; nothing has run
     *     then
     */
    public void run() {
        plan.runKernel(driver, false);
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
     * Whether the kernel has a driver class of its own.
     *
     * @return false if the runtime cannot define hidden classes, or specialisation is switched off
     */
    public boolean isSpecialised() {
        return Specialisation.isSpecialised(driver);
    }
}
