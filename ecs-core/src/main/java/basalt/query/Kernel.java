package basalt.query;

import basalt.internal.Friend;
import basalt.runtime.KernelWork;

/**
 * A query's compiled loop: of rows, or the levels of trees. Made once by a method of {@link Query} or {@link
 * PairQuery}, and run each tick.
 *
 * <p>A kernel has a driver class of its own, into which the JIT inlines the body. Make a kernel once and keep it.
 * Kernels whose bodies have the same class and capture nothing share a driver class. A body that is too large to be
 * inlined costs a call for each row; it makes no garbage either.
 *
 * <p>For the world's thread, and for systems that a schedule runs.
 */
public abstract sealed class Kernel permits RowKernel, CascadeKernel, NeighbourKernel {
    private final Query query;
    private final KernelWork work;

    static {
        Friend.install(Kernel.class, KernelWork.class, new Friend<>() {
            @Override
            public KernelWork internal(Kernel kernel) {
                return kernel.work;
            }
        });
    }

    Kernel(Query query, KernelWork work) {
        this.query = query;
        this.work = work;
    }

    /**
     * Runs the body over the rows that match now, in ascending order of rows, or level by level. It counts as writing
     * in all of them the components of which its body writes a column, or all of the query's if that is not known (as
     * {@code ScheduleBuilder.add} says); see also {@link CascadeKernel#changedOnly}.
     *
     * <p>Rows that stop matching during the run are skipped, as are the children of a cascade whose parents do; rows
     * that start matching are not visited, and changes of a tree have no effect on the order before the next run. An
     * exception of the body ends the run and reaches the caller.
     *
     * <p>Commands of the body are applied at the end of the outermost run of the world's thread, or, in a system, at
     * the end of its stage. Commands of a run that throws are discarded.
     *
     * @throws IllegalStateException on a wrong thread; after the world, the query or the partners' query was closed; if
     *     the body leaves a cursor or a scope of the frame arena open; if a cascade is running already, or its body
     *     writes a parent that is read-only; in strict mode on a forbidden access
     * @throws basalt.memory.NativeMemoryException if the frame arena has no memory for the matching rows: then nothing
     *     has run. If there is no memory for a command: then all others were applied
     */
    public final void run() {
        work.run();
    }

    /** The query of the kernel. */
    public final Query query() {
        return query;
    }

    /**
     * Whether the kernel has a driver class of its own.
     *
     * @return false if the runtime cannot define hidden classes, or specialisation is switched off
     */
    public final boolean isSpecialised() {
        return work.isSpecialised();
    }
}
