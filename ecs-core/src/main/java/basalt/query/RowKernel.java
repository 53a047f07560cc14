package basalt.query;

import basalt.check.Strict;
import basalt.friend.Friend;
import basalt.runtime.CapturedState;
import basalt.runtime.KernelDriver;
import basalt.runtime.KernelPlan;
import basalt.runtime.QueryPlan;
import java.util.Optional;

/**
 * A query's compiled loop over rows: made once by {@link Query#kernel}, {@link Query#pureKernel} or {@link
 * Query#pairKernel}, run each tick.
 *
 * <p>A kernel has a driver class for its body, into which the JIT compiles it; make a kernel once and keep it. Kernels
 * whose bodies have the same class and capture nothing share one. A body that is too large to be inlined still works,
 * at the cost of a call a row; it makes no garbage either.
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

    /** What strict mode looks at while a pure kernel runs, or one that a schedule may divide; null otherwise. */
    private final CapturedState captured;

    static {
        Friend.install(RowKernel.class, KernelPlan.class, new Friend<>() {
            @Override
            public KernelPlan inside(RowKernel kernel) {
                QueryPlan plan = kernel.plan;
                return new KernelPlan(
                        plan.runtime(),
                        plan.filter(),
                        kernel.body instanceof WithPartner pairs ? pairs.filter() : null,
                        plan.declared(),
                        kernel.driver,
                        kernel.pure,
                        kernel.isChecked() ? kernel::run : null,
                        kernel.captured);
            }
        });
    }

    RowKernel(Query query, QueryPlan plan, RowBody body, boolean pure) {
        this(query, plan, body, pure, null);
    }

    /** A kernel over pairs. */
    RowKernel(Query query, QueryPlan plan, WithPartner body, Query partners) {
        this(query, plan, body, false, partners);
    }

    private RowKernel(Query query, QueryPlan plan, RowBody body, boolean pure, Query partners) {
        this.query = query;
        this.plan = plan;
        this.body = body;
        this.pure = pure;
        this.partners = partners;
        this.driver = RowDriver.specialised(body);
        this.captured = Strict.ON ? new CapturedState(usersBody(body), pure) : null;
    }

    private static Object usersBody(RowBody body) {
        if (body instanceof WithCommands with) {
            return with.body();
        }
        return body instanceof WithPartner pairs ? pairs.body() : body;
    }

    /**
     * Runs the body for each matching row, in ascending order.
     *
     * <p>Rows that stop matching on the way are skipped, rows that start matching are not visited. What the body throws
     * ends the run and reaches the caller.
     *
     * <p>Commands that the body has recorded are applied when the outermost run of the world's thread has ended, and in
     * a system when its stage has; those of a run that throws are forgotten.
     *
     * @throws IllegalStateException on a wrong thread, after the world, the query or that of the partners was closed,
     *     if the body leaves a cursor or a scope of the frame arena open, and in strict mode on a forbidden access, or
     *     if the body of a pure kernel is not pure
     * @throws basalt.memory.NativeMemoryException if the frame arena has no memory for the snapshot; nothing has run
     *     then. In strict mode also if a pure kernel cannot have a copy of a block; earlier blocks have been run over
     *     then. Or if a command cannot have its memory; all others were applied then
     */
    public void run() {
        if (body instanceof WithPartner pairs) {
            pairs.filter().requireOpen();
        }
        if (isChecked()) {
            new PureCheck(plan, driver, captured).run();
        } else {
            plan.runKernel(driver, pure);
        }
    }

    /**
     * Says what the kernel costs and what the JIT has made of it, as far as its times tell. For a test or a tool, or
     * while you write a kernel: it takes about a second, in which it calls the body some ten million times, and the
     * memory of one block, which it gives back.
     *
     * <p>The body runs on 4,096 rows of the trial's own, which have all components that the query declares, and at
     * first the values of rows that match now, again and again; small numbers if none does. So the world's entities
     * and their components stay as they are, and no query finds a change. What the body does to anything else, it
     * does: what it has captured changes, and what it writes through the world or a row that it has captured is
     * written. It must bear that. The trial's entities are alive in no world, their {@link Row#index} is above that
     * of any entity, and they have no references.
     *
     * <p>It compares the kernel's loop with others over the same body, one that cannot be vectorised and one that calls
     * it; so it finds what is so in this JVM, with the profile that the body has there, and it cannot see why. Where
     * times are too near to each other, or the body is too slow to be run often enough, it says {@link
     * KernelExplanation.Finding#UNKNOWN}. In strict mode it always does, since the figures are of checked accesses.
     *
     * @return what was found
     * @throws IllegalStateException on a wrong thread; after the world or the query was closed; while the world is
     *     iterated over; for a kernel over pairs or with commands, which have effects elsewhere; if the body touches
     *     references, records commands, or changes which entities there are or what they have, which is found out after
     *     the first row, and commands are forgotten then; and in strict mode on a forbidden access
     * @throws basalt.memory.NativeMemoryException if there is no memory for the rows; nothing has run then
     */
    public KernelExplanation explain() {
        return explain(KernelTrial.LEAST_NANOS, KernelTrial.MOST_NANOS);
    }

    /** As {@link #explain()}, in a time of that many nanoseconds. */
    KernelExplanation explain(long leastNanos, long mostNanos) {
        if (body instanceof WithPartner || body instanceof WithCommands) {
            throw new IllegalStateException("explain() runs a body on rows of its own, which have no "
                    + (body instanceof WithPartner ? "partners" : "entities to record commands about")
                    + "; explain a kernel whose body is what that computes with the columns of a row");
        }
        return new KernelTrial(plan.context(), plan.filter(), plan.declared(), body, driver).run(leastNanos, mostNanos);
    }

    /** Whether strict mode runs this otherwise than by its driver alone. */
    private boolean isChecked() {
        return pure && Strict.ON;
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
     * The query that the partners of its rows match.
     *
     * @return the query, for a kernel of {@link Query#pairKernel}
     */
    public Optional<Query> partners() {
        return Optional.ofNullable(partners);
    }

    /**
     * Whether the kernel has a driver class for its body.
     *
     * @return false where the runtime cannot define hidden classes, or that is switched off
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
