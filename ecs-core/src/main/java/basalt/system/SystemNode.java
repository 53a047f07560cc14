package basalt.system;

import basalt.component.Component;
import basalt.internal.Strict;
import basalt.runtime.KernelRun;
import basalt.runtime.KernelWork;
import basalt.runtime.Worker;
import basalt.storage.SavedSystem;
import basalt.storage.StateBuffer;
import java.util.List;

/**
 * One system of a schedule at run time: whether it runs in this tick, its work, and its measured times. For the world's
 * thread, except {@link #begin} and {@link #run}.
 */
final class SystemNode {
    /**
     * Pieces for each worker. With several, a worker with a long piece, or a late worker, does not make the others
     * wait.
     */
    private static final int PIECES_PER_WORKER = 8;

    private final SystemSpec spec;
    private final SystemAccess access;
    private final List<Component<?>> writes;
    private final RunConditions conditions;
    private final Object work;
    private final KernelRun kernelRun;
    private final boolean isOnWorldThread;
    private volatile boolean enabled = true;
    private boolean isDue;

    /** Time of a run on one thread and its rows: averages that weigh recent runs more; 0 before the first run. */
    private double meanNanos;

    private double meanRows;
    private int rows;
    private int pieces;

    SystemNode(SystemSpec spec, SystemAccess access, Object work, KernelRun kernelRun) {
        this.spec = spec;
        this.access = access;
        this.writes = List.copyOf(spec.access().components(Access.Kind.WRITES));
        this.conditions = spec.conditions().fresh();
        this.work = work;
        this.kernelRun = kernelRun;
        this.isOnWorldThread = spec.access().declares(Access.Kind.WORLD_THREAD);
    }

    SystemSpec spec() {
        return spec;
    }

    String name() {
        return spec.name();
    }

    /** Whether this is its name, or the name of one of its sets. */
    boolean isCalled(String name) {
        return spec.name().equals(name) || name != null && spec.order().sets().contains(name);
    }

    boolean isExclusive() {
        return spec.access().declares(Access.Kind.EXCLUSIVE);
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

    /** Writes whether it is enabled and when it is due, for snapshots. */
    void save(StateBuffer to) {
        to.putLong(enabled ? 1 : 0);
        conditions.save(to);
    }

    void restore(StateBuffer from) {
        enabled = from.getLong() != 0;
        conditions.restore(from);
    }

    /** What files contain of it. */
    SavedSystem saved() {
        return conditions.saved(name(), enabled);
    }

    void load(SavedSystem saved) {
        enabled = saved.isEnabled();
        conditions.load(saved);
    }

    /**
     * Evaluates whether it runs in this tick; once a tick, unless the tick is skipped. Exceptions of a condition reach
     * the caller.
     */
    void decide(float deltaSeconds) {
        isDue = false; // if a condition throws
        isDue = enabled && conditions.shouldRun(deltaSeconds);
    }

    /** Called in a tick that ends before the system's turn. Its interval continues unless it is disabled. */
    void skip(float deltaSeconds) {
        if (enabled) {
            conditions.skip(deltaSeconds);
        }
    }

    /** Its time step, before it begins to run. */
    float deltaSeconds(float tickSeconds) {
        return conditions.deltaSeconds(tickSeconds);
    }

    /** Whether it runs in this tick. */
    boolean isDue() {
        return isDue;
    }

    /** Whether the decision calls code of the user. */
    boolean hasConditions() {
        return conditions.callsUser();
    }

    /** Cancels its run in this tick. */
    void hold() {
        isDue = false;
    }

    /** Begins to run, in any thread. Writes of a kernel count as changed from now on. */
    void begin(boolean isAlone) {
        conditions.beginRun();
        if (kernelRun != null) {
            kernelRun.writes(writes);
        }
        if (Strict.ON && kernelRun != null && spec.isSplittable()) {
            kernelRun.recordCaptured(isAlone);
        }
    }

    /**
     * Throws in strict mode if a kernel that may be divided has changed variables that its body has captured. Called in
     * any thread when all pieces have ended.
     */
    void checkCaptured() {
        if (Strict.ON && kernelRun != null) {
            String change = kernelRun.capturedChange();
            if (change != null) {
                access.rejectCaptured(change);
            }
        }
    }

    /** Takes the matching rows that the system will run over, if it is a kernel. */
    void open() {
        pieces = 1;
        rows = 0;
        if (work instanceof KernelWork kernel) {
            if (kernel.changes() != null) {
                kernel.changes().checkReader(access);
            }
            rows = kernelRun.open();
        }
        if (kernelRun != null) {
            pieces = kernelRun.pieces();
        }
    }

    /** Cuts the matches into pieces that take about {@code nanos} each, but not many more than workers can use. */
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

    /** Whether the open matching rows have consumed changes, which no later run will find. Then it has to run. */
    boolean hasTakenChanges() {
        return work instanceof KernelWork kernel && kernel.takesChanges();
    }

    /** Runs a piece in the calling thread, as that worker. */
    void run(int piece, Worker worker) {
        if (kernelRun != null) {
            kernelRun.run(piece, worker);
        } else {
            ((Runnable) work).run();
        }
    }

    /** Runs the body of an exclusive system. */
    void runExclusively() {
        ((Runnable) work).run();
    }

    void close() {
        if (kernelRun != null) {
            kernelRun.close();
        }
    }

    /** Its run has failed, and was closed. */
    void failed() {
        if (kernelRun != null) {
            kernelRun.failed();
        }
    }

    /** Whether it is a body, which is one piece, and iterates over rows by itself. */
    boolean isBody() {
        return kernelRun == null;
    }

    int pieces() {
        return pieces;
    }

    /** The end of a phase: its pieces from there on may only run when all before have ended. */
    int endOfPhase(int piece) {
        return kernelRun == null ? pieces : kernelRun.endOfPhase(piece);
    }

    int rows() {
        return rows;
    }

    SystemAccess access() {
        return access;
    }

    /** The estimated time of the open run on one thread, from earlier runs; 0 before the first run. */
    long expectedNanos() {
        return (long) (meanRows > 0 ? meanNanos / meanRows * rows : meanNanos);
    }

    /** Updates the averages with the time of the run. */
    void took(long nanos) {
        if (kernelRun != null && rows == 0) {
            return;
        }
        boolean isFirst = meanNanos == 0;
        meanNanos = isFirst ? nanos : meanNanos + (nanos - meanNanos) / 4;
        meanRows = isFirst ? rows : meanRows + (rows - meanRows) / 4;
    }
}
