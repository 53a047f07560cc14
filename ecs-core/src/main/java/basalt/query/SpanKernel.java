package basalt.query;

import basalt.check.Strict;
import basalt.friend.Friend;
import basalt.runtime.CapturedState;
import basalt.runtime.KernelDriver;
import basalt.runtime.KernelPlan;
import basalt.runtime.QueryPlan;

/**
 * A query's loop over spans: made once by {@link Query#spanKernel}, run each tick. Spans are the longest runs of
 * matching rows within a block, in ascending order.
 *
 * <p>Structural change inside the body holds for the spans to come: rows of the current one that it destroys are its
 * own business.
 *
 * <p>In a schedule, workers share the rows of a kernel, and spans are cut between any two words of 64 rows for that. A
 * body whose result depends on where spans begin and end needs a system that stays whole, such as one that declares
 * {@code touchesOthers()}; nothing finds one that has not said so.
 *
 * <p>The rows that a span gives are objects, which the JIT does without where it inlines the body. Give a kernel a body
 * of its own: one that {@link Query#forEachSpan} has made hot before may be compiled to more than JDK 17 inlines (seen
 * in one of ten JVMs; never on JDK 25), and then makes 32 bytes a row.
 *
 * <p>For the world's thread, and for systems that a schedule runs.
 */
public final class SpanKernel {
    private final Query query;
    private final QueryPlan plan;
    private final KernelDriver driver;

    /** What strict mode looks at while a schedule runs the kernel; null otherwise. */
    private final CapturedState captured;

    static {
        Friend.install(SpanKernel.class, KernelPlan.class, new Friend<>() {
            @Override
            public KernelPlan inside(SpanKernel kernel) {
                QueryPlan plan = kernel.plan;
                return new KernelPlan(
                        plan.runtime(),
                        plan.filter(),
                        null,
                        plan.declared(),
                        kernel.driver,
                        false,
                        null,
                        kernel.captured);
            }
        });
    }

    SpanKernel(Query query, QueryPlan plan, SpanBody body) {
        this.query = query;
        this.plan = plan;
        this.driver = SpanDriver.specialised(body);
        this.captured = Strict.ON ? new CapturedState(body, false) : null;
    }

    /**
     * Runs the body for each span. What it throws ends the run and reaches the caller.
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
     * The query whose rows this runs over.
     *
     * @return the query
     */
    public Query query() {
        return query;
    }

    /**
     * Whether the kernel has a driver class for its body.
     *
     * @return false where the runtime cannot define hidden classes, or that is switched off
     */
    public boolean isSpecialised() {
        return Specialisation.isSpecialised(driver);
    }
}
