package basalt.system;

import basalt.component.Component;
import basalt.query.KernelRun;
import basalt.query.RowKernel;
import basalt.query.SpanKernel;
import basalt.query.Worker;
import java.util.List;

/**
 * One system of a schedule while it runs: what it does, and what it has taken. Of the fields that workers write, each worker has
 * an element of its own.
 */
final class SystemNode {
    private final SystemSpec spec;
    private final SystemAccess access;
    private final List<Component<?>> writes;
    private final RunGate gate;
    private final Object work;
    private final KernelRun kernelRun;
    private volatile boolean enabled = true;

    /** Nanoseconds that the system takes on one thread, as far as the last runs tell; 0 if it has not run. */
    private long expectedNanos;

    private int rows;
    private int pieces;

    SystemNode(SystemSpec spec, Object work, KernelRun kernelRun) {
        this.spec = spec;
        this.access = new SystemAccess(spec);
        this.writes = List.copyOf(spec.access().components(AccessKind.WRITES));
        this.gate = new RunGate(spec.rules());
        this.work = work;
        this.kernelRun = kernelRun;
    }

    SystemSpec spec() {
        return spec;
    }

    String name() {
        return spec.name();
    }

    /** Whether that is its name, or the name of a set that it is in. */
    boolean isCalled(String name) {
        return spec.name().equals(name) || spec.order().sets().contains(name);
    }

    boolean isExclusive() {
        return spec.access().declares(AccessKind.EXCLUSIVE);
    }

    boolean isEnabled() {
        return enabled;
    }

    void enable(boolean on) {
        enabled = on;
    }

    /** Whether it runs in this tick; asked once a tick. */
    boolean opens(float deltaSeconds) {
        return enabled && gate.opens(deltaSeconds);
    }

    /** Takes the snapshot that the system is to run over, if it is a kernel; what it writes counts as changed from now on. */
    void open() {
        pieces = 1;
        rows = 0;
        if (work instanceof RowKernel kernel) {
            rows = kernelRun.open(kernel);
        } else if (work instanceof SpanKernel kernel) {
            rows = kernelRun.open(kernel);
        }
        if (kernelRun != null) {
            kernelRun.writes(writes);
            pieces = kernelRun.pieces();
        }
    }

    /** Cuts the snapshot into pieces that take about {@code nanos} each, but not many more than workers can use. */
    void cut(long nanos, int workers) {
        if (spec.isSplittable() && rows > 0 && expectedNanos > 0) {
            long byTime = Math.max(1, rows * nanos / expectedNanos);
            kernelRun.cut((int) Math.max(byTime, rows / (8L * workers)));
            pieces = kernelRun.pieces();
        }
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

    int pieces() {
        return pieces;
    }

    int rows() {
        return rows;
    }

    SystemAccess access() {
        return access;
    }

    long expectedNanos() {
        return expectedNanos;
    }

    /** Takes in what a run has taken: an average in which the last runs weigh most. */
    void took(long nanos) {
        expectedNanos = expectedNanos == 0 ? nanos : expectedNanos + (nanos - expectedNanos) / 4;
    }
}
