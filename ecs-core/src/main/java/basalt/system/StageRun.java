package basalt.system;

import basalt.command.queue.CommandQueue;
import basalt.command.queue.Playback;
import basalt.runtime.Worker;
import java.util.Arrays;
import java.util.concurrent.atomic.AtomicIntegerArray;

/**
 * One stage while it runs: its systems, each in one piece or more, and the outcome of each piece. Pieces are numbered
 * through the systems in their order, so commands are put together as if the systems had run one after the other. The
 * pieces of a cascade run in phases: those of a level when all those of the level above have ended. A
 * system that does not run has an empty piece, so that the systems that wait for it continue.
 *
 * <p>A system is stopped, and does not start, if it has failed, has cancelled the tick, or waits for a stopped system.
 *
 * <p>The world's thread sets it up and settles it. In between each piece is run by one worker, which writes that
 * piece's elements; the worker that ends the last piece of a system writes that system's. Reused from stage to stage.
 */
final class StageRun {
    private final Worker[] workers;
    private final boolean[] isOpen;
    private final boolean[] hasRun;
    private final boolean[] isStopped;
    private final Thread[] threadOf;
    private final int[] positionOf;
    private final int[] firstPiece;

    /** For each system the first piece of the phase that runs. */
    private final int[] phase;

    private final AtomicIntegerArray awaited;
    private final AtomicIntegerArray piecesLeft;
    private volatile boolean isCancelled;

    /** Whether no two systems run at the same time. */
    private boolean isAlone;

    private Stage stage;
    private int pieces;
    private int[] workerOf = new int[16];
    private long[] from = new long[16];
    private long[] to = new long[16];
    private long[] nanos = new long[16];
    private long[] arenaBytes = new long[16];
    private long[] rows = new long[16];
    private int[] commandCounts = new int[16];
    private Throwable[] failures = new Throwable[16];

    /** The number of systems that the arrays hold. */
    StageRun(Worker[] workers, int systems) {
        this.workers = workers;
        this.isOpen = new boolean[systems];
        this.hasRun = new boolean[systems];
        this.isStopped = new boolean[systems];
        this.threadOf = new Thread[workers.length];
        this.positionOf = new int[workers.length];
        this.firstPiece = new int[systems + 1];
        this.phase = new int[systems];
        this.awaited = new AtomicIntegerArray(systems);
        this.piecesLeft = new AtomicIntegerArray(systems);
    }

    void begin(Stage newStage) {
        stage = newStage;
        isCancelled = false;
        Arrays.fill(isStopped, 0, stage.count(), false);
    }

    /**
     * Starts a pass: some of the systems run now and are opened next. The others ran in an earlier pass, or run in a
     * later one.
     */
    void beginPass() {
        Arrays.fill(isOpen, 0, stage.count(), false);
        Arrays.fill(hasRun, 0, stage.count(), false);
    }

    void clear() {
        Arrays.fill(failures, 0, pieces, null);
        pieces = 0;
    }

    /** A system has taken its match snapshot, and will run. */
    void open(int position) {
        isOpen[position] = true;
    }

    boolean isOpen(int position) {
        return isOpen[position];
    }

    /** Whether a system is known not to start. Its match snapshot is not taken then. */
    boolean isHeldBack(int position) {
        return isCancelled || isStopped[position];
    }

    /** A system does not run, since it has failed before. */
    void stop(int position) {
        isStopped[position] = true;
    }

    /** Numbers the pieces after all systems of the pass are open and cut. */
    void number() {
        pieces = 0;
        for (int i = 0; i < stage.count(); i++) {
            firstPiece[i] = pieces;
            pieces += isOpen[i] ? Math.max(1, stage.node(i).pieces()) : 1;
        }
        firstPiece[stage.count()] = pieces;
        if (pieces > nanos.length) {
            int length = Math.max(pieces, 2 * nanos.length);
            workerOf = new int[length];
            from = new long[length];
            to = new long[length];
            nanos = new long[length];
            arenaBytes = new long[length];
            rows = new long[length];
            commandCounts = new int[length];
            failures = new Throwable[length];
        }
    }

    int pieces() {
        return pieces;
    }

    long expectedNanos() {
        long sum = 0;
        for (int i = 0; i < stage.count(); i++) {
            sum += isOpen[i] ? stage.node(i).expectedNanos() : 0;
        }
        return sum;
    }

    /** Runs everything in the calling thread, as that worker. */
    void runAll(int workerIndex) {
        isAlone = true;
        for (int position : stage.runOrder()) {
            start(position);
            for (int piece = firstPiece[position]; piece < firstPiece[position + 1]; piece++) {
                run(piece, position, workerIndex);
            }
            end(position);
        }
    }

    /**
     * Prepares a run by several threads, and starts the systems that wait for none.
     *
     * @return the number of pieces that any thread can run now
     */
    int startShared(ReadyQueue queue) {
        isAlone = openSystems() == 1;
        for (int i = 0; i < stage.count(); i++) {
            awaited.setPlain(i, stage.predecessors(i));
        }
        int ready = 0;
        for (int i = 0; i < stage.count(); i++) {
            if (stage.predecessors(i) == 0) {
                ready += startShared(i, queue);
            }
        }
        return ready;
    }

    private int openSystems() {
        int open = 0;
        for (int i = 0; i < stage.count(); i++) {
            open += isOpen[i] ? 1 : 0;
        }
        return open;
    }

    private int startShared(int position, ReadyQueue queue) {
        start(position);
        if (stage.node(position).isOnWorldThread()) {
            piecesLeft.set(position, firstPiece[position + 1] - firstPiece[position]);
            queue.addForWorldThread(firstPiece[position]);
            return 0;
        }
        return startPhase(position, firstPiece[position], queue);
    }

    /** Adds the pieces of the phase that begins with a piece. */
    private int startPhase(int position, int first, ReadyQueue queue) {
        phase[position] = first;
        int end = endOfPhase(position);
        piecesLeft.set(position, end - first);
        queue.add(first, end);
        return end - first;
    }

    private int endOfPhase(int position) {
        SystemNode node = stage.node(position);
        return hasRun[position] && node.pieces() > 0
                ? firstPiece[position] + node.endOfPhase(phase[position] - firstPiece[position])
                : firstPiece[position + 1];
    }

    /**
     * Runs a piece in the calling thread, as that worker, and starts the systems that waited for it alone.
     *
     * @return the number of pieces that any thread can run now, and could not before
     */
    int runShared(int piece, int workerIndex, ReadyQueue queue) {
        int found = Arrays.binarySearch(firstPiece, 0, stage.count(), piece);
        int position = found >= 0 ? found : -found - 2;
        run(piece, position, workerIndex);
        if (piecesLeft.decrementAndGet(position) > 0) {
            return 0;
        }
        int next = endOfPhase(position);
        if (next < firstPiece[position + 1]) {
            return startPhase(position, next, queue);
        }
        end(position);
        int ready = 0;
        for (int follower : stage.followers(position)) {
            if (awaited.decrementAndGet(follower) == 0) {
                ready += startShared(follower, queue);
            }
        }
        return ready;
    }

    /** The systems that this one waits for have ended. */
    private void start(int position) {
        phase[position] = firstPiece[position];
        hasRun[position] = isOpen[position]
                && !isStopped[position]
                && (!isCancelled || stage.node(position).hasTakenChanges());
        if (hasRun[position]) {
            try {
                stage.node(position).begin(isAlone);
            } catch (Throwable e) {
                failures[firstPiece[position]] = e;
                hasRun[position] = false;
            }
        }
    }

    /** The failure of a system before it started; null if it started, or does not run. */
    Throwable failedStart(int position) {
        return hasRun[position] ? null : failures[firstPiece[position]];
    }

    /**
     * Cancels: if the calling thread runs a system, the systems that wait for it do not start; otherwise no further
     * system starts.
     */
    void cancel() {
        for (int worker = 0; worker < threadOf.length; worker++) {
            if (threadOf[worker] == Thread.currentThread()) {
                isStopped[positionOf[worker]] = true;
                return;
            }
        }
        isCancelled = true;
    }

    /** Called when all pieces of a system have ended. */
    private void end(int position) {
        if (hasRun[position] && !hasFailed(position)) {
            try {
                stage.node(position).checkCaptured();
            } catch (Throwable e) {
                failures[firstPiece[position]] = e;
            }
        }
        if (isStopped[position] || hasFailed(position)) {
            for (int follower : stage.followers(position)) {
                isStopped[follower] = true;
            }
        }
    }

    private boolean hasFailed(int position) {
        return hasFailed(firstPiece[position], firstPiece[position + 1]);
    }

    private boolean hasFailed(int from, int to) {
        for (int piece = from; piece < to; piece++) {
            if (failures[piece] != null) {
                return true;
            }
        }
        return false;
    }

    /** Runs a piece, if its system runs and has one. An exception is kept for the end of the stage. */
    private void run(int piece, int position, int workerIndex) {
        SystemNode node = stage.node(position);
        if (!hasRun[position] || node.pieces() == 0) {
            return;
        }
        workerOf[piece] = workerIndex;
        from[piece] = 0;
        to[piece] = 0;
        commandCounts[piece] = 0;
        arenaBytes[piece] = 0;
        nanos[piece] = 0;
        rows[piece] = 0;
        if (hasFailed(firstPiece[position], phase[position])) {
            return; // in the phases before this one
        }
        try {
            SystemEvent event = SystemEvent.startIfEnabled();
            run(node, piece, piece - firstPiece[position], position, workerIndex);
            if (event != null) {
                event.commit(
                        node.name(),
                        piece - firstPiece[position],
                        rows[piece],
                        commandCounts[piece],
                        arenaBytes[piece]);
            }
        } catch (Throwable e) { // of any kind: other workers wait for this piece to end
            failures[piece] = failures[piece] == null ? e : failures[piece];
        }
    }

    private void run(SystemNode node, int piece, int number, int position, int workerIndex) {
        Worker worker = workers[workerIndex];
        CommandQueue commands = worker.queue();
        long start = System.nanoTime();
        from[piece] = commands.position();
        to[piece] = from[piece];
        int commandsBefore = commands.count();
        Throwable failure = null;
        positionOf[workerIndex] = position;
        threadOf[workerIndex] = Thread.currentThread();
        try {
            worker.enter(node.access());
            try {
                node.run(number, worker);
            } catch (Throwable e) {
                failure = e;
            }
            failure = leave(worker, failure);
        } catch (Throwable e) {
            failure = e; // the worker could not enter the system
        }
        threadOf[workerIndex] = null;
        failures[piece] = failure;
        arenaBytes[piece] = worker.arenaBytes();
        rows[piece] = node.isBody() ? worker.rows() : number == 0 ? node.rows() : 0;
        to[piece] = commands.position();
        commandCounts[piece] = commands.count() - commandsBefore;
        nanos[piece] = System.nanoTime() - start;
    }

    private static Throwable leave(Worker worker, Throwable failure) {
        try {
            if (!worker.leave(failure != null) && failure == null) {
                return new IllegalStateException(
                        "the system has left a cursor, or a scope, mark, phase or tag of the frame arena, open;"
                                + " close it"
                                + " where it was opened");
            }
        } catch (Throwable e) {
            if (failure == null) {
                return e;
            }
            failure.addSuppressed(e);
        }
        return failure;
    }

    /** Whether a system has run, to its end or not. */
    boolean hasRun(int position) {
        return hasRun[position];
    }

    /**
     * Passes on the commands of a system that has not failed. Discards those of a failed one, whose failure is the
     * result.
     */
    Throwable settle(int position, Playback playback) {
        Throwable failure = null;
        int end = firstPiece[position] + stage.node(position).pieces();
        for (int piece = firstPiece[position]; piece < end; piece++) {
            if (failure == null) {
                failure = failures[piece];
            } else if (failures[piece] != null && failures[piece] != failure) {
                failure.addSuppressed(failures[piece]);
            }
        }
        for (int piece = firstPiece[position]; piece < end; piece++) {
            CommandQueue commands = workers[workerOf[piece]].queue();
            if (failure == null) {
                playback.add(commands, from[piece], to[piece], position);
            } else {
                commands.cancelReservations(from[piece], to[piece]);
                playback.addFailed(commands, from[piece], to[piece], position);
            }
        }
        return failure;
    }

    long nanos(int position) {
        long sum = 0;
        for (int i = stage.node(position).pieces() - 1; i >= 0; i--) {
            sum += nanos[firstPiece[position] + i];
        }
        return sum;
    }

    /** The rows of a kernel's match snapshot, or all rows that a body has iterated over. */
    long rows(int position) {
        SystemNode node = stage.node(position);
        return node.isBody() ? rows[firstPiece[position]] : node.rows();
    }

    int commands(int position) {
        int sum = 0;
        for (int i = stage.node(position).pieces() - 1; i >= 0; i--) {
            sum += commandCounts[firstPiece[position] + i];
        }
        return sum;
    }

    long arenaBytes(int position) {
        long most = 0;
        for (int i = stage.node(position).pieces() - 1; i >= 0; i--) {
            most = Math.max(most, arenaBytes[firstPiece[position] + i]);
        }
        return most;
    }
}
