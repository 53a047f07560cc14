package basalt.system;

import basalt.check.Strict;
import basalt.component.Component;
import basalt.runtime.KernelPlan;
import basalt.runtime.KernelRun;
import basalt.runtime.Worker;
import java.util.List;

/**
 * One system of a schedule: whether it runs now, what it does, and what it has taken. For the world's thread, but for
 * {@link #begin} and {@link #run}.
 */
final class SystemNode {
    /** So many that workers that get the longer ones, or come late, do not have the others wait. */
    private static final int PIECES_PER_WORKER = 8;

    private final SystemSpec spec;
    private final SystemAccess access;
    private final List<Component<?>> writes;
    private final RunConditionEvaluator conditions;
    private final Object work;
    private final KernelRun kernelRun;
    private final boolean isOnWorldThread;
    private volatile boolean enabled = true;
    private boolean isDue;

    /**
     * What a run takes on one thread, and over how many rows: averages in which the last runs weigh most; 0 if there
     * was none.
     */
    private double meanNanos;

    private double meanRows;
    private int rows;
    private int pieces;

    SystemNode(SystemSpec spec, SystemAccess access, Object work, KernelRun kernelRun) {
        this.spec = spec;
        this.access = access;
        this.writes = List.copyOf(spec.access().components(AccessKind.WRITES));
        this.conditions = new RunConditionEvaluator(spec.conditions());
        this.work = work;
        this.kernelRun = kernelRun;
        this.isOnWorldThread = spec.access().declares(AccessKind.WORLD_THREAD);
    }

    SystemSpec spec() {
        return spec;
    }

    String name() {
        return spec.name();
    }

    /** Whether that is its name, or the name of a set that it is in. */
    boolean isCalled(String name) {
        return spec.name().equals(name) || name != null && spec.order().sets().contains(name);
    }

    boolean isExclusive() {
        return spec.access().declares(AccessKind.EXCLUSIVE);
    }

    /** Whether only the world's thread may run it, beside others. */
    boolean isOnWorldThread() {
        return isOnWorldThread;
    }

    boolean isEnabled() {
        return enabled;
    }

    void enable(boolean on) {
        enabled = on;
    }

    /**
     * Finds out whether it runs in this tick; once a tick, unless that is skipped. What a condition throws reaches the
     * caller.
     */
    void decide(float deltaSeconds) {
        isDue = false;
        if (enabled) {
            isDue = conditions.shouldRun(deltaSeconds);
        } else {
            conditions.skip(deltaSeconds);
        }
    }

    /** This tick ends before the system's turn comes. Its intervals go on all the same. */
    void skip(float deltaSeconds) {
        conditions.skip(deltaSeconds);
    }

    /** What it is to be told as its time step, before it begins to run. */
    float deltaSeconds(float tickSeconds) {
        return conditions.deltaSeconds(tickSeconds);
    }

    /** Whether it runs in this tick. */
    boolean isDue() {
        return isDue;
    }

    /** Whether finding out whether it runs calls the user's code. */
    boolean hasConditions() {
        return !spec.conditions().predicates().isEmpty();
    }

    /** Does not run in this tick after all. */
    void hold() {
        isDue = false;
    }

    /**
     * Begins to run, in whatever thread: what a kernel writes counts as changed from now on.
     *
     * @param isAlone whether no other system runs until it has ended
     */
    void begin(boolean isAlone) {
        conditions.beginRun();
        if (kernelRun != null) {
            kernelRun.writes(writes);
        }
        if (Strict.ON && kernelRun != null && spec.isSplittable()) {
            kernelRun.watchCaptured(isAlone);
        }
    }

    /**
     * Throws in strict mode if a kernel that may be divided has changed what its body has captured. In any thread, when
     * all pieces have ended.
     */
    void checkCaptured() {
        if (Strict.ON && kernelRun != null) {
            String change = kernelRun.capturedChange();
            if (change != null) {
                access.rejectCaptured(change);
            }
        }
    }

    /** Takes the snapshot that the system is to run over, if it is a kernel. */
    void open() {
        pieces = 1;
        rows = 0;
        if (work instanceof KernelPlan kernel) {
            kernel.filter().checkReader(access);
            rows = kernelRun.open(kernel);
        }
        if (kernelRun != null) {
            pieces = kernelRun.pieces();
        }
    }

    /** Cuts the snapshot into pieces that take about {@code nanos} each, but not many more than workers can use. */
    void cut(long nanos, int workers) {
        if (!spec.isSplittable() || rows == 0) {
            return;
        }
        long rowsByTime = rows * nanos / Math.max(1, expectedNanos());
        long rowsByWorkers = rows / ((long) PIECES_PER_WORKER * workers);
        long rowsPerPiece = Math.max(1, Math.max(rowsByTime, rowsByWorkers));
        if (rowsPerPiece < rows) {
            kernelRun.cut((int) rowsPerPiece);
            pieces = kernelRun.pieces();
        }
    }

    /**
     * Whether the snapshot that was opened has taken changes, which nothing else will find any more: so it has to run.
     */
    boolean hasTakenChanges() {
        return work instanceof KernelPlan kernel && kernel.filter().changeFilter() != null && kernel.checked() == null;
    }

    /** Runs a piece in the calling thread, which has become the worker. */
    void run(int piece, Worker worker) {
        if (kernelRun != null) {
            kernelRun.run(piece, worker);
        } else {
            ((Runnable) work).run();
        }
    }

    /** Runs a body that has the world for itself. */
    void runExclusively() {
        ((Runnable) work).run();
    }

    void close() {
        if (kernelRun != null) {
            kernelRun.close();
        }
    }

    /** Whether it is a body, which is one piece, and may run over rows of its own accord. */
    boolean isBody() {
        return kernelRun == null;
    }

    int pieces() {
        return pieces;
    }

    int rows() {
        return rows;
    }

    SystemAccess access() {
        return access;
    }

    /** What the run that is open will take on one thread, as far as the last ones tell; 0 if there was none. */
    long expectedNanos() {
        return (long) (meanRows > 0 ? meanNanos / meanRows * rows : meanNanos);
    }

    /** Takes in what the run has taken. */
    void took(long nanos) {
        if (kernelRun != null && rows == 0) {
            return;
        }
        boolean isFirst = meanNanos == 0;
        meanNanos = isFirst ? nanos : meanNanos + (nanos - meanNanos) / 4;
        meanRows = isFirst ? rows : meanRows + (rows - meanRows) / 4;
    }
}
