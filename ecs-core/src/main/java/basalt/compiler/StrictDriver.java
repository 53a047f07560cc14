package basalt.compiler;

import basalt.compiler.Translation.Refused;
import basalt.runtime.IterationContext.KernelDriver;

/**
 * Strict mode's driver of a kernel: it runs the loop of rows, whose accesses are checked, and in the runs whose number
 * is 2, 4, 8 and so on compares what that leaves with what the loop of vectors leaves.
 */
abstract sealed class StrictDriver implements KernelDriver permits StrictForms, StrictNeighbours {
    final KernelBody body;
    final KernelDriver rows;

    /** The loop of vectors; null before the first comparison. */
    VectorForm form;

    /** Whether a test has asked for a comparison of all runs, as a whole. */
    boolean comparesAll;

    private boolean isRefused;
    private int runs;

    StrictDriver(KernelBody body, KernelDriver rows) {
        this.body = body;
        this.rows = rows;
    }

    @Override
    public final boolean isSpecialised() {
        return rows.isSpecialised();
    }

    abstract VectorForm translated() throws Refused;

    /** From now on all runs are compared, as a whole. */
    final synchronized void compareAll() throws Refused {
        form = translated();
        comparesAll = true;
    }

    /** Counts a run. Returns whether it is one of those that are compared, and there is a loop of vectors. */
    final synchronized boolean isNextCompared() {
        runs++;
        if (isRefused || !comparesAll && (runs == 1 || Integer.bitCount(runs) != 1)) {
            return false;
        }
        if (form == null) {
            try {
                form = translated();
            } catch (Refused e) {
                isRefused = true;
                return false;
            }
        }
        return true;
    }

    final IllegalStateException different(String what) {
        return new IllegalStateException("the loop of vectors leaves " + what
                + " than the body of the kernel or the predicate "
                + body.function() + ": either the body depends on what another thread changes meanwhile, or it is"
                + " translated wrongly; run with -Dbasalt.kernels.vectors=false and report the body");
    }
}
