package basalt.query;

import basalt.check.Strict;
import basalt.friend.Friend;
import basalt.runtime.CapturedState;
import basalt.runtime.KernelDriver;
import basalt.runtime.KernelPlan;
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
    private final KernelDriver driver;
    private final boolean pure;
    private final Query partners;

    /** What strict mode looks at while a pure kernel runs, or one that a schedule may divide; null otherwise. */
    private final CapturedState captured;

    static {
        Friend.install(RowKernel.class, KernelPlan.class, new Friend<>() {
            @Override
            public KernelPlan inside(RowKernel kernel) {
                return kernel.query.plan(
                        kernel.driver,
                        kernel.partners,
                        kernel.pure,
                        kernel.isChecked() ? kernel::run : null,
                        kernel.captured);
            }
        });
    }

    RowKernel(Query query, RowBody body, boolean pure) {
        this.query = query;
        this.pure = pure;
        this.partners = body instanceof WithPartner pairs ? pairs.partners() : null;
        this.driver = Specialisation.rowDriver(body);
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
        if (partners != null) {
            partners.filter().requireOpen();
        }
        if (isChecked()) {
            new PureCheck(query, driver, captured).run();
        } else {
            query.run(driver, pure);
        }
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
