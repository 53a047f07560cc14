package basalt.system;

import basalt.command.CommandQueue;
import basalt.command.Playback;
import basalt.component.Component;
import basalt.internal.Strict;
import basalt.runtime.KernelRun;
import basalt.runtime.KernelWork;
import basalt.runtime.Worker;
import basalt.storage.SavedSystem;
import basalt.storage.StateBuffer;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * One system of a schedule at run time: whether it runs in this tick, its work, its run in the current stage, and its
 * measured times.
 *
 * <p>A run consists of one piece or more. The pieces of a cascade run in phases: those of a level when all those of the
 * level above have ended. A system that does not run has an empty piece, so that the systems that wait for it continue.
 *
 * <p>The world's thread sets a run up and settles it. In between each piece is run by one worker, which writes it; the
 * worker that ends the last piece of a system, or starts it, writes that of the system.
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

    /** Its place among the systems of its stage, in the order in which they were added. */
    private int position;

    /** The systems of its stage that wait for it. */
    SystemNode[] followers = {};

    private int predecessors;

    /** Some of them are not in use. */
    private Piece[] all = {new Piece(this, 0)};

    /** The first piece of the phase that runs. */
    private int phase;

    private final AtomicInteger awaited = new AtomicInteger();
    private final AtomicInteger piecesLeft = new AtomicInteger();
    /** It has taken its matching rows, and will run. */
    boolean isOpen;

    /** To its end or not. */
    boolean hasRun;

    /** It does not start, since it has failed or cancelled the tick, or waits for a stopped system. */
    boolean isStopped;

    /** Of the run that was settled last. */
    int commands;

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

    /** A {@link KernelWork}, or a body. */
    Object work() {
        return work;
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

    /** Places it in its stage. */
    void place(int newPosition, SystemNode[] newFollowers) {
        position = newPosition;
        followers = newFollowers;
        for (SystemNode follower : followers) {
            follower.predecessors++;
        }
    }

    /** Prepares a pass, in which it runs if it is opened. */
    void beginPass() {
        isOpen = false;
        hasRun = false;
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
        isOpen = true;
    }

    /** The number of its pieces, an empty one included. */
    int count() {
        return isOpen ? Math.max(1, pieces) : 1;
    }

    Piece piece(int number) {
        return all[number];
    }

    /** Provides the pieces when all systems of the pass are open and cut. */
    void number() {
        int known = all.length;
        if (count() > known) {
            all = Arrays.copyOf(all, Math.max(count(), 2 * known));
            for (int i = known; i < all.length; i++) {
                all[i] = new Piece(this, i);
            }
        }
    }

    /** Prepares a run by several threads. */
    void awaitAll() {
        awaited.setPlain(predecessors);
    }

    /** Whether it waits for no other system. */
    boolean isFirst() {
        return predecessors == 0;
    }

    /** A system that it waits for has ended. Returns whether that was the last one. */
    boolean awaitOneLess() {
        return awaited.decrementAndGet() == 0;
    }

    /** The systems that it waits for have ended. In any thread. */
    void start(boolean isCancelled, boolean isAlone) {
        for (int i = 0; i < count(); i++) {
            all[i].failure = null;
        }
        phase = 0;
        hasRun = isOpen && !isStopped && (!isCancelled || hasTakenChanges());
        if (hasRun) {
            try {
                begin(isAlone);
            } catch (Throwable e) {
                all[0].fail(e);
                hasRun = false;
            }
        }
    }

    /** Begins to run. Writes of a kernel count as changed from now on. */
    void begin(boolean isAlone) {
        conditions.beginRun();
        if (kernelRun != null) {
            kernelRun.writes(writes);
        }
        if (Strict.ON && kernelRun != null && spec.isSplittable()) {
            kernelRun.recordCaptured(isAlone);
        }
    }

    /** Starts the pieces from the end of the last phase on. Returns the end of the new one. */
    int startPhase(int first) {
        phase = first;
        int end = endOfPhase();
        piecesLeft.set(end - first);
        return end;
    }

    /** The end of the phase that runs: the pieces from there on may only run when all before have ended. */
    int endOfPhase() {
        return hasPieces() && kernelRun != null ? kernelRun.endOfPhase(phase) : count();
    }

    /** A piece has ended. Returns whether it was the last one of its phase. */
    boolean endPiece() {
        return piecesLeft.decrementAndGet() == 0;
    }

    /** Called in any thread when all pieces have ended. */
    void end() {
        boolean hasFailed = hasFailed(count());
        if (hasRun && !hasFailed) {
            try {
                checkCaptured();
            } catch (Throwable e) {
                all[0].fail(e);
                hasFailed = true;
            }
        }
        if (isStopped || hasFailed) {
            for (SystemNode follower : followers) {
                follower.isStopped = true;
            }
        }
    }

    /**
     * Throws in strict mode if a kernel that may be divided has changed variables that its body has captured.
     */
    private void checkCaptured() {
        if (Strict.ON && kernelRun != null) {
            String change = kernelRun.capturedChange();
            if (change != null) {
                access.rejectCaptured(change);
            }
        }
    }

    private boolean hasFailed(int end) {
        for (int i = 0; i < end; i++) {
            if (all[i].failure != null) {
                return true;
            }
        }
        return false;
    }

    /** Whether a piece in a phase before this one has failed. */
    boolean hasFailedBefore() {
        return phase > 0 && hasFailed(phase);
    }

    /** Whether it runs, and has rows. */
    boolean hasPieces() {
        return hasRun && pieces > 0;
    }

    /** The exception of its first piece that has failed, with those of the others; null if none has. */
    Throwable failure() {
        Throwable failure = null;
        for (int i = 0; i < count(); i++) {
            failure = Internals.first(failure, all[i].failure);
        }
        return failure;
    }

    /** Passes on the commands of a run that has not failed, discards the others, and records what the run has taken. */
    void settle(Worker[] workers, Playback playback, TickRecorder recorder, boolean hasFailed) {
        long nanos = 0;
        long arenaBytes = 0;
        commands = 0;
        for (int i = 0; i < pieces; i++) {
            Piece piece = all[i];
            CommandQueue queue = workers[piece.worker].queue();
            if (hasFailed) {
                queue.cancelReservations(piece.from, piece.to);
                playback.addFailed(queue, piece.from, piece.to, position);
            } else {
                playback.add(queue, piece.from, piece.to, position);
            }
            nanos += piece.nanos;
            commands += piece.commands;
            arenaBytes = Math.max(arenaBytes, piece.arenaBytes);
            if (piece.start != 0) {
                recorder.add(spec.index(), piece.worker, piece.start, piece.nanos);
            }
        }
        if (hasFailed && kernelRun != null) {
            kernelRun.failed();
        }
        took(nanos);
        recorder.record(spec.index(), nanos, kernelRun == null ? all[0].rows : rows, commands, arenaBytes);
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

    /** Runs a piece of a kernel, or a body, in the calling thread, as that worker. */
    void run(int piece, Worker worker) {
        if (kernelRun != null) {
            kernelRun.run(piece, worker);
        } else {
            ((Runnable) work).run();
        }
    }

    void close() {
        if (kernelRun != null) {
            kernelRun.close();
        }
    }

    int pieces() {
        return pieces;
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

    /** What came of a piece. The worker that runs it writes it; the world's thread reads it when all have ended. */
    static final class Piece {
        final SystemNode node;
        final int number;
        private int worker;

        /** Its commands in the queue of its worker. */
        private long from;

        private long to;

        /** 0 if it did not run. */
        private long start;

        private long nanos;
        private Throwable failure;
        long rows;
        long arenaBytes;
        int commands;

        private Piece(SystemNode node, int number) {
            this.node = node;
            this.number = number;
        }

        /** A worker has taken it; there is no result yet. */
        void take(int workerIndex, long queuePosition) {
            worker = workerIndex;
            from = queuePosition;
            to = queuePosition;
            start = 0;
            nanos = 0;
            arenaBytes = 0;
            rows = 0;
            commands = 0;
        }

        void start(Worker by) {
            start = System.nanoTime();
            commands = -by.queue().count();
        }

        void end(Worker by, Throwable thrown) {
            failure = thrown;
            arenaBytes = by.arenaBytes();
            rows = node.kernelRun == null ? by.rows() : number == 0 ? node.rows : 0;
            to = by.queue().position();
            commands += by.queue().count();
            nanos = System.nanoTime() - start;
        }

        /** It has failed outside of its run. An earlier failure stays. */
        void fail(Throwable thrown) {
            failure = failure == null ? thrown : failure;
        }
    }
}
